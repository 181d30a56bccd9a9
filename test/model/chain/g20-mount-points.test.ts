/** G20: the same place, spelled differently. The container is recorded; its mounts and its image's links are invented. */
import { describe, expect, it } from "vitest";
import { chainFrom } from "../../../src/model/chain/chain.js";
import { compose, edited, ok, type Recording, recorded, withVm } from "./compose.js";
import { breaks, changed, changedJson, linkOf, recordedDelivery } from "./delivery/recorded.js";

const normal = withVm(recorded("c26-normal"));

/** Container path → mount point; and what the links of the container's root are said to be, if they were read. */
function container(mounts: Record<string, string>, places?: string): Recording {
  const asked = edited(normal, "inspect", (text) =>
    // one document after another, each from the start of a line
    text
      .trim()
      .split(/\n(?=\{)/)
      .map((document) => {
        const one = JSON.parse(document);
        if (one.info.pid === 971)
          one.status.mounts = Object.keys(mounts).map((path) => ({
            containerPath: path,
            hostPath: `/on/node${path}`,
          }));
        return JSON.stringify(one);
      })
      .join("\n"),
  );
  const told = edited(asked, "proc/971/mountinfo", (text) =>
    Object.values(mounts).reduce(
      (lines, point) => `${lines}1070 1042 0:99 / ${point} rw,relatime - tmpfs tmpfs rw\n`,
      text,
    ),
  );
  if (places === undefined) return told;
  return { ...told, node: new Map(told.node).set("proc/971/places", ok(places)) };
}

const mountsOf = (recording: Recording) => linkOf(chainFrom(compose(recording)), "container.app.mounts");

const LINKS = [
  "d\t/var\t",
  "l\t/var/lock\t/run/lock",
  "l\t/var/run\t../run",
  "d\t/run\t",
  "d\t/run/lock\t",
  "d\t/run/lock/app\t",
  "d\t/run/secrets\t",
  "d\t/run/secrets/token\t",
  "-\t/nowhere\t",
  "find: '/proc/971/root/nowhere': No such file or directory",
].join("\n");

describe("G20: the same place, spelled differently", () => {
  it.each([
    ["/state/", "/state", undefined],
    ["/state//x", "/state/x", undefined],
    ["/./state/./y", "/state/y", undefined],
    ["/with blank/", "/with\\040blank", undefined],
    ["/var/lock/app", "/run/lock/app", LINKS],
    ["/var/lock//app/", "/run/lock/app", LINKS],
    ["/var/run/secrets/token", "/run/secrets/token", LINKS],
    ["/var/../run/lock/app", "/run/lock/app", LINKS],
    // evidence from before links were read
    ["/var/run/secrets/token", "/run/secrets/token", undefined],
  ])("%s is mounted at %s", (path, point, places) => {
    const link = mountsOf(container({ [path]: point }, places));
    expect(link.break).toBeUndefined();
    expect(link.value).toEqual({ [path]: `/on/node${path}` });
    expect(link.agrees?.[0]?.with).toBe(`mountinfo ${path}`);
  });

  it("shows the links that lead there, from the container's own root", () => {
    const agrees = mountsOf(container({ "/var/lock/app": "/run/lock/app" }, LINKS)).agrees!;
    expect(agrees.map((one) => one.with)).toEqual(["mountinfo /var/lock/app", "link /var/lock"]);
    expect(agrees[1]!.source.pointer).toBe("section:proc/971/places");
  });

  it("says that it cannot be compared when a link was not read", () => {
    const unread = mountsOf(container({ "/var/lock/app": "/run/lock/app" }, "d\t/var\t"));
    expect(unread.break).toEqual({
      code: "not-comparable",
      reason:
        "cannot be compared: where /var/lock/app leads in the container's root cannot be told: /var/lock was not read",
    });
    const old = mountsOf(container({ "/var/lock/app": "/run/lock/app" }));
    expect(old.break).toEqual({
      code: "not-comparable",
      reason: "cannot be compared: where /var/lock/app leads in the container's root was not read",
    });
  });

  it("is a mismatch only where the place is known and nothing is mounted there", () => {
    expect(mountsOf(container({ "/var/lock/app": "/elsewhere" }, LINKS)).break).toEqual({
      code: "mismatch",
      reason:
        "crictl inspect lists a mount at /var/lock/app, the kernel shows none at /run/lock/app, where it leads",
    });
    expect(mountsOf(container({ "/nowhere/x": "/elsewhere" }, LINKS)).break?.code).toBe("mismatch");
  });

  it("follows no ring of links for ever", () => {
    const ring = mountsOf(container({ "/a/x": "/elsewhere" }, "l\t/a\tb\nl\t/b\t/a"));
    expect(ring.break?.code).toBe("not-comparable");
  });
});

describe("G20: the mount of a volume", () => {
  const served = recordedDelivery("c37-served");
  const PV = "/var/local-path-provisioner/pvc-18d41135-2a59-4517-8989-518723e59230_labbook-c37_served";
  const at = (path: string) => ({ ...served, delivery: { ...served.delivery!, path } });
  const asking = (host: string) => changed(served, "node", (text) => text.replaceAll(`"${PV}"`, `"${host}"`));
  const volumePath = (path: string) =>
    changedJson(served, "volume", ({ spec }) => {
      spec.hostPath.path = path;
    });

  it.each(["/state", "/state/", "//state/."])("is found at %s", (path) => {
    const link = linkOf(chainFrom(at(path)), "volume.mount");
    expect(link.break).toBeUndefined();
    expect(link.agrees?.[0]?.with).toBe("container.app.mounts");
  });

  it.each([`${PV}/`, PV.replace("/var/", "/var//")])("is the volume whose path is %s", (path) => {
    expect(breaks(volumePath(path))).toEqual({});
  });

  it("is the volume by the kubelet's own names for it", () => {
    const pods = "/var/lib/kubelet/pods/83f886e5-b73e-4f8a-9083-e49ea616a1de";
    const name = linkOf(chainFrom(served), "volume.name").value;
    expect(breaks(asking(`${pods}/volumes/kubernetes.io~local-volume/${name}`))).toEqual({});
    expect(breaks(asking(`${pods}/volume-subpaths/state/app/0`))).toEqual({});
    expect(breaks(asking(`${pods}/volumes/kubernetes.io~empty-dir/state`))).toEqual({
      "volume.mount": "mismatch",
    });
    expect(breaks(asking(`${pods}/volume-subpaths/other/app/0`))).toEqual({ "volume.mount": "mismatch" });
  });

  it("cannot be told by two paths of a node; the directory's inode still proves it", () => {
    const linked = asking("/srv/link-to-it");
    expect(breaks(linked)).toEqual({ "volume.mount": "not-comparable" });
    expect(linkOf(chainFrom(linked), "volume.directory").value).toBeDefined();
  });

  it("runs where the kubelet mounted it, whatever the label calls that node; a Pod that does not run contradicts it", () => {
    const labelled = changedJson(served, "volume", ({ spec }) => {
      spec.nodeAffinity.required.nodeSelectorTerms[0].matchExpressions[0].values = ["ip-10-0-0-7.internal"];
    });
    expect(breaks(labelled)).toEqual({ "volume.node": "not-comparable" });
    const stopped = changed(labelled, "node", (text) =>
      text.replaceAll("CONTAINER_RUNNING", "CONTAINER_CREATED"),
    );
    expect(breaks(stopped)["volume.node"]).toBe("mismatch");
  });
});
