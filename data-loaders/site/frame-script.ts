/**
 * The few lines that run before a page is drawn: a remembered theme, and a language switch that keeps query and place.
 * Plain JavaScript without modules, since it stands in the head; without it the site works in the system's theme.
 */
export const frameScript = `
(() => {
  const root = document.documentElement;
  const stored = (value) => {
    try {
      return value === undefined ? localStorage.getItem("labbook-theme") : localStorage.setItem("labbook-theme", value);
    } catch {
      return null;
    }
  };
  const apply = (theme) => {
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    else delete root.dataset.theme;
  };
  apply(stored());
  addEventListener("DOMContentLoaded", () => {
    const choice = document.querySelector("select.theme");
    choice.value = root.dataset.theme || "system";
    choice.closest("label").hidden = false;
    choice.addEventListener("change", () => {
      stored(choice.value);
      apply(choice.value);
      dispatchEvent(new Event("labbook-theme"));
    });
    const other = document.querySelector("a.language");
    const page = other.getAttribute("href");
    other.addEventListener("click", () => other.setAttribute("href", page + location.search + location.hash));
  });
})();
`.trim();
