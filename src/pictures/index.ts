/** Pictures drawn from evidence at build time: YAML and a run in, static HTML and SVG out. */
import type { z } from "zod";
import { boxesSchema, drawBoxes } from "./boxes.js";
import type { PictureContext } from "./context.js";
import { custodySchema, drawCustody } from "./custody.js";
import { digestsSchema, drawDigests } from "./digests.js";
import { PictureFaults } from "./faults.js";
import { type Drawing, figure } from "./figure.js";
import { drawFlow, flowSchema } from "./flow.js";
import { drawPacket, packetSchema } from "./packet.js";
import { drawPhases, phasesSchema } from "./phases/index.js";
import { readSheet, type Sheet } from "./sheet.js";
import type { CommonSpec } from "./states.js";
import { drawWalk, walkSchema } from "./walk.js";

export interface PictureRequest {
  /** One of `pictureKinds`. */
  kind: string;
  /** Unique on its page; the picture's anchor is `picture-<name>`, its third state's `picture-<name>-3`. */
  name: string;
  /** The YAML inside the fence. */
  source: string;
  /** The file, and the line of the first line of `source`, counted from 1. */
  where: { file: string; line: number };
}

type Render = (request: PictureRequest, context: PictureContext) => string;

const kinds: Record<string, Render> = {
  phases: kind(phasesSchema, drawPhases),
  boxes: kind(boxesSchema, drawBoxes),
  packet: kind(packetSchema, drawPacket),
  flow: kind(flowSchema, drawFlow),
  digests: kind(digestsSchema, drawDigests),
  custody: kind(custodySchema, drawCustody),
  walk: kind(walkSchema, drawWalk),
};

export const pictureKinds = Object.keys(kinds);

/** The picture as a `<figure>`. Throws `PictureFaults` with every fault of the YAML. */
export function renderPicture(request: PictureRequest, context: PictureContext): string {
  const render = Object.hasOwn(kinds, request.kind) ? kinds[request.kind] : undefined;
  if (render) return render(request, context);
  const { file, line } = request.where;
  const message = `there is no kind of picture ${request.kind}; there are ${pictureKinds.join(", ")}`;
  throw new PictureFaults([{ file, line, path: "", message }]);
}

function kind<T extends CommonSpec>(schema: z.ZodType<T>, draw: (spec: T, sheet: Sheet) => Drawing): Render {
  return (request, context) => {
    const { spec, sheet, faults } = readSheet(schema, request, context);
    const markup = spec && figure(request.kind, spec, draw(spec, sheet), sheet);
    if (faults.length > 0 || markup === undefined)
      throw new PictureFaults(faults.sort((a, b) => a.line - b.line));
    return markup;
  };
}
