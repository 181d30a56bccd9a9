/** Acts once, when the element is about to scroll into view. */
import { el } from "./element.js";

export function whenSeen(element: Element, act: () => Promise<void>): void {
  if (typeof IntersectionObserver === "undefined") return;
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      act().catch((error: Error) =>
        element.replaceChildren(el("p", { class: "fault", role: "alert" }, error.message)),
      );
    },
    { rootMargin: "200px" },
  );
  observer.observe(element);
}
