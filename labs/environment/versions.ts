/**
 * Versions that the labs are written for. Another version may be used: a run records what it really met.
 * The node image is the one that this release of kind brings, with the digest that the program itself names.
 */
export const versions = {
  kind: "v0.33.0",
  nodeImage: "kindest/node:v1.37.0@sha256:a1ed56cfb0e7b93589bdf97c8cd566405a265939e3620fc4f5de89adff580ae5",
  /** docker distribution, for the labs' own registry; LABBOOK_REGISTRY_IMAGE names another. */
  registryImage:
    "docker.io/library/registry:3.0.0@sha256:6c5666b861f3505b116bb9aa9b25175e71210414bd010d92035ff64018f9457e",
  /** Oldest server that answers everything the collectors ask. */
  docker: "20.10",
} as const;

/**
 * What the book speaks of: the minor of Kubernetes and the address families whose newest run is each chapter's evidence.
 * Runs on others are kept beside it, for the table of versions and for comparison.
 */
export const book = { kubernetes: "1.36", families: ["IPv4"] } as const;

/** kubelet refuses to start on cgroup v1 from this minor version on, unless failCgroupV1 is false. */
export const firstKubeletWithoutCgroupV1 = "1.35";
