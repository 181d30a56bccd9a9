import type { Text } from "../run.js";

/** The layers that a Pod passes until somebody can talk to it, in the order of the walk. */
export const LAYERS = [
  "api",
  "scheduling",
  "node",
  "volumes",
  "sandbox",
  "image-reference",
  "image-content",
  "container-create",
  "process-start",
  "process-alive",
  "listening",
  "readiness",
  "endpoints",
] as const;

export type LayerId = (typeof LAYERS)[number];

/**
 * `works` and `fails` rest on raw output. `not determined`: no output says either. `not reached`: a layer before it has no
 * proof, so nothing could be expected of it. `not applicable`: the Pod has nothing for this layer.
 */
export type LayerState = "works" | "fails" | "not determined" | "not reached" | "not applicable";

/** Raw output that says so: the reading, where in it, and its words. */
export interface Proof {
  reading: string;
  /** Location in JSON output, or absent for a line of text. */
  pointer?: string;
  text: string;
}

export interface Layer {
  id: LayerId;
  state: LayerState;
  /** The container that it is about, where it is about one. */
  container?: string;
  /** A fixed word for programs: `name not found`, `blob missing`, `loopback only`, … */
  cause?: string;
  proof: Proof[];
}

export interface Walk {
  namespace: string;
  pod: string;
  layers: Layer[];
  /** The first layer without proof that it works; absent when every layer has it. */
  first?: Layer;
}

/** One command's output as it came; stdout and stderr as text. */
export interface Reading {
  name: string;
  /** `vm` or `node/<name>`. */
  target: string;
  argv: string[];
  /** Absent when the command did not end by itself. */
  exitCode?: number;
  stdout: string;
  stderr: string;
}

/** Everything that one walk looks at; this document is what a `diagnose` step prints. */
export interface Readings {
  schema: "labbook/diagnosis/v1";
  namespace: string;
  pod: string;
  readings: Reading[];
}

/** What a layer is called. */
export const layerNames: Record<LayerId, Text> = {
  api: { en: "API object", zh: "API 对象" },
  scheduling: { en: "scheduling", zh: "调度" },
  node: { en: "node and kubelet", zh: "节点与 kubelet" },
  volumes: { en: "volumes", zh: "卷" },
  sandbox: { en: "sandbox and network", zh: "沙箱与网络" },
  "image-reference": { en: "image reference", zh: "镜像引用" },
  "image-content": { en: "image content and platform", zh: "镜像内容与平台" },
  "container-create": { en: "container configuration and mounts", zh: "容器配置与挂载" },
  "process-start": { en: "start of the process (exec)", zh: "进程启动（exec）" },
  "process-alive": { en: "process alive", zh: "进程存活" },
  listening: { en: "listening socket", zh: "监听套接字" },
  readiness: { en: "readiness", zh: "就绪" },
  endpoints: { en: "Service endpoints", zh: "Service 端点" },
};
