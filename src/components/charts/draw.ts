/** Draws a chart when it comes into view, and again when the room for it changes. */
import type { View } from "vega";
import { whenSeen } from "../when-seen.js";
import { type Look, lookOf } from "./look.js";

export interface Drawn {
  view: View;
}

/**
 * @param specify the Vega-Lite specification in the page's look for a width in pixels
 * @param drawn called after each drawing, such as to restore what part was shown
 */
export function drawWhenSeen(
  element: HTMLElement,
  specify: (look: Look, width: number) => object | Promise<object>,
  drawn: (drawn: Drawn) => void = () => {},
): void {
  whenSeen(element, async () => {
    // expressions are interpreted, not compiled: a policy may forbid code that is made from text
    const [{ default: embed }, { expressionInterpreter: expr }] = await Promise.all([
      import("vega-embed"),
      import("vega-interpreter"),
    ]);
    let last = "";
    const draw = async () => {
      const look = lookOf(element);
      const width = element.clientWidth;
      const state = JSON.stringify([look, width]);
      if (width === 0 || state === last) return;
      last = state;
      const options = {
        actions: false,
        renderer: "svg" as const,
        ast: true,
        expr,
        // what these would write into a <style> stands in charts.css
        defaultStyle: false,
        tooltip: { theme: "custom", disableDefaultStyle: true },
      };
      drawn(await embed(element, (await specify(look, width)) as never, options));
      // The chart has one name, and the table beside it holds the data: its hundreds of marks are not to be read out.
      element.querySelector("svg")?.setAttribute("aria-hidden", "true");
    };
    await draw();
    const redraw = () => void draw().catch((error: Error) => element.replaceChildren(error.message));
    if (typeof ResizeObserver !== "undefined") new ResizeObserver(redraw).observe(element);
  });
}
