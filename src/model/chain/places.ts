/** Where a path in a container leads: its real place in the container's own root, and the mount point there. */
import { type Broken, type Fact, isBroken, notComparable } from "./facts.js";
import type { Text } from "./readings.js";
import type { Scene } from "./scene.js";

export interface MountPoint {
  /** The real path. */
  path: string;
  /** Its line in mountinfo: fields by their number in proc_pid_mountinfo(5). */
  line: { root: string; device: string; type: string; source: string };
  /** The line up to the mount's source; and the path in it. */
  fact: Fact<string>;
  point: Fact<string>;
}

/** What became of a path: a mount point with the links on the way to it, a place where nothing is mounted, or a reason why neither can be told. */
export type Found = { mount: MountPoint; links: Fact<string>[] } | { none: string } | Broken;

const LINKS = 40;

/** The mount point that a path of process `pid` leads to. `/state/` and `/state` are one; links are those that were read. */
export function mountPoint(scene: Scene, pid: number, info: Text, path: string): Found {
  const mounts = mountPoints(info);
  // no component of a mount point in the table is a link, so one that is there as it is written is that place
  const plain = simplified(path);
  const direct = plain === undefined ? undefined : mounts.findLast((mount) => mount.path === plain);
  if (direct) return { mount: direct, links: [] };
  const told = scene.node.text(`proc/${pid}/places`);
  if (isBroken(told)) {
    // evidence from before links were read: /var/run is a link to /run in most images
    const usual = plain?.replace(/^\/var\/run\//, "/run/");
    const mount = mounts.findLast((one) => one.path === usual);
    return mount
      ? { mount, links: [] }
      : notComparable(`where ${path} leads in the container's root was not read`);
  }
  const real = realPath(told, path);
  if (isBroken(real)) return real;
  const mount = mounts.findLast((one) => one.path === real.path);
  return mount ? { mount, links: real.links } : { none: real.path };
}

/** Every line of mountinfo, in its order: of several at one place the last one is seen. */
export function mountPoints(info: Text): MountPoint[] {
  return info
    .matchAll(/^((\d+ \d+ (\S+) (\S+) )(\S+) .*? - (\S+) (\S*)) /m)
    .map(({ groups: [, , head, device, root, point, type, source], fact }) => {
      const start = fact.source.span![0] + head!.length;
      const span: [number, number] = [start, start + point!.length];
      return {
        path: unescapeMount(utf8(point!)),
        line: { root: root!, device: device!, type: type!, source: source! },
        fact,
        point: { value: point!, source: { ...fact.source, span } },
      };
    });
}

/** One slash each, none at the end, no `.`; undefined for a path with `..`, whose meaning depends on links. */
export function simplified(path: string): string | undefined {
  const names = path.split("/").filter((name) => name !== "" && name !== ".");
  return names.includes("..") ? undefined : `/${names.join("/")}`;
}

/** Follows the links that were read, step by step, and never out of the container's root. */
function realPath(told: Text, path: string): { path: string; links: Fact<string>[] } | Broken {
  const steps = new Map(
    told.matchAll(/^((\S)\t([^\t\n]*)\t([^\t\n]*))$/m).map((step) => [utf8(step.groups[3]!), step] as const),
  );
  const links: Fact<string>[] = [];
  let here: string[] = [];
  for (let rest = path.split("/"); rest.length > 0; ) {
    const name = rest.shift()!;
    if (name === "" || name === ".") continue;
    if (name === "..") {
      here.pop();
      continue;
    }
    const full = `/${[...here, name].join("/")}`;
    const step = steps.get(full);
    if (!step)
      return notComparable(
        `where ${path} leads in the container's root cannot be told: ${full} was not read`,
      );
    if (step.groups[2] === "-") return { path: `/${[...here, name, ...rest].join("/")}`, links };
    if (step.groups[2] !== "l") {
      here.push(name);
      continue;
    }
    links.push({ ...step.fact, value: full });
    if (links.length > LINKS) return notComparable(`${path} leads through more than ${LINKS} links`);
    const target = utf8(step.groups[4]!);
    if (target.startsWith("/")) here = [];
    rest = [...target.split("/"), ...rest];
  }
  return { path: `/${here.join("/")}`, links };
}

/** mountinfo writes space, tab, newline and backslash as octal escapes. */
function unescapeMount(path: string): string {
  return path.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
}

/** Groups of a match have one character a byte. */
function utf8(bytes: string): string {
  return new TextDecoder().decode(Uint8Array.from(bytes, (char) => char.charCodeAt(0)));
}
