/** The public keys of several folders of answers as one file: what a site or a project knows of keys. */
import { type KeyFile, keysText } from "../../src/model/attest/keys.js";
import { readKeyFile } from "./key-file.js";
import { answerPaths } from "./paths.js";

/** One file's own bytes where there is one alone; undefined where there is none. */
export function allKeys(folders: string[]): Uint8Array | undefined {
  const files = folders.flatMap((folder) => readKeyFile(answerPaths(folder).keys) ?? []);
  if (files.length < 2) return files[0];
  const read = files.map((bytes) => JSON.parse(new TextDecoder().decode(bytes)) as KeyFile);
  const keys = read.flatMap((file) => file.keys);
  const once = keys.filter(({ keyid }, index) => keys.findIndex((one) => one.keyid === keyid) === index);
  return new TextEncoder().encode(keysText({ ...read[0]!, keys: once }));
}
