import { expect, test } from "vitest";
import { LAYERS, type Reading, type Readings, walk } from "../../src/model/diagnose/index.js";

/** What the kernel prints above the sockets. */
const TABLE = "  sl  local_address rem_address   st tx_queue rx_queue\n";

/** A Pod that works, as JSON of the API and the CRI; `change` spoils one thing. */
function working(change: (world: World) => void = () => {}): Readings {
  const world: World = {
    pod: {
      metadata: { uid: "u-1", name: "web", namespace: "ns", labels: { app: "web" } },
      spec: {
        nodeName: "worker",
        volumes: [{}],
        containers: [{ name: "app", image: "r:5000/probe:v1", ports: [{ containerPort: 8080 }] }],
      },
      status: {
        phase: "Running",
        podIP: "10.244.1.2",
        conditions: [
          { type: "Initialized", status: "True" },
          { type: "Ready", status: "True" },
        ],
        containerStatuses: [
          {
            name: "app",
            imageID: "r:5000/probe@sha256:aa",
            state: { running: { startedAt: "2026-01-01T00:00:00Z" } },
          },
        ],
      },
    },
    events: { items: [] },
    node: { status: { conditions: [{ type: "Ready", status: "True" }] } },
    sandboxes: { items: [{ id: "s1", state: "SANDBOX_READY", metadata: { uid: "u-1", attempt: 0 } }] },
    containers: {
      containers: [
        {
          id: "c1",
          podSandboxId: "s1",
          state: "CONTAINER_RUNNING",
          imageRef: "sha256:bb",
          metadata: { name: "app" },
        },
      ],
    },
    services: { items: [{ metadata: { name: "web" }, spec: { selector: { app: "web" } } }] },
    endpointslices: {
      items: [
        {
          metadata: { name: "web-1", labels: { "kubernetes.io/service-name": "web" } },
          endpoints: [{ conditions: { ready: true }, targetRef: { uid: "u-1" } }],
        },
      ],
    },
    "sockets/app": `${TABLE}0: 00000000:1F90 00000000:0000 0A 0:0`,
    "log/app": "",
  };
  change(world);
  const readings = Object.entries(world)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]): Reading => {
      const failed = value instanceof Error;
      const stdout = failed ? "" : typeof value === "string" ? value : JSON.stringify(value);
      return {
        name,
        target: "vm",
        argv: ["x"],
        exitCode: failed ? 1 : 0,
        stdout,
        stderr: failed ? value.message : "",
      };
    });
  return { schema: "labbook/diagnosis/v1", namespace: "ns", pod: "web", readings };
}

// biome-ignore lint/suspicious/noExplicitAny: a test spoils whatever it likes
type World = Record<string, any>;

const firstOf = (change?: (world: World) => void) => {
  const { first } = walk(working(change));
  return first && `${first.id} ${first.state}${first.cause ? ` ${first.cause}` : ""}`;
};

test("of a Pod that works every layer has proof, each from a reading that is there", () => {
  const readings = working();
  const { layers, first } = walk(readings);
  expect(first).toBeUndefined();
  expect(layers.map(({ id }) => id)).toEqual([...LAYERS]);
  for (const layer of layers) {
    expect(layer.state).toBe("works");
    expect(layer.proof.length).toBeGreaterThan(0);
    for (const { reading } of layer.proof)
      expect(readings.readings.map(({ name }) => name)).toContain(reading);
  }
});

test("no Pod is a failure, a server that does not answer is not", () => {
  const gone = (message: string) => (world: World) => {
    for (const name of Object.keys(world)) world[name] = undefined;
    world.pod = new Error(message);
  };
  expect(firstOf(gone('Error from server (NotFound): pods "web" not found'))).toBe("api fails no such Pod");
  expect(firstOf(gone("Unable to connect to the server: dial tcp"))).toBe("api not determined");
  expect(
    walk(working(gone("(NotFound)")))
      .layers.slice(1)
      .every(({ state }) => state === "not reached"),
  ).toBe(true);
});

