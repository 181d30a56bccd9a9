/** The identity chain as a picture: one lane a layer, one box a link, breaks dashed, agreements drawn as lines. */
import type { Chain } from "../model/chain/types.js";
import { makeInteractive } from "./chain-keys.js";
import {
  type Box,
  boxHeight,
  differingLinks,
  type Layout,
  layoutChains,
  spineWidth,
} from "./chain-layout.js";
import { chainList } from "./chain-list.js";
import { chainWords } from "./chain-words.js";
import { el, svg } from "./element.js";
import { formatBrief, shorten } from "./format.js";
import { linkDetail } from "./link-detail.js";
import type { Page } from "./page.js";
import type { Lang } from "./text.js";

const narrow = 640;

/** One chain, or two generations of the same Pod name side by side (one below the other on a narrow screen). */
export function chainPicture(chains: Chain[], page: Page): HTMLElement {
  const t = chainWords[page.lang];
  const stage = el("div", { class: "chain-stage" });
  const detail = el("div", {
    class: "link-detail",
    role: "region",
    "aria-label": `${t.detail}: ${chains.map(titleOf).join(" / ")}`,
  });
  const differing = differingLinks(chains);
  const close = () =>
    el("button", { type: "button", class: "link-close", "aria-label": t.close, title: t.close }, "✕");
  const show = (box: Box | undefined) =>
    detail.replaceChildren(...(box ? [close(), linkDetail(box.link, page)] : []));
  let drawn = 0;
  const draw = (width: number) => {
    if (width === drawn || width < 100) return;
    drawn = width;
    const together = chains.length === 1 || width >= narrow ? [chains] : chains.map((chain) => [chain]);
    stage.replaceChildren(
      ...together.map((group) => picture(group, layoutChains(group, width, differing), page, show, detail)),
    );
  };
  if (typeof ResizeObserver === "undefined") draw(960);
  else new ResizeObserver(([entry]) => draw(Math.floor(entry!.contentRect.width))).observe(stage);
  return el(
    "div",
    { class: "chain" },
    el(
      "details",
      { class: "chain-drawn", open: true },
      el("summary", null, t.picture),
      chainLegend(chains, differing.size > 0, page.lang),
      stage,
      detail,
    ),
    chainList(chains, differing, page),
  );
}

/** What the signs of this picture mean: those that are in it. */
function chainLegend(chains: Chain[], differs: boolean, lang: Lang): HTMLElement {
  const { key } = chainWords[lang];
  const links = chains.flatMap((chain) => chain.links);
  const signs: [string, string, boolean][] = [
    ["proven", key.proven, true],
    ["broken", key.break, links.some((link) => link.break)],
    ["agrees", `✓ ${key.agrees}`, links.some(({ agrees }) => agrees && agrees.length > 0)],
    ["differs", `≠ ${key.changed}`, differs],
  ];
  return el(
    "p",
    { class: "chain-legend" },
    signs
      .filter(([, , there]) => there)
      .map(([sign, text]) => el("span", { class: `key key-${sign}` }, text)),
  );
}

function picture(
  chains: Chain[],
  layout: Layout,
  page: Page,
  show: (box: Box | undefined) => void,
  detail: HTMLElement,
): Element {
  const { width } = layout;
  const top = chains.length > 0 ? 26 : 0;
  const boxes = layout.boxes.map((box) => boxElement(box, layout, page));
  const root = svg(
    "svg",
    {
      class: "chain-picture",
      width,
      height: layout.height + top,
      viewBox: `0 ${-top} ${width} ${layout.height + top}`,
      role: "group",
      "aria-label": chains.map(titleOf).join(" / "),
      "aria-description": chainWords[page.lang].keys,
    },
    chains.map((chain, index) =>
      svg(
        "text",
        { class: "chain-title", x: layout.columns[index]!, y: -10 },
        shorten(titleOf(chain), Math.floor(width / chains.length / 7.5)),
      ),
    ),
    layout.columns.flatMap((x, chain) => spine(layout, x, chain)),
    layout.columns.flatMap((x) =>
      layout.lanes.map(({ layer, y, groups }) => [
        svg("text", { class: "lane-name", x: x + spineWidth, y: y + 14 }, page.words.layers[layer]),
        groups.map(
          ({ container, y: at }) =>
            container !== undefined &&
            svg("text", { class: "lane-group", x: x + spineWidth, y: at + 11 }, container),
        ),
      ]),
    ),
    agreements(layout),
    boxes,
  );
  makeInteractive(boxes, layout, root, show, detail);
  return root;
}

