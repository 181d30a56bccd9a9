import { join } from "node:path";
import { runJsonSchema } from "../../src/model/schema.js";
import { EVIDENCE } from "./paths.js";
import { writeWhole } from "./write-whole.js";

/** Writes the JSON Schema of run documents to `schema.json` beside the evidence. Returns the file's path. */
export async function writeJsonSchema(root = EVIDENCE): Promise<string> {
  const file = join(root, "schema.json");
  await writeWhole(file, `${JSON.stringify(runJsonSchema(), null, 2)}\n`);
  return file;
}
