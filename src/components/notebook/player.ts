/**
 * Takes a picture through its recorded states. The build drew every state as a still below the picture; this script shows
 * them in the picture itself, with the recorded time between them, faster or slower. Nothing else moves.
 */

interface State {
  off: Set<string>;
  marked: Set<string>;
  broken: Set<string>;
  /** Recorded milliseconds from the picture's zero; absent where no time was recorded. */
  ms?: number;
  /** Where the playhead stands. */
  x?: number;
  words: Element;
}

/** A state is readable for this long before the clock runs on: a beat, and the time that its words take. */
const readingMs = (words: string) => 900 + words.length * 28;

export function startPlayers(root: ParentNode): void {
  for (const figure of root.querySelectorAll<HTMLElement>("figure.picture[data-player]")) startPlayer(figure);
}

function startPlayer(figure: HTMLElement): void {
  const stage = figure.querySelector<HTMLElement>(".picture-stage")!;
  const items = [...figure.querySelectorAll<HTMLElement>(".picture-states > li")];
  const states = items.map(stateOf);
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const resting = stage.innerHTML;
  const panel = figure.querySelector<HTMLElement>(".player")!;
  const [play, back, next] = ["play", "back", "next"].map(
    (name) => panel.querySelector<HTMLButtonElement>(`.player-${name}`)!,
  );
  const slider = panel.querySelector<HTMLInputElement>("input")!;
  const speed = panel.querySelector<HTMLSelectElement>("select")!;
  const clock = panel.querySelector<HTMLElement>(".player-clock")!;
  const said = panel.querySelector<HTMLElement>(".player-text")!;
  let at = -1;
  let frame = 0;

  panel.hidden = false;
  figure.classList.add("is-live");
  play!.hidden = still;
  speed.parentElement!.hidden = still;
  speed.value = fittingSpeed(
    states,
    [...speed.options].map(({ value }) => Number(value)),
  );

  play!.addEventListener("click", () => (frame ? pause() : start()));
  back!.addEventListener("click", () => go(at < 0 ? states.length - 1 : at - 1));
  next!.addEventListener("click", () => go(at + 1));
  slider.addEventListener("input", () => go(Number(slider.value) - 1));
  addEventListener("hashchange", followHash);
  addEventListener("beforeprint", rest);
  followHash();

  /** Shows one state and stands still. */
  function go(index: number): void {
    pause();
    show(Math.min(Math.max(index, 0), states.length - 1));
  }

  function show(index: number): void {
    at = index;
    const state = states[index]!;
    dress(stage, state);
    placeHead(stage, state.x);
    slider.value = String(index + 1);
    clock.textContent = timeText(state.ms);
    said.replaceChildren(...[...state.words.childNodes].map((node) => node.cloneNode(true)));
    slider.setAttribute("aria-valuetext", said.textContent ?? "");
  }

  function rest(): void {
    pause();
    stage.innerHTML = resting;
  }

  function start(): void {
    show(at < 0 || at === states.length - 1 ? 0 : at);
    panel.classList.add("is-playing");
    let hold = readingMs(states[at]!.words.textContent ?? "");
    let ms = states[at]!.ms;
    let last = performance.now();
    frame = requestAnimationFrame(function tick(now) {
      const passed = Math.min(now - last, 100);
      last = now;
      const following = states[at + 1];
      if (!following) return pause();
      if (hold > 0) hold -= passed;
      else if (ms !== undefined && following.ms !== undefined && ms < following.ms) {
        ms = Math.min(ms + passed * Number(speed.value), following.ms);
        clock.textContent = timeText(ms);
        placeHead(stage, between(states[at]!, following, ms));
      } else {
        show(at + 1);
        ms = following.ms;
        hold = readingMs(following.words.textContent ?? "");
      }
      frame = requestAnimationFrame(tick);
    });
  }

  function pause(): void {
    cancelAnimationFrame(frame);
    frame = 0;
    panel.classList.remove("is-playing");
  }

  function followHash(): void {
    const index = items.findIndex(({ id }) => `#${id}` === location.hash);
    if (index < 0) return;
    go(index);
    figure.scrollIntoView({ block: "nearest" });
  }
}

function stateOf(item: HTMLElement): State {
  const { off, marked, broken, ms, x } = item.dataset;
  const ids = (list: string | undefined) => new Set((list ?? "").split(" ").filter(Boolean));
  return {
    off: ids(off),
    marked: ids(marked),
    broken: ids(broken),
    ms: ms === undefined ? undefined : Number(ms),
    x: x === undefined ? undefined : Number(x),
    words: item.querySelector(":scope > p")!,
  };
}

/** Gives every part of the drawing the classes of a state. An arrow is gone where what it leads to is. */
function dress(stage: HTMLElement, { off, marked, broken }: State): void {
  for (const part of stage.querySelectorAll<HTMLElement>("[data-part]")) {
    const { part: id = "", follows = "" } = part.dataset;
    part.classList.toggle("is-off", off.has(id) || off.has(follows));
    part.classList.toggle("is-marked", marked.has(id));
    part.classList.toggle("is-broken", broken.has(id));
  }
}

function placeHead(stage: HTMLElement, x: number | undefined): void {
  const head = stage.querySelector("[data-playhead]");
  head?.classList.toggle("is-off", x === undefined);
  if (x === undefined) return;
  head?.setAttribute("transform", `translate(${x} 0)`);
  for (const tick of stage.querySelectorAll(".pic-tick"))
    tick.classList.toggle("is-off", Number(tick.getAttribute("x1")) > x + 0.1);
}

function between(from: State, to: State, ms: number): number | undefined {
  if (from.x === undefined || to.x === undefined) return undefined;
  return from.x + ((to.x - from.x) * (ms - from.ms!)) / (to.ms! - from.ms!);
}

/** Of the speeds offered, the slowest that takes the recorded time in about ten seconds. */
function fittingSpeed(states: State[], speeds: number[]): string {
  const times = states.flatMap(({ ms }) => (ms === undefined ? [] : [ms]));
  const length = Math.max(0, ...times) - Math.min(0, ...times);
  return String(speeds.find((speed) => length / speed <= 10_000) ?? speeds.at(-1)!);
}

function timeText(ms: number | undefined): string {
  return ms === undefined ? "" : `${ms < 0 ? "−" : ""}${(Math.abs(ms) / 1000).toFixed(1)} s`;
}
