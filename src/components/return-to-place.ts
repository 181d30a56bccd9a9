/**
 * Back leads to where one was. A page that a script draws is empty when the browser looks for the old place, so the place is
 * kept with the history's entry: the part at the top of the window, how far it was scrolled, and what was open.
 */

interface Place {
  /** The last element with an id above the window's upper edge, and the edge's distance from it in pixels. */
  anchor: string;
  offset: number;
  /** The open details, each by the nearest id and its number within that part: what comes late changes no other part. */
  open: string[];
}

/** Ends the restoring that still goes on. */
let stopMoving = () => {};

/** How long late parts of the page may still move what stands above, in milliseconds. */
const SETTLES_MS = 8000;

/**
 * Call it when the page is drawn.
 * @returns whether the reader came back to a place, which the address's part must not override
 */
export function returnToPlace(article: HTMLElement): boolean {
  history.scrollRestoration = "manual";
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keep = () => {
    clearTimeout(timer);
    if (article.isConnected) history.replaceState({ ...history.state, place: placeIn(article) }, "");
  };
  // browsers allow so many changes of the history in a time
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(keep, 250);
  };
  window.addEventListener("scroll", soon, { passive: true });
  window.addEventListener("pagehide", keep);
  // before the link makes an entry of its own
  article.addEventListener(
    "click",
    ({ target }) => target instanceof Element && target.closest("a[href]") && keep(),
    true,
  );
  window.addEventListener("popstate", ({ state }) => {
    const place = placeOf(state);
    if (place && article.isConnected) restore(article, place);
  });
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const came = navigation?.type === "back_forward" || navigation?.type === "reload";
  const place = came ? placeOf(history.state) : undefined;
  if (place) requestAnimationFrame(() => requestAnimationFrame(() => restore(article, place)));
  return place !== undefined;
}

function placeOf(state: unknown): Place | undefined {
  return (state as { place?: Place } | null)?.place;
}

function placeIn(article: HTMLElement): Place {
  const above = [...article.querySelectorAll<HTMLElement>("[id]")].filter(
    (one) => one.getClientRects().length > 0 && one.getBoundingClientRect().top <= 1,
  );
  const anchor = above.at(-1);
  return {
    anchor: anchor?.id ?? "",
    offset: anchor ? -anchor.getBoundingClientRect().top : window.scrollY,
    open: [...keyed(article)].flatMap(([key, one]) => (one.open ? [key] : [])),
  };
}

function keyed(article: HTMLElement): Map<string, HTMLDetailsElement> {
  const counts = new Map<string, number>();
  return new Map(
    [...article.querySelectorAll("details")].map((one) => {
      const part = one.closest("[id]")?.id ?? "";
      const number = (counts.get(part) ?? 0) + 1;
      counts.set(part, number);
      return [`${part} ${number}`, one];
    }),
  );
}

function restore(article: HTMLElement, { anchor, offset, open }: Place): void {
  const all = keyed(article);
  for (const key of open) {
    const one = all.get(key);
    if (one) one.open = true;
  }
  let set = 0;
  const scroll = () => {
    const element = anchor === "" ? null : document.getElementById(anchor);
    const top = element ? element.getBoundingClientRect().top + window.scrollY : 0;
    window.scrollTo({ top: top + offset, behavior: "instant" });
    set = window.scrollY;
  };
  stopMoving();
  scroll();
  if (typeof ResizeObserver === "undefined") return;
  const moving = new ResizeObserver(scroll);
  // whoever scrolls, by whatever means, has moved on
  const follow = () => Math.abs(window.scrollY - set) > 2 && stopMoving();
  const root = document.documentElement.style;
  const timer = setTimeout(() => stopMoving(), SETTLES_MS);
  stopMoving = () => {
    clearTimeout(timer);
    moving.disconnect();
    window.removeEventListener("scroll", follow);
    root.removeProperty("overflow-anchor");
    stopMoving = () => {};
  };
  // or the browser would keep in place what is in sight, in its own way
  root.setProperty("overflow-anchor", "none");
  moving.observe(article);
  window.addEventListener("scroll", follow, { passive: true });
}
