/** One question's form: an operator in words, then that operator's own fields. No code is typed, and none is run. */
import { type Child, el } from "../element.js";
import type { Lang } from "../text.js";
import {
  type FieldFault,
  type FieldName,
  namespaces,
  operandKindsFor,
  operatorFields,
  operatorsFor,
  type Subject,
} from "./fields.js";
import type { Fields, OperandKind } from "./types.js";
import { predictWords } from "./words.js";

export interface FormOptions {
  id: string;
  subject: Subject;
  fields: Fields;
  lang: Lang;
  /** What it may be compared with: each name with how that is observed. None: only with what is typed. */
  others: [name: string, how: string][];
  /** ID of the element that holds the question. */
  labelledBy: string;
  onSubmit(fields: Fields): void;
  onShow(): void;
  onInput(fields: Fields): void;
}

export interface QuestionForm {
  element: HTMLFormElement;
  read(): Fields;
  /** Says each fault at its field and moves there. */
  complain(faults: [FieldName, FieldFault][]): void;
}

export function questionForm(options: FormOptions): QuestionForm {
  const { id, subject, lang, fields } = options;
  const t = predictWords[lang];
  const name = (field: string) => `${id}-${field}`;
  const own = el("div", { class: "form-fields" });
  const summary = el("p", { class: "fault form-faults", role: "alert" });
  const operator = select(
    "op",
    t.prediction,
    [["", t.choose], ...operatorsFor(subject).map((op): [string, string] => [op, t.operators[op] ?? op])],
    fields.op,
    fillFields,
  );
  const because = el("input", {
    id: name("because"),
    name: "because",
    value: fields.because ?? "",
    maxlength: 500,
    autocomplete: "off",
  });
  const element = el(
    "form",
    {
      class: "question-form",
      novalidate: true,
      onsubmit: submit,
      oninput: () => options.onInput(read()),
    },
    // one of dozens on a page, and two may ask the same: the group has the name, so that the form is no landmark
    el(
      "div",
      { class: "form-row", role: "group", "aria-labelledby": options.labelledBy },
      operator,
      own,
      labelled(because, t.because),
    ),
    summary,
    el("p", { class: "form-actions" }, [
      el("button", { type: "submit", class: "seal" }, t.seal),
      " ",
      el("button", { type: "button", class: "show-me", onclick: options.onShow }, t.showMe),
      el("span", { class: "hint" }, ` ${t.showMeHint}`),
    ]),
  );
  fillFields();
  return { element, read, complain };

  function submit(event: Event): void {
    event.preventDefault();
    options.onSubmit(read());
  }

  function read(): Fields {
    const values: Record<string, string> = {};
    for (const control of element.elements)
      if (
        (control instanceof HTMLInputElement ||
          control instanceof HTMLSelectElement ||
          control instanceof HTMLTextAreaElement) &&
        control.name
      )
        values[control.name] = control.value;
    return { ...values, op: values.op ?? "" };
  }

  function fillFields(): void {
    const op = element?.elements ? read().op : fields.op;
    own.replaceChildren(...nodes(fieldsFor(op)));
  }

  function fieldsFor(op: string): Child[] {
    const shape = Object.hasOwn(operatorFields, op) ? operatorFields[op] : undefined;
    if (!shape) return [];
    return shape.fields.map((field): Child => {
      switch (field) {
        case "value":
          return operandFields(op);
        case "low":
        case "high":
        case "tolerance":
          return labelled(number(field), unit(t[field]), field === "high" ? t.openBound : undefined);
        case "pattern":
          return labelled(text("pattern"), t.pattern, t.patternHint);
        case "first":
          return select(
            "first",
            t.first,
            [["", t.choose], ...subject.of.map((ref, index): [string, string] => [String(index), ref])],
            fields.first,
          );
        default:
          return select(
            "namespace",
            t.namespace,
            [["", t.choose], ...namespaces.map((one): [string, string] => [one, one])],
            fields.namespace ?? subject.namespace,
          );
      }
    });
  }

  function operandFields(op: string): Child {
    const kinds = operandKindsFor(op, subject).filter(
      (one) => one !== "observed" || options.others.length > 0,
    );
    const wanted = [fields.kind, kinds[0]].find((kind) => kind && kinds.includes(kind))!;
    if (kinds.length === 1)
      return [el("input", { type: "hidden", name: "kind", value: wanted }), operand(wanted, op)];
    const holder = el("div", { class: "form-operand" });
    const kind = select(
      "kind",
      t.kind,
      kinds.map((one): [string, string] => [one, t.kinds[one]]),
      wanted,
      () => fill((element.elements.namedItem("kind") as HTMLSelectElement).value as OperandKind),
    );
    const fill = (chosen: OperandKind) => holder.replaceChildren(operand(chosen, op));
    fill(wanted);
    return [kind, holder];
  }

  function operand(kind: OperandKind, op: string): HTMLElement {
    if (kind === "boolean")
      return select(
        "value",
        t.operandOf.boolean,
        [
          ["", t.choose],
          ["true", t.yes],
          ["false", t.no],
        ],
        fields.value,
      );
    if (kind === "list" || kind === "json")
      return labelled(area(), op === "inCIDR" ? t.block : t.operandOf[kind]);
    if (kind === "observed")
      return select(
        "value",
        t.operandOf.observed,
        [
          ["", t.choose],
          ...options.others.map(([ref, how]): [string, string] => [ref, how ? `${how} · ${ref}` : ref]),
        ],
        fields.value,
      );
    if (kind === "number") return labelled(number("value"), unit(t.operandOf.number));
    return labelled(text("value"), op === "inCIDR" ? t.block : t.operandOf.text);
  }

  function unit(label: string): string {
    return subject.unit ? `${label} (${subject.unit})` : label;
  }

  function text(field: FieldName): HTMLInputElement {
    return el("input", {
      id: name(field),
      name: field,
      value: fields[field] ?? "",
      autocomplete: "off",
      spellcheck: "false",
      size: 24,
    });
  }

  function number(field: FieldName): HTMLInputElement {
    return el("input", {
      id: name(field),
      name: field,
      value: fields[field] ?? "",
      inputmode: "decimal",
      autocomplete: "off",
      size: 8,
    });
  }

  function area(): HTMLTextAreaElement {
    return el(
      "textarea",
      { id: name("value"), name: "value", rows: 3, spellcheck: "false" },
      fields.value ?? "",
    );
  }

  function select(
    field: string,
    label: string,
    choices: [string, string][],
    value: string | undefined,
    onchange?: () => void,
  ): HTMLElement {
    const control = el(
      "select",
      { id: name(field), name: field, onchange },
      choices.map(([of, shown]) => el("option", { value: of, selected: of === value }, shown)),
    );
    return labelled(control, label);
  }

  function labelled(control: HTMLElement & { name: string }, label: string, hint?: string): HTMLElement {
    const fault = `${name(control.name)}-fault`;
    const hintId = `${name(control.name)}-hint`;
    if (hint) control.setAttribute("aria-describedby", hintId);
    return el("div", { class: `form-field field-${control.name}` }, [
      el("label", { for: control.id }, label),
      control,
      hint && el("span", { class: "hint", id: hintId }, hint),
      el("span", { class: "fault field-fault", id: fault, hidden: true }),
    ]);
  }

  function complain(faults: [FieldName, FieldFault][]): void {
    for (const note of element.querySelectorAll<HTMLElement>(".field-fault")) note.hidden = true;
    for (const control of element.querySelectorAll("[aria-invalid]")) control.removeAttribute("aria-invalid");
    for (const [field, fault] of faults) {
      const control = element.elements.namedItem(field) as HTMLElement | null;
      const note = control?.parentElement?.querySelector<HTMLElement>(".field-fault");
      if (!control || !note) continue;
      note.replaceChildren(`✗ ${t.faults[fault]}`);
      note.hidden = false;
      control.setAttribute("aria-invalid", "true");
      control.setAttribute("aria-errormessage", note.id);
    }
    summary.replaceChildren(faults.length > 0 ? t.faultCount(faults.length) : "");
    (element.elements.namedItem(faults[0]?.[0] ?? "") as HTMLElement | null)?.focus();
  }
}

function nodes(children: Child[]): Node[] {
  return [...el("div", null, children).childNodes];
}
