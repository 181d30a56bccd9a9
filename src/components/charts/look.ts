/** What all charts share: the page's colours and font. */
export interface Look {
  ink: string;
  soft: string;
  rule: string;
  paper: string;
  point: string;
  named: string;
  band: string;
  reference: string;
  gap: string;
  font: string;
}

/**
 * Colours by their names in the style sheet, so that a drawn chart changes with the theme and is light on paper; the font as it
 * is where the chart stands, for Vega measures with it.
 */
export function lookOf(element: Element): Look {
  const style = getComputedStyle(element);
  const read = (name: string) => style.getPropertyValue(name).trim();
  return {
    ink: "var(--ink)",
    soft: "var(--ink-soft)",
    rule: "var(--rule)",
    paper: "var(--paper)",
    point: "var(--accent)",
    named: "var(--refuted)",
    band: "var(--confirmed)",
    reference: "var(--unsure)",
    gap: "var(--ink-soft)",
    font: style.fontFamily.includes("Han") ? style.fontFamily : `${read("--sans")}, ${read("--han")}`,
  };
}

/** The frame of a specification: its size, its axes and no drawing outside the page's palette. */
export function framed(look: Look, height: number, rest: object): object {
  return {
    $schema: "https://vega.github.io/schema/vega-lite/v6.json",
    width: "container",
    height,
    autosize: { type: "fit-x", contains: "padding" },
    background: "transparent",
    padding: { left: 2, right: 8, top: 4, bottom: 2 },
    config: {
      font: look.font,
      view: { stroke: null },
      axis: {
        labelColor: look.ink,
        titleColor: look.soft,
        titleFontWeight: "normal",
        domainColor: look.rule,
        tickColor: look.rule,
        gridColor: look.rule,
        labelFontSize: 11,
        titleFontSize: 11,
      },
    },
    ...rest,
  };
}

/** A layer without data has no extent, of which Vega would warn on the console. */
export function withData(layers: object[]): object[] {
  return layers.filter((layer) => (layer as { data: { values: object[] } }).data.values.length > 0);
}
