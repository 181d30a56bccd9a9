import { pinnedFolder, removePinned } from "../environment/cluster/pinned-kubeconfig.js";
import { removeAbandoned } from "../environment/transport/socket-folder.js";
import { exit } from "../exit-codes.js";
import { unfinished } from "../run/unfinished.js";
import type { Session } from "../session.js";

/** Journals were finished before this is called; what is still there belongs to runs that are going on. */
export async function clean(session: Session): Promise<number> {
  const open = unfinished();
  const elsewhere = open.filter(({ head }) => head.transport !== session.transport.name);
  for (const { head } of open)
    if (head.transport === session.transport.name)
      session.log.info(`run ${head.run} is going on (process ${head.pid}); it is left alone`);
  // a command that was killed before it could remove its kubeconfig, and had no run whose journal names it
  if (open.length === 0) await removePinned(session, pinnedFolder(session, session.settings.cluster));
  for (const folder of removeAbandoned())
    session.log.info(`removed ${folder}: the command whose ssh connection it was for was killed`);
  session.print(
    session.options.json
      ? JSON.stringify(open.map(({ head }) => head))
      : elsewhere.length > 0
        ? `nothing else of labbook's is left here; journals of other places: ${elsewhere.map(({ head }) => `${head.run} on ${head.transport}`).join(", ")}`
        : "nothing else of labbook's is left here",
  );
  return exit.done;
}
