/** Elements by hand. Text always becomes a text node: nothing that a command printed is ever read as HTML. */
export type Child = Node | string | number | null | undefined | false | Child[];
type Properties = Record<string, string | number | boolean | undefined | ((event: Event) => void)>;

export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties?: Properties | null,
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  return fill(document.createElement(tag), properties, children);
}

export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  properties?: Properties | null,
  ...children: Child[]
): SVGElementTagNameMap[K] {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), properties, children);
}

/** A function-valued `onclick` becomes a listener; true an empty attribute; false and undefined none. */
function fill<E extends Element>(
  element: E,
  properties: Properties | null | undefined,
  children: Child[],
): E {
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (typeof value === "function") element.addEventListener(name.replace(/^on/, ""), value);
    else if (value !== undefined && value !== false)
      element.setAttribute(name, value === true ? "" : String(value));
  }
  append(element, children);
  return element;
}

function append(parent: Element, children: Child[]): void {
  for (const child of children) {
    if (Array.isArray(child)) append(parent, child);
    else if (child !== null && child !== undefined && child !== false)
      parent.append(typeof child === "number" ? String(child) : child);
  }
}

/** The head of a table: one row with the columns' names. */
export function tableHead(labels: string[]): HTMLElement {
  return el(
    "thead",
    null,
    el(
      "tr",
      null,
      labels.map((label) => el("th", { scope: "col" }, label)),
    ),
  );
}
