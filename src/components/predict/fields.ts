/** From what was typed to a claim, and back. Pure. */
import type { Claim, Operand, Ref } from "../../model/predictions/types.js";
import type { Value } from "../../model/run.js";
import type { Fields, OperandKind } from "./types.js";

/** What a question is about: the observations, the unit they are measured in, the kind of namespace. */
export interface Subject {
  of: Ref[];
  /** The observation that it is to be compared with, where the question names one. */
  to?: Ref;
  unit?: string;
  namespace?: string;
  /** What kind of value the one observation gives, or both of two; absent while that is not known. */
  kind?: OperandKind;
  /** It is an IP address, or a list of them. */
  addresses?: boolean;
  /** They are times that come one after the other. */
  times?: boolean;
}

export type FieldName = Exclude<keyof Fields, "because" | "kind">;
export type FieldFault =
  | "choose"
  | "empty"
  | "number"
  | "json"
  | "unknown"
  | "pattern"
  | "negative"
  | "order"
  | "cidr"
  | "long";
export type Typed =
  | { claim: Claim; faults?: undefined }
  | { claim?: undefined; faults: [FieldName, FieldFault][] };

/** Which fields an operator has; of the operand, which kinds. */
export const operatorFields: Record<string, { fields: FieldName[]; kinds?: OperandKind[] }> = {
  equals: { fields: ["value"], kinds: ["text", "number", "boolean", "list", "json", "observed"] },
  sameSet: { fields: ["value"], kinds: ["list", "observed"] },
  contains: { fields: ["value"], kinds: ["text", "number", "boolean", "json", "observed"] },
  matches: { fields: ["pattern"] },
  count: { fields: ["value"], kinds: ["number", "observed"] },
  between: { fields: ["low", "high"] },
  within: { fields: ["value", "tolerance"], kinds: ["number", "observed"] },
  inCIDR: { fields: ["value"], kinds: ["text", "list", "observed"] },
  absent: { fields: [] },
  unchanged: { fields: [] },
  changed: { fields: [] },
  before: { fields: ["first"] },
  sameNamespace: { fields: ["namespace"] },
  differentNamespace: { fields: ["namespace"] },
};

export const namespaces = ["net", "pid", "mnt", "uts", "ipc", "user", "cgroup", "time"];

/** What can be said of one value of that kind. Comparison goes by meaning: of a number, `equals` says what `count` would. */
const operatorsOf: Record<OperandKind, string[]> = {
  number: ["equals", "between", "within", "absent"],
  boolean: ["equals", "absent"],
  text: ["equals", "contains", "matches", "inCIDR", "absent"],
  list: ["equals", "sameSet", "contains", "count", "matches", "inCIDR", "absent"],
  json: ["equals", "contains", "matches", "absent"],
  observed: ["equals", "between", "within", "count", "contains", "sameSet", "matches", "inCIDR", "absent"],
};

/** The operators that make sense for these subjects, in the order in which they are offered. */
export function operatorsFor({ of, kind, addresses, times }: Subject): string[] {
  if (of.length === 1)
    return operatorsOf[kind ?? "observed"].filter((op) => op !== "inCIDR" || kind === undefined || addresses);
  const inNamespaces = of.every((ref) => namespaceOf(ref) !== undefined);
  const ordered = kind === undefined || kind === "number" || times;
  return [
    "unchanged",
    "changed",
    ...(of.length === 2 && ordered ? ["before"] : []),
    ...(inNamespaces ? ["sameNamespace", "differentNamespace"] : []),
    "absent",
  ];
}

/** What an operator's right-hand side may be, for a subject of that kind. */
export function operandKindsFor(op: string, { kind }: Subject): OperandKind[] {
  const all = operatorFields[op]?.kinds ?? [];
  if (kind === undefined) return all;
  const literal: Partial<Record<string, OperandKind[]>> = {
    equals: [kind],
    contains: ["text"],
    inCIDR: ["text", "list"],
    count: ["number"],
  };
  const fitting = literal[op] ?? all.filter((one) => one !== "observed");
  const compared = kind !== "boolean" && op !== "count" && all.includes("observed");
  return [...fitting, ...(compared ? (["observed"] as const) : [])];
}

/** `normal/container.app.ns.net` → net */
export function namespaceOf(ref: Ref): string | undefined {
  return /(?:^|[./])ns\.([a-z]+)$/.exec(ref)?.[1];
}

/** @param known the names that may be given as another observed value */
export function claimOf(fields: Fields, subject: Subject, known: ReadonlySet<Ref>): Typed {
  const shape = Object.hasOwn(operatorFields, fields.op) ? operatorFields[fields.op] : undefined;
  if (!shape || !operatorsFor(subject).includes(fields.op)) return { faults: [["op", "choose"]] };
  const faults: [FieldName, FieldFault][] = [];
  const claim: Claim = { op: fields.op, of: subject.of };
  const number = (name: FieldName): number | undefined => {
    const parsed = numberIn(fields[name]);
    if (typeof parsed === "string") faults.push([name, parsed]);
    else return parsed;
  };
  if (shape.kinds) {
    const to = operandOf(fields, operandKindsFor(fields.op, subject), known);
    if (typeof to === "string") faults.push(["value", to]);
    else claim.to = to;
    if (fields.op === "inCIDR" && typeof to !== "string" && "literal" in to && !areBlocks(to.literal))
      faults.push(["value", "cidr"]);
  }
  if (fields.op === "within") {
    claim.tolerance = number("tolerance");
    if (claim.tolerance !== undefined && claim.tolerance < 0) faults.push(["tolerance", "negative"]);
  }
  if (fields.op === "between") {
    const [low, high] = (["low", "high"] as const).map((name) =>
      blank(fields[name]) ? undefined : number(name),
    );
    if (blank(fields.low) && blank(fields.high)) faults.push(["low", "empty"]);
    if (low !== undefined) claim.low = low;
    if (high !== undefined) claim.high = high;
    if (low !== undefined && high !== undefined && low > high) faults.push(["high", "order"]);
  }
  if (subject.unit && (fields.op === "within" || fields.op === "between")) claim.unit = subject.unit;
  if (fields.op === "matches") {
    const fault = patternFault(fields.pattern);
    if (fault) faults.push(["pattern", fault]);
    else claim.pattern = fields.pattern;
  }
  if (fields.op === "before") {
    if (fields.first !== "0" && fields.first !== "1") faults.push(["first", "choose"]);
    else if (fields.first === "1") claim.of = [...subject.of].reverse();
  }
  if (shape.fields.includes("namespace")) {
    if (!fields.namespace || !namespaces.includes(fields.namespace)) faults.push(["namespace", "choose"]);
    else claim.namespace = fields.namespace;
  }
  return faults.length > 0 ? { faults } : { claim };
}

