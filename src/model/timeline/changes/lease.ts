import { text } from "../fields.js";
import type { Differ } from "./change.js";
import { serverTime } from "./server-time.js";
import { valueChange } from "./values.js";

/** A Lease: `renewed` when renewTime moved (renewTime is the server's time), `holder A→B`. */
export const leaseChanges: Differ = (before, after) => {
  const renewTime = text(after, "spec", "renewTime");
  const moved = before !== undefined && text(before, "spec", "renewTime") !== renewTime;
  return [
    ...(moved ? [{ change: "renewed", ...serverTime(renewTime, "spec.renewTime") }] : []),
    ...(before ? valueChange("holder", ["spec", "holderIdentity"], before, after) : []),
  ];
};