/** One line from layer to layer. It is whole below a layer whose links are all proven, and broken below any other. */
function spine({ lanes, boxes }: Layout, x: number, chain: number): Element[] {
  const centre = x + 7;
  return lanes.flatMap((lane, index) => {
    const next = lanes[index + 1];
    const links = boxes.filter((box) => box.chain === chain && box.link.layer === lane.layer);
    const state = links.length === 0 ? "absent" : links.some(({ link }) => link.break) ? "broken" : "whole";
    const y = lane.y + 10;
    const middle = next && (y + next.y + 10) / 2;
    return [
      ...(next ? [svg("path", { class: `spine ${state}`, d: `M${centre} ${y + 6}V${next.y + 4}` })] : []),
      svg("circle", { class: `spine-knot ${state}`, cx: centre, cy: y, r: 5 }),
      ...(state === "broken" && middle
        ? [svg("text", { class: "spine-break", x: centre, y: middle + 4, "text-anchor": "middle" }, "✕")]
        : []),
    ];
  });
}

function titleOf({ id, pod, generation }: Chain): string {
  return `${id}: ${pod.namespace}/${pod.name} ${generation ? generation.podUid.slice(0, 8) : ""}`;
}

function boxElement(box: Box, { boxWidth }: Layout, { words, lang }: Page): SVGGElement {
  const t = chainWords[lang];
  const { link, differs } = box;
  const agreed = link.agrees?.length ?? 0;
  const broken = link.break !== undefined;
  const room = Math.floor((boxWidth - 16) / 6.4);
  const value = broken ? `✕ ${link.break!.code}` : formatBrief(link.value!, link.unit);
  const name = link.container ? link.id.replace(`container.${link.container}.`, "") : link.id;
  return svg(
    "g",
    {
      class: `link${broken ? " broken" : ""}${differs ? " differs" : ""}`,
      transform: `translate(${box.x} ${box.y})`,
      // A picture of one link: the focus alone shows its detail, and its name says in full what may be drawn shortened.
      role: "img",
      tabindex: "-1",
      "data-link": link.id,
      "aria-label": [
        `${words.layers[link.layer]}, ${link.id}: ${broken ? `${words.breakReason}, ${link.break!.reason}` : value}`,
        differs && t.changed,
        agreed > 0 && t.agreements(agreed),
      ]
        .filter(Boolean)
        .join(", "),
    },
    // The name above says all of this in full; what is drawn may be shortened.
    svg("rect", { width: boxWidth, height: boxHeight, rx: 3 }),
    svg(
      "text",
      { class: "link-name", "aria-hidden": "true", x: 8, y: 14 },
      shorten(name, room - (differs ? 2 : 0) - (agreed > 0 ? 4 : 0)),
    ),
    svg("text", { class: "link-value", "aria-hidden": "true", x: 8, y: 28 }, shorten(value, room)),
    agreed > 0 &&
      svg(
        "text",
        {
          class: "link-agrees",
          "aria-hidden": "true",
          x: boxWidth - (differs ? 22 : 8),
          y: 14,
          "text-anchor": "end",
        },
        `✓${agreed > 1 ? agreed : ""}`,
      ),
    differs &&
      svg(
        "text",
        { class: "link-differs", "aria-hidden": "true", x: boxWidth - 8, y: 15, "text-anchor": "end" },
        "≠",
      ),
  );
}

/** A line for each agreement between two links of the same chain; it bows to the side so that boxes stay readable. */
function agreements({ boxes, boxWidth }: Layout): Element[] {
  const lines: Element[] = [];
  for (const from of boxes) {
    for (const { with: other } of from.link.agrees ?? []) {
      const to = boxes.find((box) => box.chain === from.chain && box.link.id === other);
      if (!to) continue;
      const [x1, y1] = [from.x + boxWidth - 12, from.y + boxHeight / 2];
      const [x2, y2] = [to.x + boxWidth - 12, to.y + boxHeight / 2];
      const bow = Math.min(22, 8 + Math.abs(y2 - y1) / 14);
      const d = `M${x1} ${y1}C${x1 + bow} ${y1} ${x2 + bow} ${y2} ${x2} ${y2}`;
      lines.push(
        svg("path", {
          class: "agreement",
          d,
          "data-chain": from.chain,
          "data-from": from.link.id,
          "data-to": other,
        }),
      );
    }
  }
  return lines;
}
