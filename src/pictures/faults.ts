/** What is wrong with a picture's YAML, all at once, each with its line in the Markdown file. */
export interface Fault {
  file: string;
  line: number;
  /** Where in the YAML: `phases.2.until`. */
  path: string;
  message: string;
}

export class PictureFaults extends Error {
  constructor(readonly faults: Fault[]) {
    super(faults.map(({ file, line, message }) => `${file}:${line}: ${message}`).join("\n"));
    this.name = "PictureFaults";
  }
}
