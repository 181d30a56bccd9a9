/** Acts once, when the element is about to scroll into view, or when everything is to be seen. */
import { el } from "./element.js";

const waiting = new Map<Element, () => Promise<void>>();

export function whenSeen(element: Element, act: () => Promise<void>): void {
  if (typeof IntersectionObserver === "undefined") return;
  const observer = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) void seen();
    },
    { rootMargin: "200px" },
  );
  const seen = async () => {
    observer.disconnect();
    waiting.delete(element);
    await act().catch((error: Error) =>
      element.replaceChildren(el("p", { class: "fault", role: "alert" }, error.message)),
    );
  };
  waiting.set(element, seen);
  observer.observe(element);
}

/** As though the reader had scrolled through all of the page; resolves when everything that waited is there. */
export async function seeAll(): Promise<void> {
  // what comes into the page may wait in its turn, such as a chart in a picture
  while (waiting.size > 0) await Promise.all([...waiting.values()].map((seen) => seen()));
}
