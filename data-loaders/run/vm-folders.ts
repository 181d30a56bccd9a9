import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { pack } from "tar-stream";
import type { Transport } from "../effects.js";
import { must } from "../environment/command.js";

type Vm = Pick<Transport, "name" | "run">;

/** A run's own folder on the VM for what its steps write, relative to where commands start there. */
export function scratchFolder(runId: string): string {
  return `.labbook/scratch/${runId}`;
}

/** Where the lab's own files are on the VM: in the project itself, or where they were brought for this run. */
export function filesFolder(vm: Pick<Vm, "name">, labFolder: string, runId: string): string {
  return vm.name === "local" ? `labs/${labFolder}` : `.labbook/files/${runId}`;
}

/**
 * Makes the scratch folder, and brings the lab's files to a VM that is another machine.
 * @throws MissingError with the command and how it ended
 */
export async function makeFolders(
  vm: Transport,
  labFolder: string,
  runId: string,
  withFiles: boolean,
): Promise<void> {
  const scratch = scratchFolder(runId);
  const timeoutMs = 30_000;
  if (vm.name === "local") {
    await mkdir(scratch, { recursive: true });
    return;
  }
  await must(vm, "making the scratch folder on the VM", ["mkdir", "-p", scratch], { timeoutMs });
  if (!withFiles) return;
  const to = filesFolder(vm, labFolder, runId);
  await must(vm, "making the folder for the lab's files on the VM", ["mkdir", "-p", to], { timeoutMs });
  const stdin = await packed(join("labs", labFolder));
  const remedy = "install tar on the VM";
  await must(vm, "bringing the lab's files to the VM", ["tar", "-xf", "-", "-C", to], {
    ...{ timeoutMs, stdin, remedy },
  });
}

/** @throws MissingError when the VM does not do it; the folders are found again by the run's ID */
export async function removeFolders(vm: Transport, runId: string): Promise<void> {
  if (vm.name === "local") {
    await rm(scratchFolder(runId), { recursive: true, force: true });
    return;
  }
  const own = [scratchFolder(runId), `.labbook/files/${runId}`];
  await must(vm, "removing the run's folders on the VM", ["rm", "-rf", ...own], { timeoutMs: 30_000 });
}

/** Programs and data beside the sheet, as a tar; the sheet itself and its questions stay here. */
async function packed(folder: string): Promise<Uint8Array> {
  const archive = pack();
  const entries = await readdir(folder, { withFileTypes: true });
  for (const { name } of entries.filter((entry) => entry.isFile() && !entry.name.endsWith(".ts")))
    archive.entry({ name, mode: 0o644 }, await readFile(join(folder, name)));
  archive.finalize();
  const chunks: Uint8Array[] = [];
  for await (const chunk of archive) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}
