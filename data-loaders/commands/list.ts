import { series } from "../../labs/series.js";
import { EVIDENCE } from "../evidence/paths.js";
import { readRun } from "../evidence/store.js";
import { exit } from "../exit-codes.js";
import { loadAll } from "../labs.js";
import { chapterState } from "../run/state.js";
import type { Session } from "../session.js";

/** One line a chapter: id, state, newest run and its age, the environment it needs, title. */
export async function list(session: Session): Promise<number> {
  const labs = new Map((await loadAll()).map((loaded) => [loaded.lab.id, loaded]));
  const rows = [];
  const code = new Map<string, string>();
  for (const chapter of series.flatMap((s) => s.chapters)) {
    const loaded = labs.get(chapter.id);
    const run = loaded && (await readRun(EVIDENCE, chapter.id));
    const state = loaded ? (await chapterState(loaded, run, { code })).state : "PLANNED";
    rows.push({
      id: chapter.id,
      state,
      status: run?.status ?? null,
      run: run?.id ?? null,
      observedAt: run?.startedAt ?? null,
      age: run ? age(session.clock.now().getTime() - Date.parse(run.startedAt)) : null,
      environment: loaded?.lab.environment ?? null,
      title: chapter.title,
    });
  }
  if (session.options.json) session.print(JSON.stringify(rows, null, 2));
  else for (const row of [HEADER, ...rows]) session.print(line(row));
  return exit.done;
}

const HEADER = {
  id: "id ",
  state: "state",
  status: "newest",
  age: "age",
  environment: "needs",
  title: { en: "title" },
};

function line(row: {
  id: string;
  state: string;
  status: string | null;
  age: string | null;
  environment: string | null;
  title: { en: string };
}) {
  const columns = [
    row.id,
    row.state.padEnd(9),
    (row.status ?? "-").padEnd(9),
    (row.age ?? "-").padEnd(8),
    (row.environment ?? "-").padEnd(7),
  ];
  return `${columns.join("  ")}  ${row.title.en}`;
}

function age(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 60) return `${minutes} min`;
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1440)} d`;
}
