/** Pictures drawn from evidence at build time: YAML and a run in, static HTML and SVG out. */
import type { PictureContext } from "./context.js";
import { PictureFaults } from "./faults.js";

export interface PictureRequest {
  /** `phases`, `boxes`, `packet`, `flow`, `digests`, `custody` or `walk`. */
  kind: string;
  /** Unique on its page; the picture's anchor is `picture-<name>`, its third state's `picture-<name>-3`. */
  name: string;
  /** The YAML inside the fence. */
  source: string;
  /** The file, and the line of the first line of `source`, counted from 1. */
  where: { file: string; line: number };
}

/** The picture as a `<figure>`. Throws `PictureFaults` with every fault of the YAML. */
export function renderPicture(request: PictureRequest, _context: PictureContext): string {
  const { file, line } = request.where;
  throw new PictureFaults([{ file, line, path: "", message: `there is no kind of picture ${request.kind}` }]);
}
