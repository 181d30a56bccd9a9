/** Plain HTML from text. */
export function plain(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** An element with attributes; those that are undefined or false are left out, true stands alone. `content` is HTML. */
export function tag(
  name: string,
  attributes: Record<string, string | number | boolean | undefined>,
  content = "",
): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([key, value]) => (value === true ? ` ${key}` : ` ${key}="${plain(String(value))}"`))
    .join("");
  return name === "input" ? `<input${written}>` : `<${name}${written}>${content}</${name}>`;
}

/** Text with `code` between backquotes. */
export function withCode(text: string): string {
  const parts = plain(text).split("`");
  if (parts.length % 2 === 0) return plain(text);
  return parts.map((part, index) => (index % 2 === 1 ? `<code>${part}</code>` : part)).join("");
}

/** Something is wrong with the page itself: shown where it is; the check refuses it. */
export function faultBox(message: string): string {
  return tag("p", { class: "notebook-fault", role: "alert" }, plain(message));
}

export function faultMark(message: string): string {
  return tag("strong", { class: "notebook-fault" }, plain(message));
}
