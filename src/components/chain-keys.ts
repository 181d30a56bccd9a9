/** How a chain's boxes are reached: one of them is in the tab order, arrow keys move, pointing at one shows its lines. */
import type { Box, Layout } from "./chain-layout.js";

/**
 * The detail shows the box that was chosen by a click or by the keyboard, and nothing that is only passed over. Enter goes
 * on into the detail; Escape comes back from there, and from the box it closes the detail.
 */
export function makeInteractive(
  elements: SVGGElement[],
  layout: Layout,
  root: Element,
  show: (box: Box | undefined) => void,
  detail: HTMLElement,
): void {
  let chosen: number | undefined;
  let closing = false;
  elements[0]?.setAttribute("tabindex", "0");
  const light = (index: number | undefined, mark: string) => {
    const box = index === undefined ? undefined : layout.boxes[index];
    for (const [other, element] of elements.entries()) element.classList.toggle(mark, other === index);
    for (const line of root.querySelectorAll(".agreement"))
      line.classList.toggle(mark, box !== undefined && touches(line, box));
  };
  const choose = (index: number) => {
    chosen = index;
    for (const [other, element] of elements.entries())
      element.setAttribute("tabindex", other === index ? "0" : "-1");
    light(index, "chosen");
    show(layout.boxes[index]!);
  };
  /** Back to the picture: the box has the focus and no panel. */
  const close = () => {
    const box = chosen === undefined ? undefined : elements[chosen];
    chosen = undefined;
    light(undefined, "chosen");
    show(undefined);
    closing = true;
    if (box?.isConnected) box.focus();
    closing = false;
  };
  elements.forEach((element, index) => {
    element.addEventListener("click", () => {
      element.focus();
      choose(index);
    });
    element.addEventListener("focus", () => !closing && choose(index));
    element.addEventListener("pointerenter", () => light(index, "pointed"));
    element.addEventListener("pointerleave", () => light(undefined, "pointed"));
    element.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && chosen !== undefined) return close();
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        detail.querySelector<HTMLElement>(":is(a, button):not(.link-close)")?.focus();
        return;
      }
      const next = target(layout.boxes, index, event.key);
      if (next === undefined) return;
      event.preventDefault();
      elements[next]!.focus();
    });
  });
  detail.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && chosen !== undefined && elements[chosen]!.isConnected)
      elements[chosen]!.focus();
  });
  detail.addEventListener("click", ({ target: clicked }) => {
    if (clicked instanceof Element && clicked.closest(".link-close") && chosen !== undefined) close();
  });
}

function touches(line: Element, { chain, link }: Box): boolean {
  const own = line.getAttribute("data-chain") === String(chain);
  return own && [line.getAttribute("data-from"), line.getAttribute("data-to")].includes(link.id);
}

function target(boxes: Box[], index: number, key: string): number | undefined {
  if (key === "Home") return 0;
  if (key === "End") return boxes.length - 1;
  const direction = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[key];
  return direction && nearest(boxes, boxes[index]!, direction as [number, number]);
}

/** The box ahead in that direction, those straight ahead first. */
function nearest(boxes: Box[], here: Box, [dx, dy]: [number, number]): number | undefined {
  let best: number | undefined;
  let least = Number.POSITIVE_INFINITY;
  boxes.forEach((box, other) => {
    const [x, y] = [box.x - here.x, box.y - here.y];
    const ahead = x * dx + y * dy;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    const distance = ahead + 3 * aside;
    if (ahead <= 0 || distance >= least) return;
    best = other;
    least = distance;
  });
  return best;
}
