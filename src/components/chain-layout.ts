/** Where the elements of one or two identity chains stand in their picture. Pure: numbers only. */
import type { Chain, Layer, Link } from "../model/chain/types.js";

export const layers: Layer[] = [
  "source",
  "build",
  "registry",
  "api",
  "cri",
  "containerd",
  "kernel",
  "cgroup",
  "network",
  "service",
  "storage",
  "image",
  "app",
];

export interface Box {
  chain: number;
  link: Link;
  x: number;
  y: number;
  /** The same link in the other generation has another value, or only one of the two is a break. */
  differs: boolean;
}

export interface Lane {
  layer: Layer;
  y: number;
  height: number;
  /** Rows of one container (or of the Pod: undefined) begin here. */
  groups: { container?: string; y: number }[];
}

export interface Layout {
  width: number;
  height: number;
  boxWidth: number;
  lanes: Lane[];
  boxes: Box[];
  /** The x at which each chain's column begins: its spine; boxes stand to the right of it. */
  columns: number[];
}

/** The room for a column's spine, in pixels. */
export const spineWidth = 24;

export const boxHeight = 36;
const laneHead = 22;
const gap = 8;
const groupHead = 16;
const minBox = 132;
const mostPerRow = 5;
const gutter = 28;

/**
 * Chains stand side by side in columns of equal width; a link has the same place in each.
 * @param differing ids of links to be marked: of all generations, where only one of them is laid out
 */
export function layoutChains(
  chains: Chain[],
  width: number,
  differing: Set<string> = differingLinks(chains),
): Layout {
  const columnWidth = (width - gutter * (chains.length - 1)) / chains.length;
  // One pixel stays free at the right, where the last box has its border.
  const room = columnWidth - spineWidth - 1;
  const perRow = Math.min(mostPerRow, Math.max(1, Math.floor((room + gap) / (minBox + gap))));
  const boxWidth = (room - gap * (perRow - 1)) / perRow;
  const columns = chains.map((_, index) => index * (columnWidth + gutter));
  const lanes: Lane[] = [];
  const boxes: Box[] = [];
  let y = 0;
  for (const layer of layers) {
    const groups = groupsOf(chains, layer);
    if (groups.length === 0) continue;
    const lane: Lane = { layer, y, height: 0, groups: [] };
    y += laneHead;
    for (const { container, ids } of groups) {
      lane.groups.push({ container, y });
      if (container !== undefined) y += groupHead;
      ids.forEach((id, slot) => {
        const pair = chains.map((chain) => chain.links.find((link) => link.id === id));
        const differs = differing.has(id);
        pair.forEach((link, chain) => {
          if (!link) return;
          const x = columns[chain]! + spineWidth + (slot % perRow) * (boxWidth + gap);
          boxes.push({ chain, link, x, y: y + Math.floor(slot / perRow) * (boxHeight + gap), differs });
        });
      });
      y += Math.ceil(ids.length / perRow) * (boxHeight + gap);
    }
    lane.height = y - lane.y;
    lanes.push(lane);
    y += 14;
  }
  return { width, height: Math.max(0, y - 14), boxWidth, lanes, boxes, columns };
}

/** The ids of one layer, those of the Pod first, then each container's, in the order in which the chains hold them. */
function groupsOf(chains: Chain[], layer: Layer): { container?: string; ids: string[] }[] {
  const groups = new Map<string | undefined, Set<string>>();
  for (const link of chains.flatMap(({ links }) => links)) {
    if (link.layer !== layer) continue;
    if (!groups.has(link.container)) groups.set(link.container, new Set());
    groups.get(link.container)!.add(link.id);
  }
  return [...groups]
    .map(([container, ids]) => ({ container, ids: [...ids] }))
    .sort((a, b) => (a.container ?? "").localeCompare(b.container ?? "", "en"));
}

/** Links that are not the same in every generation; none where there is only one. */
export function differingLinks(chains: Chain[]): Set<string> {
  const tell = (link?: Link) => JSON.stringify([link?.value, link?.break?.code]);
  const ids = new Set(chains.flatMap(({ links }) => links.map(({ id }) => id)));
  return new Set(
    [...ids].filter(
      (id) => new Set(chains.map(({ links }) => tell(links.find((link) => link.id === id)))).size > 1,
    ),
  );
}
