/** The shape of `data/made/charts/<chapter>.json`: what charts are drawn from, taken from a run when the site is built. */

export interface ChapterCharts {
  timelines: TimelineChart[];
  distributions: DistributionChart[];
}

/** All times are seconds from the timeline's t0. */
export interface TimelineChart {
  id: string;
  /** Objects in the order of their first change. */
  lanes: string[];
  /** `event` is empty where the entry is no named point; `level` keeps the labels of near points apart. */
  points: { s: number; lane: string; change: string; event: string; level: number }[];
  /** Where a prediction puts a point; without a lane where that point was not seen. */
  bands: { from: number; to: number; lane?: string; prediction: string }[];
  /** What an earlier published run reported for a point. */
  references: { s: number; lane?: string; prediction: string; label: string }[];
  gaps: { from: number; to: number; lane: string; reason: string }[];
  /** From the first to the last entry. */
  extent: [number, number];
  /** What is shown first: t0 and the named points. */
  focus: [number, number];
}

export interface DistributionChart {
  id: string;
  unit: string;
  groups: DistributionGroup[];
  bands: { from: number; to: number; group: string; prediction: string }[];
  references: { value: number; group: string; prediction: string; label: string }[];
}

export interface DistributionGroup {
  name: string;
  samples: number[];
  n: number;
  min: number;
  p25: number;
  median: number;
  p75: number;
  max: number;
}
