/** What a picture may know of a run: values, moments and the colours of values. The notebook plugin supplies it. */
import type { RunDocument, Value } from "../model/run.js";

export type Lang = "en" | "zh";

/** A value as the page writes it, or the reason why there is none. */
export interface Shown {
  /** For the reader, in the page's language: rounded, shortened, with its unit. Of a missing value: `NOT_RUN`, `NOT_FOUND`, … */
  text: string;
  value?: Value;
  unit?: string;
  /** The step that it was read from. */
  step?: string;
  /** To the place on the record page that proves it. */
  href?: string;
  missing?: { kind: string; reason: string };
}

/** When something happened, with the event or the output that says so. */
export interface Moment {
  /** Milliseconds since the epoch, with fractions. Absent when it did not happen or was not recorded. */
  at?: number;
  /** What says so, for the reader: `outage/unknown`, `stop-kubelet`. */
  source: string;
  href?: string;
  missing?: { kind: string; reason: string };
}

export interface PictureContext {
  lang: Lang;
  /** The run that the page shows; absent when the chapter has none. */
  run: RunDocument | undefined;
  /**
   * What a name stands for: an observation (`unknown.at`), a point of a timeline in seconds from its t0 (`outage/unknown`),
   * a chain's link (`normal/sandbox.id`). Filters are those of prose: `short`. `undefined` when the lab knows no such name.
   */
  show(ref: string, filters?: string[]): Shown | undefined;
  /**
   * When it was: a point of a timeline (`outage/unknown`, or `unknown` when `timeline` is given), a step's start
   * (`stop-kubelet`) or end (`stop-kubelet.end`), an observation: the point it was read from, else the end of its step.
   */
  moment(ref: string, timeline?: string): Moment | undefined;
  /** The colour of an identity: 0 to 7, the same for the same text everywhere on the page. */
  tone(value: string): number;
}
