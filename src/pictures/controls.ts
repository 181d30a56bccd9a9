/** The player's controls, drawn at build time in the page's language and hidden until the script is there. */
import { esc, h } from "./html.js";
import type { Sheet } from "./sheet.js";

const speeds = [1, 2, 5, 10, 20, 50, 100, 500];

export function controls(count: number, { words }: Sheet): string {
  return h(
    "div",
    { class: "player", role: "group", "aria-label": words.player, hidden: true },
    h(
      "div",
      { class: "player-bar" },
      button("player-play", words.play, h("span", { class: "player-icon", "aria-hidden": "true" })),
      button("player-back", words.stepBack, "‹"),
      button("player-next", words.stepNext, "›"),
      h("input", { type: "range", min: 1, max: count, value: count, step: 1, "aria-label": words.state }),
      h("span", { class: "player-clock", title: words.clock }),
      h(
        "label",
        null,
        h("span", { class: "player-label" }, esc(words.speed)),
        " ",
        h(
          "select",
          null,
          speeds.map((speed) => h("option", { value: speed }, `${speed}×`)),
        ),
      ),
    ),
    h("p", { class: "player-text", "aria-live": "polite" }, esc(words.playerHint)),
  );
}

function button(name: string, label: string, inner: string): string {
  return h("button", { type: "button", class: name, "aria-label": label, title: label }, inner);
}
