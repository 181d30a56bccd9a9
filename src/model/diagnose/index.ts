export * from "./types.js";
export { walk } from "./walk.js";
