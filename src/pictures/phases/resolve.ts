/** Phases with their moments: every boundary is a recorded event, or known to be missing. */
import type { Moment } from "../context.js";
import type { Filled, Path, Sheet } from "../sheet.js";
import { textWidth } from "../text-width.js";
import type { PhasesSpec, SpanSpec } from "./spec.js";

export interface Span {
  id: string;
  label: Filled;
  note: Filled;
  begins: Filled;
  tone: SpanSpec["tone"];
  /** Milliseconds since the epoch; drawn at a guessed place when `uncertain`. */
  start: number;
  end: number;
  /** What says when it starts; absent when it starts before the picture does. */
  startsAt?: Moment;
  endsAt?: Moment;
  /** One of its boundaries was not recorded. */
  uncertain: boolean;
}

export interface Lane {
  label: Filled;
  spans: Span[];
  ticks: number[];
}

export interface Phases {
  spans: Span[];
  lanes: Lane[];
  /** The edges of the picture. */
  from: number;
  to: number;
  zero: number;
  references: { at: number; label: string; text: string }[];
}

type Draft = Omit<Span, "start" | "end" | "uncertain"> & { open: { start: boolean; end: boolean } };

export function resolvePhases(spec: PhasesSpec, sheet: Sheet): Phases {
  const main = drafts(spec.phases, ["phases"], "phase", spec, sheet);
  const lanes = spec.lanes.map((lane, index) =>
    drafts(lane.phases, ["lanes", index, "phases"], `lane-${index + 1}`, spec, sheet),
  );
  const edge = (key: "from" | "to" | "zero") =>
    spec[key] === undefined ? undefined : sheet.moment(spec[key], [key], spec.timeline).at;
  const [from, to, zero] = [edge("from"), edge("to"), edge("zero")];
  const known = [main, ...lanes]
    .flat()
    .flatMap(({ startsAt, endsAt }) => [startsAt?.at, endsAt?.at])
    .filter((at) => at !== undefined);
  const first = from ?? Math.min(...(known.length > 0 ? known : [0]));
  const last = to ?? Math.max(...(known.length > 0 ? known : [main.length * 1000]));
  const length = Math.max(last - first, 1);
  const rows = [main, ...lanes];
  const opens = rows.some((row) => row[0]?.open.start);
  const stays = rows.some((row) => row.at(-1)?.open.end);
  const left = first - (from === undefined && opens ? length * marginFor([main[0]]) : 0);
  const right = last + (to === undefined && stays ? length * marginFor(rows.map((row) => row.at(-1))) : 0);
  const spans = placed(main, left, right);
  return {
    spans,
    lanes: lanes.map((row, index) => ({
      label: sheet.text(spec.lanes[index]!.label, ["lanes", index, "label"]),
      spans: placed(row, left, right),
      ticks: ticksOf(spec.lanes[index]!.ticks, ["lanes", index, "ticks"], sheet),
    })),
    from: left,
    to: right,
    zero: zero ?? (Number.isFinite(Math.min(...known)) ? Math.min(...known) : left),
    references: referencesOf(spec, zero ?? Math.min(...known), sheet),
  };
}

/** What a phase without a boundary of its own gets, as a share of the recorded time: room for its words, within reason. */
function marginFor(spans: (Draft | undefined)[]): number {
  const open = spans.filter(
    (span): span is Draft => span !== undefined && (span.open.start || span.open.end),
  );
  const words = open.flatMap(({ label, note }) => [label.plain, ...note.plain.split(" ")]);
  const widest = Math.max(0, ...words.map((word) => textWidth(word, 13, true)));
  return Math.min(0.3, Math.max(0.08, (widest + 26) / 480));
}

