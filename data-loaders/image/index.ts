/** The probe image: built reproducibly on this machine, loaded into the nodes of the dedicated cluster. */
export { type BuildOptions, buildProbeImage } from "./build.js";
export { type LoadedNode, loadProbeImage } from "./load.js";
export { PROBE_SOURCE, type ProbeSource, readSource } from "./source.js";
export { ImageFault, type ImageLayer, type ProbeImage } from "./types.js";
