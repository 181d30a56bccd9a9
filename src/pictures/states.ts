/** The recorded states that a picture moves through: for each, what is there, what is in focus, and when it was. */
import { z } from "zod";
import type { Moment } from "./context.js";
import type { Filled, Path, Sheet } from "./sheet.js";

const ids = z.array(z.string()).default([]);

/** One state in YAML. `show`, `hide`, `break` and `mend` hold from here on; `mark` holds in this state alone. */
export const stateSchema = z.strictObject({
  at: z.string(),
  text: z.string(),
  show: ids,
  hide: ids,
  mark: ids,
  break: ids,
  mend: ids,
});

/** What every kind of picture may say beside its own keys. */
export const common = {
  /** What the picture shows, in one sentence: its name for those who do not see it. */
  title: z.string(),
  caption: z.string().optional(),
  states: z.array(stateSchema).default([]),
  /** Which state stands when nothing plays, from 1; the last one otherwise. */
  rest: z.number().int().positive().optional(),
};

export interface CommonSpec {
  title: string;
  caption?: string;
  states: z.infer<typeof stateSchema>[];
  rest?: number;
}

/** How a picture looks in one state. */
export interface Look {
  off: Set<string>;
  marked: Set<string>;
  broken: Set<string>;
}

export interface State extends Look {
  moment: Moment;
  text: Pick<Filled, "html">;
}

/** Every state in order; names of parts that the picture does not have are faults. */
export function statesOf(spec: CommonSpec, parts: string[], sheet: Sheet): State[] {
  const known = new Set(parts);
  let off = new Set(parts.filter((part) => appears(part, spec)));
  let broken = new Set<string>();
  const states = spec.states.map((state, index) => {
    const path: Path = ["states", index];
    for (const key of ["show", "hide", "mark", "break", "mend"] as const)
      for (const [at, id] of state[key].entries())
        if (!known.has(id))
          sheet.fault(
            [...path, key, at],
            `states.${index}.${key}: the picture has no part ${id}; it has ${parts.join(", ")}`,
          );
    off = new Set([...without(off, state.show), ...state.hide]);
    broken = new Set([...without(broken, state.mend), ...state.break]);
    return {
      moment: sheet.moment(state.at, [...path, "at"]),
      text: sheet.text(state.text, [...path, "text"]),
      off,
      broken,
      marked: new Set(state.mark),
    };
  });
  inOrder(states, sheet);
  if (spec.rest !== undefined && spec.rest > states.length)
    sheet.fault(["rest"], `rest: there are only ${states.length} states`);
  return states;
}

/** A part that a state shows before any hides it was not there at first. */
function appears(part: string, { states }: CommonSpec): boolean {
  return (
    states.find(({ show, hide }) => show.includes(part) || hide.includes(part))?.show.includes(part) ?? false
  );
}

/** The look of the picture that stands: its last state, or the one that `rest` names, with nothing in focus. */
export function restingLook(spec: CommonSpec, states: State[]): Look {
  const state = states[(spec.rest ?? states.length) - 1];
  return { off: state?.off ?? new Set(), broken: state?.broken ?? new Set(), marked: new Set() };
}

/** The classes of a part in a look. */
export function partClass(id: string, look: Look, ...more: (string | false | undefined)[]): string {
  return [
    ...more,
    look.off.has(id) && "is-off",
    look.marked.has(id) && "is-marked",
    look.broken.has(id) && "is-broken",
  ]
    .filter(Boolean)
    .join(" ");
}

/** States follow each other as their moments did: a film that runs backwards was not recorded. */
function inOrder(states: State[], sheet: Sheet): void {
  let last = Number.NEGATIVE_INFINITY;
  for (const [index, { moment }] of states.entries()) {
    if (moment.at === undefined) continue;
    if (moment.at < last)
      sheet.fault(
        ["states", index, "at"],
        `states.${index}.at: ${moment.source} was before the state above it`,
      );
    last = Math.max(last, moment.at);
  }
}

function without(set: Set<string>, gone: string[]): Set<string> {
  return new Set([...set].filter((one) => !gone.includes(one)));
}
