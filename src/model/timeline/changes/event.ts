import { instantNs } from "../../time.js";
import { number, text } from "../fields.js";
import type { Differ } from "./change.js";
import { serverTime } from "./server-time.js";

/** An Event: `Reason: message`, with `×N` once it was counted more than once. */
export const eventChanges: Differ = (before, after) => {
  const count = number(after, "series", "count") ?? number(after, "count") ?? 1;
  const times = count > 1 ? ` ×${count}` : "";
  const message = (text(after, "message") ?? text(after, "note") ?? "").replaceAll(/\s+/g, " ").slice(0, 200);
  // The first time for a new Event, the last one when it was counted again.
  const fields = before
    ? ["series.lastObservedTime", "lastTimestamp", "eventTime"]
    : ["eventTime", "firstTimestamp", "metadata.creationTimestamp"];
  const field = fields.find((path) => instantNs(text(after, ...path.split("."))) !== undefined);
  const server = field ? serverTime(text(after, ...field.split(".")), field) : {};
  return [{ change: `${text(after, "reason") ?? "no reason"}${times}: ${message}`, ...server }];
};
