import { describe, expect, it } from "vitest";
import { changesOf, objectName } from "../../../src/model/timeline/changes/index.js";
import type { KubeObject } from "../../../src/model/timeline/fields.js";

const said = (before: KubeObject | undefined, after: KubeObject) =>
  changesOf(before, after).map((change) => change.change);

describe("containers of a Pod", () => {
  const pod = (status: KubeObject): KubeObject => ({ kind: "Pod", status: { containerStatuses: [status] } });
  const running = (startedAt: string) => ({ running: { startedAt } });
  const ended = {
    terminated: { exitCode: 1, reason: "Error", finishedAt: "2026-03-01T10:00:09Z", containerID: "c1" },
  };

  it("tells waiting, running, the end and the restart", () => {
    const waiting = pod({ name: "app", state: { waiting: { reason: "ContainerCreating" } } });
    const first = pod({ name: "app", restartCount: 0, ready: true, state: running("2026-03-01T10:00:01Z") });
    const crashed = pod({ name: "app", restartCount: 0, ready: false, state: ended });
    const back = pod({
      ...{ name: "app", restartCount: 1, ready: false, lastState: ended },
      state: { waiting: { reason: "CrashLoopBackOff" } },
    });
    expect(said(undefined, waiting)).toEqual(["container app waiting (ContainerCreating)"]);
    expect(said(waiting, first)).toEqual(["container app running", "container app ready false→true"]);
    expect(said(first, crashed)).toEqual([
      "container app terminated (Error, exit 1)",
      "container app ready true→false",
    ]);
    expect(said(crashed, back)).toEqual([
      "container app waiting (CrashLoopBackOff)",
      "container app restarts 0→1",
    ]);
  });

  it("does not lose an end that no state showed", () => {
    const first = pod({ name: "app", restartCount: 0, state: running("2026-03-01T10:00:01Z") });
    const second = pod({
      name: "app",
      restartCount: 1,
      state: running("2026-03-01T10:00:10Z"),
      lastState: ended,
    });
    expect(said(first, second)).toEqual([
      "container app terminated (Error, exit 1)",
      "container app running",
      "container app restarts 0→1",
    ]);
  });
});

describe("other kinds", () => {
  it("an EndpointSlice by target, address and readiness", () => {
    const endpoint = (address: string, conditions: KubeObject) => ({
      ...{ addresses: [address], conditions, targetRef: { kind: "Pod", name: "web-1" } },
    });
    const slice = (...endpoints: KubeObject[]): KubeObject => ({ kind: "EndpointSlice", endpoints });
    const [before, after] = [
      endpoint("10.244.1.7", { ready: true }),
      endpoint("10.244.1.7", { ready: false }),
    ];
    expect(said(slice(), slice(before))).toEqual(["endpoint Pod/web-1 10.244.1.7 ready"]);
    expect(said(slice(before), slice(after))).toEqual(["endpoint Pod/web-1 10.244.1.7 not ready"]);
    expect(said(slice(before), slice(endpoint("10.244.1.8", {})))).toEqual([
      "endpoint Pod/web-1 10.244.1.8 ready",
      "endpoint Pod/web-1 10.244.1.7 removed",
    ]);
  });

  it("a Node's cordon, addresses and heartbeat", () => {
    const node = (spec: KubeObject, address: string, lastHeartbeatTime: string): KubeObject => ({
      kind: "Node",
      spec,
      status: {
        addresses: [{ type: "InternalIP", address }],
        conditions: [{ type: "Ready", status: "True", lastHeartbeatTime }],
      },
    });
    const before = node({}, "172.18.0.3", "2026-03-01T10:00:00Z");
    const after = node({ unschedulable: true }, "172.18.0.2", "2026-03-01T10:05:00Z");
    expect(said(before, after)).toEqual([
      "unschedulable none→true",
      "address InternalIP 172.18.0.3→172.18.0.2",
      "heartbeat",
    ]);
  });

  it("a workload's counts, and an Event by what it speaks of", () => {
    const set = (readyReplicas: number): KubeObject => ({ kind: "StatefulSet", status: { readyReplicas } });
    expect(said(set(1), set(2))).toEqual(["readyReplicas 1→2"]);
    const event: KubeObject = {
      ...{
        kind: "Event",
        metadata: { name: "web.18ec" },
        reason: "BackOff",
        count: 3,
        message: "Back-off\n again",
      },
      involvedObject: { kind: "Pod", name: "web" },
    };
    expect(objectName(event)).toBe("Event/Pod/web");
    expect(said(undefined, event)).toEqual(["BackOff ×3: Back-off again"]);
  });
});
