import { instantNs } from "../../time.js";
import type { Change } from "./change.js";

/** The server's time for a change; absent when the field is absent or holds a zero form ("not yet"). */
export function serverTime(text: string | undefined, field: string): Pick<Change, "server"> {
  const ns = instantNs(text);
  return text === undefined || ns === undefined ? {} : { server: { text, field, ns } };
}