test("without a node: unschedulable with the scheduler's words, or simply not known yet", () => {
  const unscheduled = (conditions: unknown[]) => (world: World) => {
    delete world.pod.spec.nodeName;
    world.pod.status = { phase: "Pending", conditions };
  };
  const message = "0/3 nodes are available: 3 Insufficient cpu.";
  const condition = { type: "PodScheduled", status: "False", reason: "Unschedulable", message };
  expect(firstOf(unscheduled([condition]))).toBe("scheduling fails Unschedulable");
  expect(walk(working(unscheduled([condition]))).first?.proof[0]?.text).toContain(message);
  expect(firstOf(unscheduled([]))).toBe("scheduling not determined");
});

test("a node that is Unknown fails; one that could not be read is not determined, with what was said", () => {
  expect(
    firstOf((world) => {
      world.node.status.conditions[0].status = "Unknown";
    }),
  ).toBe("node fails Ready is Unknown");
  const { first } = walk(
    working((world) => {
      world.node = new Error("Error from server (Forbidden): nodes is forbidden");
    }),
  );
  expect(first).toMatchObject({ id: "node", state: "not determined" });
  expect(first?.proof[0]?.text).toContain("Forbidden");
});

/** A Pod on its node that has no container yet. */
function pending(world: World, status: object = {}, events: object[] = []): void {
  world.pod.status = { phase: "Pending", conditions: [{ type: "Initialized", status: "True" }], ...status };
  world.containers = { containers: [] };
  world["sockets/app"] = undefined;
  world.events.items = events.map((event) => ({ involvedObject: { uid: "u-1" }, ...event }));
}

test("without a sandbox the event says whether a volume or the network was refused; an older sandbox proves nothing", () => {
  const none = (events: object[]) => (world: World) => {
    pending(world, {}, events);
    world.sandboxes = { items: [{ id: "s0", state: "SANDBOX_NOTREADY", metadata: { uid: "u-1" } }] };
  };
  const mount = {
    reason: "FailedMount",
    message: 'MountVolume.SetUp failed for volume "x": secret "y" not found',
  };
  expect(firstOf(none([mount]))).toBe("volumes fails FailedMount");
  const cni = {
    reason: "FailedCreatePodSandBox",
    message: 'failed to setup network for sandbox "s": plugin type="x" failed',
  };
  expect(firstOf(none([cni]))).toBe("sandbox fails network setup refused");
  expect(firstOf(none([]))).toBe("volumes not determined");
  expect(firstOf(none([{ ...cni, involvedObject: { uid: "another" } }]))).toBe("volumes not determined");
});

test("pull troubles: the event's whole words decide between reference and content", () => {
  const pulling = (message: string) => (world: World) => {
    const state = { waiting: { reason: "ImagePullBackOff", message: "Back-off pulling image" } };
    pending(world, { podIP: "10.244.1.2", containerStatuses: [{ name: "app", imageID: "", state }] }, [
      { reason: "Failed", message, involvedObject: { uid: "u-1", fieldPath: "spec.containers{app}" } },
    ]);
  };
  const start =
    'Failed to pull image "r:5000/probe:v1": rpc error: failed to pull and unpack image "r:5000/probe:v1": ';
  expect(
    firstOf(pulling(`${start}failed to resolve reference "r:5000/probe:v1": r:5000/probe:v1: not found`)),
  ).toBe("image-reference fails name not found");
  expect(firstOf(pulling(`${start}no match for platform in manifest: not found`))).toBe(
    "image-content fails no such platform",
  );
  expect(firstOf(pulling(`${start}words that nobody has seen`))).toBe("image-reference not determined");
});

/** A container that was refused, or ended. */
const stopped =
  (state: object, more: (world: World) => void = () => {}) =>
  (world: World) => {
    world.pod.status.containerStatuses[0] = { name: "app", imageID: "i", ...state };
    world.pod.status.conditions[1].status = "False";
    world.containers.containers[0].state = "CONTAINER_EXITED";
    world["sockets/app"] = undefined;
    more(world);
  };

