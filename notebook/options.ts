/** The YAML inside a fence: read and validated with all faults at once, each with its line. */
import { LineCounter, parseDocument } from "yaml";
import type { z } from "zod";

export interface YamlFault {
  /** Counted from 0 within the fence's content. */
  line: number;
  message: string;
}

export type Read<T> = { options: T; faults?: undefined } | { options?: undefined; faults: YamlFault[] };

export function readOptions<T>(text: string, schema: z.ZodType<T>): Read<T> {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  if (document.errors.length > 0)
    return {
      faults: document.errors.map(({ message, pos }) => ({ line: lines.linePos(pos[0]).line - 1, message })),
    };
  const result = schema.safeParse(document.toJS() ?? {});
  if (result.success) return { options: result.data };
  return {
    faults: result.error.issues.map((issue) => ({
      line: lineOf(issue.path as (string | number)[]),
      message: `${issue.path.join(".") || "the options"}: ${issue.message}`,
    })),
  };

  function lineOf(path: (string | number)[]): number {
    for (let length = path.length; length > 0; length--) {
      const node = document.getIn(path.slice(0, length), true) as
        | { range?: [number, number, number] }
        | undefined;
      if (node?.range) return lines.linePos(node.range[0]).line - 1;
    }
    return 0;
  }
}
