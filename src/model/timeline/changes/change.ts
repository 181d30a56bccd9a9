import type { KubeObject } from "../fields.js";

/** One difference between two states of an object. */
export interface Change {
  change: string;
  /** The server's own time for it: the text as written, the field, and the instant it means. */
  server?: { text: string; field: string; ns: bigint };
}

/** Names what differs; `before` is undefined for an object that was just created. */
export type Differ = (before: KubeObject | undefined, after: KubeObject) => Change[];
