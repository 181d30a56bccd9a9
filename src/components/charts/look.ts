/** What all charts share: the page's colours and font, read where the chart stands. */
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

export function lookOf(element: Element): Look {
  const style = getComputedStyle(element);
  const read = (name: string) => style.getPropertyValue(name).trim();
  return {
    ink: read("--ink"),
    soft: read("--ink-soft"),
    rule: read("--rule"),
    paper: read("--paper"),
    point: read("--accent"),
    named: read("--refuted"),
    band: read("--confirmed"),
    reference: read("--unsure"),
    gap: read("--ink-soft"),
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
