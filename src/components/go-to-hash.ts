/** A page is drawn after the browser looked for the place that its address names; so it is gone to again. */

export function goToHash(article: HTMLElement): void {
  const name = decodeURIComponent(location.hash.slice(1));
  if (name === "") return;
  const target = article.querySelector(`[id="${CSS.escape(name)}"]`);
  if (!target) return;
  for (let outer = target.closest("details"); outer; outer = outer.parentElement?.closest("details") ?? null)
    outer.open = true;
  // The article stands in the page only after the code that made it has returned.
  requestAnimationFrame(() => requestAnimationFrame(() => target.scrollIntoView({ block: "start" })));
}
