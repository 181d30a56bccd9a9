/** How a chain's boxes are reached: one of them is in the tab order, arrow keys move, pointing at one shows it. */
import type { Box, Layout } from "./chain-layout.js";

/**
 * The detail shows the box that is pointed at, else the one that was chosen by focus. Enter goes on into the detail,
 * Escape comes back from there.
 */
export function makeInteractive(
  elements: SVGGElement[],
  layout: Layout,
  root: Element,
  show: (box: Box) => void,
  detail: HTMLElement,
): void {
  let chosen: number | undefined;
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
  elements.forEach((element, index) => {
    element.addEventListener("click", () => element.focus());
    element.addEventListener("focus", () => choose(index));
    element.addEventListener("pointerenter", () => {
      light(index, "pointed");
      show(layout.boxes[index]!);
    });
    element.addEventListener("pointerleave", () => {
      light(undefined, "pointed");
      // with none chosen the last one stays, so that the page does not jump
      if (chosen !== undefined) show(layout.boxes[chosen]!);
    });
    element.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        detail.querySelector<HTMLElement>("a, button")?.focus();
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