/** The fields that give this claim again. */
export function fieldsOf(claim: Claim, { of }: Subject): Fields {
  const { op, to, low, high, tolerance, pattern, namespace } = claim;
  return {
    op,
    ...(to && operandFields(to)),
    ...(low !== undefined && { low: String(low) }),
    ...(high !== undefined && { high: String(high) }),
    ...(tolerance !== undefined && { tolerance: String(tolerance) }),
    ...(pattern !== undefined && { pattern }),
    ...(op === "before" && { first: claim.of[0] === of[0] ? "0" : "1" }),
    ...(namespace && { namespace }),
  };
}

/** What a reader may know of the values of a question before answering it: their kind, not what they are. */
export function kindsOf(values: Value[]): Pick<Subject, "kind" | "addresses" | "times"> {
  const kinds = new Set(values.map(subjectKind));
  const [kind] = kinds;
  if (kinds.size !== 1 || !kind) return {};
  const texts = values.flat().filter((one) => typeof one === "string");
  const all = (test: (text: string) => boolean) =>
    texts.length > 0 && texts.length === values.flat().length && texts.every(test);
  return {
    kind,
    ...(all((text) => isAddress(text.trim())) && { addresses: true }),
    ...(all((text) => /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text)) && { times: true }),
  };
}

/** Text that is a number is compared as one; a list is one also when it is empty, and a text when it has white space around. */
function subjectKind(value: Value): OperandKind {
  if (Array.isArray(value)) return "list";
  if (typeof value !== "string") return kindOf(value);
  return /^[+-]?(0|[1-9]\d*)(\.\d+)?$/.test(value.trim()) ? "number" : "text";
}

function isAddress(text: string): boolean {
  return /^\d{1,3}(\.\d{1,3}){3}(\/\d+)?$/.test(text) || /^[0-9a-f]*:[0-9a-f:]+(\/\d+)?$/i.test(text);
}

/** The kind that a value would be typed as. */
export function kindOf(value: Value): OperandKind {
  // white space at the ends, and nothing at all, can only be written in quotation marks
  if (typeof value === "string") return /^\S(.*\S)?$/.test(value) ? "text" : "json";
  if (typeof value === "number" || typeof value === "boolean") return typeof value as "number" | "boolean";
  const lines = Array.isArray(value) && value.length > 0 && value.every((one) => kindOf(one) === "text");
  return lines ? "list" : "json";
}

function operandFields(to: Operand): Pick<Fields, "kind" | "value"> {
  if ("observed" in to) return { kind: "observed", value: to.observed };
  const kind = kindOf(to.literal);
  const { literal } = to;
  const value =
    kind === "json"
      ? JSON.stringify(literal)
      : kind === "list"
        ? (literal as string[]).join("\n")
        : String(literal);
  return { kind, value };
}

function operandOf(fields: Fields, kinds: OperandKind[], known: ReadonlySet<Ref>): Operand | FieldFault {
  const { value = "" } = fields;
  const kind = fields.kind && kinds.includes(fields.kind) ? fields.kind : kinds[0]!;
  if (value.length > 4000) return "long";
  if (blank(value)) return kind === "boolean" ? "choose" : "empty";
  switch (kind) {
    case "observed":
      return known.has(value.trim()) ? { observed: value.trim() } : "unknown";
    case "number": {
      const parsed = numberIn(value);
      return typeof parsed === "string" ? parsed : { literal: parsed };
    }
    case "boolean":
      return value === "true" || value === "false" ? { literal: value === "true" } : "choose";
    case "list":
      return {
        literal: value
          .split(/\r?\n/)
          .map((line) => line.trim())
          .filter((line) => line !== ""),
      };
    case "json":
      try {
        return { literal: JSON.parse(value) as Value };
      } catch {
        return "json";
      }
    default:
      return { literal: value.trim() };
  }
}

/** Digits as a Chinese keyboard may give them are digits. */
function numberIn(text: string | undefined): number | FieldFault {
  if (blank(text)) return "empty";
  const plain = text!.normalize("NFKC").replace("−", "-").trim();
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) && Number.isFinite(Number(plain))
    ? Number(plain)
    : "number";
}

function patternFault(pattern: string | undefined): FieldFault | undefined {
  if (!pattern) return "empty";
  if (pattern.length > 300) return "long";
  try {
    new RegExp(pattern);
    return undefined;
  } catch {
    return "pattern";
  }
}

function areBlocks(value: Value): boolean {
  const blocks = Array.isArray(value) ? value : [value];
  return blocks.every((block) => typeof block === "string" && /^[0-9a-f.:]+\/\d{1,3}$/i.test(block.trim()));
}

function blank(text: string | undefined): boolean {
  return text === undefined || text.trim() === "";
}
