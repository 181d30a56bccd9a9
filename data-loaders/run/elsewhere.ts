import type { Transport } from "../effects.js";
import { quote } from "../environment/transport/quote.js";
import type { JournalHead } from "./journal.js";

/**
 * Where a run was, when it was not here: its undos would act on the wrong machine or in the wrong docker, and prove there what
 * is not so where the run was.
 */
export async function elsewhere(head: JournalHead, transport: Transport): Promise<string | undefined> {
  if (head.transport !== transport.name) return `on ${head.transport}: ./lab --on ${head.transport} clean`;
  if (head.dockerHost === undefined || head.dockerHost === (await transport.resolveDocker?.()))
    return undefined;
  return `in the docker at ${head.dockerHost}: DOCKER_HOST=${quote(head.dockerHost)} ./lab clean`;
}
