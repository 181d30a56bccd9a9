import { existsSync, readFileSync } from "node:fs";
import { answerJsonSchema } from "../../src/model/answer/schema.js";
import { writeWhole } from "../evidence/write-whole.js";
import { answerPaths } from "./paths.js";

/** Writes the JSON Schema of answer files beside the answers, when it is not there as it is now. */
export async function writeAnswerSchema(root: string): Promise<void> {
  const { schema } = answerPaths(root);
  const text = `${JSON.stringify(answerJsonSchema(), null, 2)}\n`;
  if (existsSync(schema) && readFileSync(schema, "utf8") === text) return;
  await writeWhole(schema, text);
}
