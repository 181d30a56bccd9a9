/** How text is cut into search terms: the same at build and in the browser. Pure. */

/** Words, lower-case. Han text is segmented; `shareProcessNamespace` and `/proc/1/ns` are found whole and by their parts. */
export function tokens(text: string): string[] {
  return [...text.matchAll(/\p{Script=Han}+|[\p{L}\p{N}_]+(?:[-./:][\p{L}\p{N}_]+)*/gu)].flatMap(([run]) =>
    /\p{Script=Han}/u.test(run) ? hanParts(run) : latinWords(run),
  );
}

let segmenter: Intl.Segmenter | undefined;

/** A mixed run such as `Pod的` counts as Latin for the pattern above; its Han part is cut out here. */
function hanParts(run: string): string[] {
  return run.split(/(\p{Script=Han}+)/u).flatMap((part) => {
    if (part === "") return [];
    return /\p{Script=Han}/u.test(part) ? hanWords(part) : latinWords(part);
  });
}

/** Words as the segmenter finds them, and each pair of neighbours, since two segmenters may cut differently. */
function hanWords(text: string): string[] {
  segmenter ??= new Intl.Segmenter("zh", { granularity: "word" });
  const words = [...segmenter.segment(text)].map(({ segment }) => segment);
  const pairs = [...text].slice(1).map((character, index) => `${[...text][index]}${character}`);
  return [...new Set([...words, ...pairs])];
}

function latinWords(run: string): string[] {
  const whole = run.toLowerCase();
  const parts = run
    .split(/[-./:_]/)
    .flatMap((part) => [part, ...part.split(/(?<=[a-z0-9])(?=[A-Z])/)])
    .map((part) => part.toLowerCase())
    .filter((part) => part !== "");
  return [...new Set([whole, ...parts])];
}
