/** What was cleaned up, the inventories before and after, and what stayed behind. */
import type { InventoryItem } from "../model/run.js";
import { el } from "./element.js";
import type { Page } from "./page.js";
import type { RunDigest } from "./run-digest.js";
import { stepList } from "./step-list.js";

export function cleanupPanel(cleanup: RunDigest["cleanup"], page: Page): HTMLElement {
  const { words } = page;
  return el(
    "div",
    { class: "cleanup" },
    summary(cleanup, page),
    inventories(cleanup, page),
    cleanup.steps.length > 0 && el("h3", null, words.steps),
    stepList(cleanup.steps, page),
  );
}

function summary(
  { before, after, leftovers, steps }: RunDigest["cleanup"],
  { words, run }: Page,
): HTMLElement {
  if (leftovers.length > 0) {
    return el(
      "div",
      { class: "fault" },
      el("p", null, `✗ ${leftovers.length} ${words.leftovers}`),
      el("ul", null, leftovers.map(item)),
    );
  }
  if (run.status === "NOT_RUN" && steps.length === 0) return el("p", null, words.cleanupNotRun);
  // An empty list of leftovers proves nothing unless somebody looked.
  if (before.length === 0 && after.length === 0) return el("p", { class: "reason" }, words.noInventory);
  return el("p", { class: "clean" }, `✓ ${words.noLeftovers}`);
}

function inventories({ before, after }: RunDigest["cleanup"], { words }: Page): HTMLElement | false {
  if (before.length + after.length === 0) return false;
  const list = (label: string, items: InventoryItem[]) =>
    el(
      "details",
      null,
      el("summary", null, `${label} (${items.length})`),
      el("ul", { class: "inventory", tabindex: 0 }, items.map(item)),
    );
  return el(
    "div",
    { class: "inventories" },
    list(words.inventoryBefore, before),
    list(words.inventoryAfter, after),
  );
}

function item({ kind, name }: InventoryItem): HTMLElement {
  return el("li", null, el("span", { class: "kind" }, kind), " ", el("code", null, name));
}