test("what runc refuses is a mount or an exec; what a process does is its end", () => {
  const error = (message: string) => ({
    state: { waiting: { reason: "CrashLoopBackOff" } },
    lastState: { terminated: { exitCode: 128, reason: "StartError", message } },
  });
  const create =
    "failed to create containerd task: OCI runtime create failed: runc create failed: unable to start container process: ";
  const mount =
    'error during container init: error mounting "/x" to rootfs at "/app/server.mjs": not a directory';
  expect(firstOf(stopped(error(create + mount)))).toBe("container-create fails not a directory");
  const exec = 'error during container init: exec: "/no/such": stat /no/such: no such file or directory';
  expect(firstOf(stopped(error(create + exec)))).toBe("process-start fails no such file or directory");
  const foreign = { state: { terminated: { exitCode: 255, reason: "Error" } } };
  const log = (world: World) => {
    world["log/app"] = "exec /foreign/program: exec format error\n";
  };
  expect(firstOf(stopped(foreign, log))).toBe("process-start fails exec format error");
  expect(firstOf(stopped(foreign))).toBe("process-alive fails ended with exit code 255");
  const unread = (world: World) => {
    world["log/app"] = new Error("rpc error: code = NotFound");
  };
  expect(firstOf(stopped(foreign, unread))).toBe("process-start not determined");
  const killed = { state: { terminated: { exitCode: 137, reason: "OOMKilled" } } };
  expect(firstOf(stopped(killed))).toBe("process-alive fails ended with OOMKilled");
  const config = {
    state: { waiting: { reason: "CreateContainerConfigError", message: 'configmap "absent" not found' } },
  };
  const noContainer = (world: World) => {
    world.containers.containers = [];
    world.events.items = [
      { reason: "Pulled", involvedObject: { uid: "u-1", fieldPath: "spec.containers{app}" } },
    ];
  };
  expect(firstOf(stopped(config, noContainer))).toBe('container-create fails configmap "absent" not found');
});

test("a Pod that has done its work has no failing layer", () => {
  const done = stopped({ state: { terminated: { exitCode: 0, reason: "Completed" } } }, (world) => {
    world.pod.status.phase = "Succeeded";
    world.pod.spec.containers[0].ports = undefined;
    world.services.items = [];
  });
  expect(firstOf(done)).toBeUndefined();
});

test("a running process: loopback, no listener, 503, and sockets that could not be read", () => {
  const sockets = (text: unknown) => (world: World) => {
    world["sockets/app"] = text;
    world.pod.status.conditions[1].status = "False";
  };
  expect(firstOf(sockets(`${TABLE}0: 0100007F:1F90 00000000:0000 0A 0:0`))).toBe(
    "listening fails loopback only",
  );
  expect(firstOf(sockets(`${TABLE}0: 00000000:0050 00000000:0000 0A 0:0`))).toBe(
    "listening fails no listener",
  );
  expect(firstOf(sockets(new Error("no such container")))).toBe("listening not determined");
  const unready = (world: World) => {
    world.pod.status.conditions[1].status = "False";
    const message = "Readiness probe failed: HTTP probe failed with statuscode: 503";
    world.events.items = [{ reason: "Unhealthy", message, involvedObject: { uid: "u-1" } }];
  };
  expect(firstOf(unready)).toBe("readiness fails probe answered 503");
});

test("what was not read proves no absence", () => {
  expect(
    firstOf((world) => {
      world["sockets/app"] = "";
    }),
  ).toBe("listening not determined");
});

