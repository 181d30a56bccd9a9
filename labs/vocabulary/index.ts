/** The vocabulary of a lab sheet: everything that a chapter's lab.ts imports. */
export { askEach } from "./ask-each.js";
export { defineLab } from "./define.js";
export type { Case, Exercise, ImageVariant, Lab, Step, Undo } from "./lab.js";
export * from "./predictions.js";
export * as read from "./readings.js";
export * from "./registry.js";
export { routesChosen } from "./routes.js";
export * from "./steps.js";
export { t } from "./text.js";
