/** Colours and weight that the sequences so far have set, read by anser; given as classes and safe inline colours. */
import Anser from "anser";

export interface Style {
  classes: string[];
  color?: string;
  background?: string;
}

export interface Styles {
  /** Takes one colour sequence, such as ESC [ 1 ; 31 m, and says what holds from then on. */
  apply(sequence: string): Style | undefined;
}

export function createStyles(): Styles {
  const anser = new Anser();
  return {
    apply(sequence) {
      // some programs write sub-parameters with colons; anser reads semicolons only
      const entry = anser.ansiToJson(`${sequence.replaceAll(":", ";")}x`, {
        json: true,
        use_classes: true,
      })[1]!;
      // anser lists a decoration as often as it was set: output could make that list as long as it likes
      const state = anser as unknown as { decorations: string[] };
      state.decorations = [...new Set(state.decorations)];
      return entry.was_processed ? styleOf(entry) : undefined;
    },
  };
}

function styleOf({ fg, bg, fg_truecolor, bg_truecolor, decorations }: Anser.AnserJsonEntry): Style {
  const classes = [...new Set(decorations)].map((name) => `ansi-${name}`);
  const style: Style = { classes };
  const color = colourOf(fg, fg_truecolor, (name) => classes.push(`${name}-fg`));
  const background = colourOf(bg, bg_truecolor, (name) => classes.push(`${name}-bg`));
  if (color) style.color = color;
  if (background) style.background = background;
  return style;
}

/** The sixteen named colours follow the page's theme; the others are what the output asked for. */
function colourOf(
  name: string | null,
  rgb: string | null,
  named: (name: string) => void,
): string | undefined {
  if (!name) return undefined;
  if (name === "ansi-truecolor") return rgb ? `rgb(${rgb})` : undefined;
  const palette = /^ansi-palette-(\d+)$/.exec(name);
  if (palette) return paletteColour(Number(palette[1]));
  named(name);
  return undefined;
}

/** xterm's 256 colours from 16 on: a cube of six steps a side, then 24 greys. */
function paletteColour(index: number): string {
  if (index >= 232) {
    const grey = 8 + (index - 232) * 10;
    return `rgb(${grey}, ${grey}, ${grey})`;
  }
  const steps = [0, 95, 135, 175, 215, 255];
  const [red, green, blue] = [36, 6, 1].map((size) => steps[Math.floor((index - 16) / size) % 6]);
  return `rgb(${red}, ${green}, ${blue})`;
}