test("on the node's network a socket counts when a process of the Pod holds it", () => {
  const held = "/proc/77/fd/5 socket:[4711]";
  const host = (address: string, owners: unknown, more: (world: World) => void = () => {}) =>
    firstOf((world) => {
      world.pod.spec.hostNetwork = true;
      const line = `0: ${address}:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000 0 0 4711 1 0 100 0 0 10 0`;
      world["sockets/app"] = `${TABLE}${line}`;
      world["owners/app"] = owners;
      more(world);
    });
  expect(host("00000000", `/proc/77/fd/4 socket:[12]\n${held}\n`)).toBeUndefined();
  expect(host("00000000", "/proc/77/fd/4 socket:[47112]\n")).toBe("listening fails another program's socket");
  expect(host("00000000", undefined)).toBe("listening not determined the node's own sockets");
  expect(host("00000000", new Error("find: not found"))).toBe(
    "listening not determined the node's own sockets",
  );
  expect(host("0100007F", held)).toBe("listening fails loopback only");
  const probed = (address: string) => (world: World) => {
    world.pod.spec.containers[0].livenessProbe = { httpGet: { host: address, port: 8080 } };
  };
  expect(host("0100007F", held, probed("127.0.0.1"))).toBeUndefined();
  expect(host("0100007F", held, probed("10.0.0.1"))).toBe("listening fails loopback only");
  const elsewhere = (world: World) => {
    world.pod.spec.containers[0].ports[0].containerPort = 9;
  };
  expect(host("00000000", held, elsewhere)).toBe("listening fails no listener");
});

test("the socket that the Pod holds counts beside one of another program on the same port", () => {
  const { layers } = walk(
    working((world) => {
      world.pod.spec.hostNetwork = true;
      const rest = "00000000:0000 0A 00000000:00000000 00:00000000 00000000 0 0";
      world["sockets/app"] = `${TABLE}0: 00000000:1F90 ${rest} 1 1 0\n1: 0100007F:1F90 ${rest} 2 1 0`;
      world["owners/app"] = "/proc/77/fd/5 socket:[2]";
    }),
  );
  expect(layers.find(({ id }) => id === "listening")).toMatchObject({
    state: "fails",
    cause: "loopback only",
  });
});

test("a static Pod is joined to its sandbox by its manifest's hash; an annotation alone joins nothing", () => {
  const mirror = (world: World) => {
    world.pod.metadata.annotations = {
      "kubernetes.io/config.source": "file",
      "kubernetes.io/config.hash": "5d2e",
    };
    world.pod.metadata.ownerReferences = [{ apiVersion: "v1", kind: "Node", name: "worker" }];
    world.sandboxes.items[0].metadata.uid = "5d2e";
    world.containers.containers[0].labels = { "io.kubernetes.pod.uid": "5d2e" };
  };
  expect(firstOf(mirror)).toBeUndefined();
  expect(
    firstOf((world) => {
      mirror(world);
      world.pod.metadata.ownerReferences = [{ apiVersion: "apps/v1", kind: "ReplicaSet" }];
    }),
  ).toBe("volumes not determined");
  // kubelet's events name the UID that kubelet knows
  expect(
    firstOf((world) => {
      mirror(world);
      pending(world, {}, [{ reason: "FailedMount", message: "no", involvedObject: { uid: "5d2e" } }]);
      world.sandboxes.items = [];
    }),
  ).toBe("volumes fails FailedMount");
});

const layerOf = (id: string, change: (world: World) => void) => {
  const layer = walk(working(change)).layers.find((one) => one.id === id)!;
  return `${layer.state}${layer.cause ? ` ${layer.cause}` : ""}`;
};

test("kubelet's stand-in for a container that it lost is no process that ran", () => {
  const lost = (world: World) => {
    const terminated = { reason: "ContainerStatusUnknown", exitCode: 137 };
    world.pod.status.containerStatuses[0].state = { terminated };
    world.containers = { containers: [] };
    world["sockets/app"] = undefined;
  };
  expect(layerOf("container-create", lost)).toBe("not determined");
  expect(layerOf("process-start", lost)).toBe("not reached");
});

test("an EXITED container of the runtime alone proves no start", () => {
  const exited = (world: World) => {
    world.pod.status.containerStatuses[0].state = {};
    world.containers.containers[0].state = "CONTAINER_EXITED";
    world["sockets/app"] = undefined;
  };
  expect(firstOf(exited)).toBe("container-create not determined");
});

test("the runtime's container counts when it is this Pod's, and the one that kubelet speaks of", () => {
  const cri = (world: World) => world.containers.containers[0];
  expect(
    firstOf((world) => {
      cri(world).labels = { "io.kubernetes.pod.uid": "the Pod of that name before" };
    }),
  ).toBe("process-alive not determined");
  expect(
    firstOf((world) => {
      world.pod.status.containerStatuses[0].containerID = "containerd://c0";
    }),
  ).toBe("process-alive not determined");
});

