import { stdoutText, succeeded } from "../command.js";
import type { EnvironmentEffects } from "../effects.js";

/** Every node runs an init, a kubelet and a containerd, and all of them share the VM's allowance. */
export const inotifyNeeds = { max_user_instances: 1024, max_user_watches: 524288 } as const;

export const inotifyRemedy = `sudo sysctl ${Object.entries(inotifyNeeds)
  .map(([name, value]) => `fs.inotify.${name}=${value}`)
  .join(" ")}`;

/** Raises the inotify limits where they are too low and this user may; otherwise says how. */
export async function raiseInotifyLimits(
  effects: Pick<EnvironmentEffects, "transport" | "log">,
): Promise<void> {
  for (const [name, needed] of Object.entries(inotifyNeeds)) {
    const file = `/proc/sys/fs/inotify/${name}`;
    const read = await effects.transport.run({ argv: ["cat", file], timeoutMs: 5000 });
    const now = Number(stdoutText(read));
    if (succeeded(read) && now >= needed) continue;
    const write = await effects.transport.run({
      argv: ["tee", file],
      stdin: new TextEncoder().encode(`${needed}\n`),
      timeoutMs: 5000,
    });
    if (succeeded(write)) effects.log.info(`raised fs.inotify.${name} from ${now} to ${needed}`);
    else {
      effects.log.warn(
        `fs.inotify.${name} is ${now}; several nodes need ${needed}, or pods fail with "too many open files"\n  try: ${inotifyRemedy}`,
      );
    }
  }
}
