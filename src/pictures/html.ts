/** HTML and SVG as text. Children are markup already; `esc` makes text into markup. */
export type Attributes = Record<string, string | number | boolean | undefined>;
export type Child = string | false | undefined;

/** An element with its attributes escaped; attributes that are `undefined` or `false` are left out. */
export function h(name: string, attributes: Attributes | null, ...children: (Child | Child[])[]): string {
  const inner = children
    .flat()
    .filter((child) => typeof child === "string")
    .join("");
  const open = `<${name}${attributesOf(attributes ?? {})}>`;
  return name === "input" ? open : `${open}${inner}</${name}>`;
}

export function esc(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

function attributesOf(attributes: Attributes): string {
  return Object.entries(attributes)
    .filter(([, value]) => value !== undefined && value !== false && value !== "")
    .map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${esc(String(value))}"`))
    .join("");
}