test("endpoints: by UID, ready, of every Service that selects the Pod; a stranger's empty Service is not judged", () => {
  const slice = (world: World) => world.endpointslices.items[0];
  expect(
    firstOf((world) => {
      slice(world).endpoints[0].conditions.ready = false;
    }),
  ).toBe("endpoints fails listed as not ready");
  expect(
    firstOf((world) => {
      slice(world).endpoints[0].targetRef.uid = "the Pod of that name before";
    }),
  ).toBe("endpoints fails not listed");
  const other = (world: World) => {
    world.services.items[0].spec.selector = { app: "other" };
  };
  expect(walk(working(other)).layers.at(-1)).toMatchObject({ state: "not applicable" });
  expect(
    firstOf((world) => {
      other(world);
      slice(world).endpoints = null;
    }),
  ).toBe("endpoints not determined a Service without endpoints selects other labels");
});

test("an init container that has not finished is what the Pod hangs on", () => {
  const init = (world: World) => {
    world["log/first"] = "";
    world.pod.spec.initContainers = [{ name: "first", image: "i" }];
    world.pod.status.conditions[0].status = "False";
    world.pod.status.initContainerStatuses = [
      { name: "first", imageID: "i", state: { terminated: { exitCode: 3 } } },
    ];
    world.containers.containers.push({
      id: "c0",
      podSandboxId: "s1",
      state: "CONTAINER_EXITED",
      metadata: { name: "first" },
    });
  };
  expect(walk(working(init)).first).toMatchObject({
    id: "process-alive",
    container: "first",
    cause: "ended with exit code 3",
  });
});

test("of a Service of two families the Pod is to be listed in each, in whatever order, and ready in one slice of it", () => {
  const dual = (slices: { family: string; ready?: boolean }[]) => (world: World) => {
    world.pod.status.podIPs = [{ ip: "10.244.1.2" }, { ip: "fd00:10:244:1::2" }];
    world.services.items[0].spec.ipFamilies = ["IPv4", "IPv6"];
    world.endpointslices.items = slices.map(({ family, ready = true }, i) => ({
      addressType: family,
      metadata: { name: `web-${i}`, labels: { "kubernetes.io/service-name": "web" } },
      endpoints: [{ conditions: { ready }, targetRef: { uid: "u-1" } }],
    }));
  };
  expect(firstOf(dual([{ family: "IPv6" }, { family: "IPv4" }]))).toBeUndefined();
  expect(
    firstOf(dual([{ family: "IPv4", ready: false }, { family: "IPv6" }, { family: "IPv4" }])),
  ).toBeUndefined();
  expect(firstOf(dual([{ family: "IPv6" }]))).toBe("endpoints fails not listed");
  expect(walk(working(dual([{ family: "IPv6" }]))).first?.proof[0]?.text).toBe(
    "no IPv4 endpoint of Service web has this Pod's UID",
  );
  expect(firstOf(dual([{ family: "IPv6" }, { family: "IPv4", ready: false }]))).toBe(
    "endpoints fails listed as not ready",
  );
});

test("of two events the newer counts, whole seconds or microseconds", () => {
  const probed = (message: string, time: object) => ({
    ...{ reason: "Unhealthy", message: `Readiness probe failed: ${message}`, involvedObject: { uid: "u-1" } },
    ...time,
  });
  const causeOf = (events: object[]) =>
    firstOf((world) => {
      world.pod.status.conditions[1].status = "False";
      world.events.items = events;
    });
  const older = probed("HTTP probe failed with statuscode: 500", { lastTimestamp: "2026-01-01T00:00:05Z" });
  const newer = probed("HTTP probe failed with statuscode: 503", {
    lastTimestamp: null,
    eventTime: "2026-01-01T00:00:05.100000Z",
  });
  expect(causeOf([older, newer])).toBe("readiness fails probe answered 503");
  expect(causeOf([newer, older])).toBe("readiness fails probe answered 503");
});