function drafts(
  specs: SpanSpec[],
  path: Path,
  prefix: string,
  { timeline }: PhasesSpec,
  sheet: Sheet,
): Draft[] {
  let before: Moment | undefined;
  return specs.map((one, index) => {
    const here = [...path, index];
    const startsAt = one.from === undefined ? before : sheet.moment(one.from, [...here, "from"], timeline);
    const endsAt =
      one.until === undefined ? undefined : sheet.moment(one.until, [...here, "until"], timeline);
    if (!startsAt && index > 0)
      sheet.fault(here, `${here.join(".")}: it needs "from", since the phase before it has no "until"`);
    if (startsAt?.at !== undefined && endsAt?.at !== undefined && endsAt.at < startsAt.at)
      sheet.fault([...here, "until"], `${here.join(".")}: ${endsAt.source} was before ${startsAt.source}`);
    before = endsAt;
    return {
      id: one.id ?? `${prefix}-${index + 1}`,
      label: sheet.text(one.label, [...here, "label"]),
      note: sheet.text(one.note, [...here, "note"]),
      begins: sheet.text(one.begins, [...here, "begins"]),
      tone: one.tone,
      startsAt,
      endsAt,
      open: { start: startsAt === undefined, end: endsAt === undefined },
    };
  });
}

/** Boundaries without a time are spread between their neighbours, so that the phase has a place to be hatched in. */
function placed(drafts: Draft[], left: number, right: number): Span[] {
  const starts = drafts.map(({ startsAt, open }) => (open.start ? left : startsAt!.at));
  const ends = drafts.map(({ endsAt, open }) => (open.end ? right : endsAt!.at));
  const edges = drafts.flatMap((_, index) => [starts[index], ends[index]]);
  const filled = edges.map((edge, index) => {
    if (edge !== undefined) return Math.min(Math.max(edge, left), right);
    const lower = edges.slice(0, index).findLast((one) => one !== undefined) ?? left;
    const next = edges.findIndex((one, at) => at > index && one !== undefined);
    const upper = next < 0 ? right : edges[next]!;
    const known = edges.slice(0, index).findLastIndex((one) => one !== undefined);
    const holes = (next < 0 ? edges.length : next) - known;
    return lower + ((upper - lower) * (index - known)) / holes;
  });
  return drafts.map(({ open: _, ...draft }, index) => ({
    ...draft,
    start: filled[2 * index]!,
    end: filled[2 * index + 1]!,
    uncertain: draft.startsAt?.missing !== undefined || draft.endsAt?.missing !== undefined,
  }));
}

function ticksOf(
  spec: { timeline: string; object: string; change: string } | undefined,
  path: Path,
  { context, fault, missing }: Sheet,
): number[] {
  if (!spec || !context.run) return [];
  if (!context.run.timelineSpecs.some(({ id }) => id === spec.timeline)) {
    fault([...path, "timeline"], `${path.join(".")}: no timeline is called ${spec.timeline}`);
    return [];
  }
  const timeline = context.run.timelines.find(({ id }) => id === spec.timeline);
  if (!timeline || timeline.t0.at === "") {
    missing.set(spec.timeline, {
      kind: "NOT_RUN",
      reason: timeline?.incomplete?.[0]?.reason ?? "the timeline was not recorded",
    });
    return [];
  }
  const [object, change] = [new RegExp(spec.object), new RegExp(spec.change)];
  return timeline.entries
    .filter((entry) => object.test(entry.object) && change.test(entry.change))
    .map(({ offsetMs }) => Date.parse(timeline.t0.at) + offsetMs);
}

function referencesOf({ references }: PhasesSpec, zero: number, sheet: Sheet): Phases["references"] {
  return references.flatMap(({ prediction, label }, index) => {
    const path = ["references", index];
    const reference = sheet.context.run?.predictions.find(({ id }) => id === prediction)?.reference;
    if (!sheet.context.run || !Number.isFinite(zero)) return [];
    if (typeof reference?.value !== "number" || reference.unit !== "s") {
      sheet.fault(path, `references.${index}: the prediction ${prediction} carries no reference in seconds`);
      return [];
    }
    return [
      {
        at: zero + reference.value * 1000,
        label: sheet.text(label, [...path, "label"]).plain,
        text: `${reference.value} s`,
      },
    ];
  });
}
