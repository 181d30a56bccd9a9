import { appearance, type Change, changesOf } from "./changes/index.js";
import { type KubeObject, text } from "./fields.js";
import type { ObjectLine } from "./lines.js";

interface Tracked {
  uid: string | undefined;
  object: KubeObject;
  gone: boolean;
}

/**
 * Follows the objects of one watch and says what each line changed. An object is its UID: the same name with
 * another UID is `recreated`, and `deleted` is said of the UID that is gone.
 */
export function trackObjects(): (line: ObjectLine) => Change[] {
  const known = new Map<string, Tracked>();
  return (line) => {
    if (line.type === "BOOKMARK") return [];
    const key = identity(line.object);
    const uid = text(line.object, "metadata", "uid");
    const was = known.get(key);
    const gone = line.type === "DELETED";
    // The late end of a UID whose name is already taken by the next one leaves that one's state alone.
    const superseded = gone && was !== undefined && was.uid !== uid;
    if (!superseded) known.set(key, { uid, object: line.object, gone });
    const first = line.type === "LIST" && !line.synthetic;
    if (first) return [];
    if (superseded) return [{ change: "deleted" }];
    const before = was && was.uid === uid ? was.object : undefined;
    const changes = [...arrival(line, was, uid), ...changesOf(before, line.object)];
    if (gone) return [...changes, { change: "deleted" }];
    return changes.length > 0 ? changes : [{ change: "changed" }];
  };
}

function arrival(line: ObjectLine, was: Tracked | undefined, uid: string | undefined): Change[] {
  // An Event is itself the news; that its record was created says nothing more.
  if (line.type === "DELETED" || text(line.object, "kind") === "Event") return [];
  if (!was) return [appearance("created", line.object)];
  if (was.uid !== uid) return [appearance("recreated", line.object)];
  return was.gone ? [{ change: "seen again" }] : [];
}

function identity(object: KubeObject): string {
  const { kind, metadata } = object;
  return [kind, text(metadata, "namespace"), text(metadata, "name")].join("/");
}
