/**
 * A regular expression that a reader typed, or that came in a file, may run for ever on some value. It is tried in a
 * worker first, which can be ended; only a pattern that comes to an end there is handed to the judge.
 */
export type Trial = "ends" | "slow" | "untried";
export type TryPattern = (pattern: string, text: string) => Promise<Trial>;

const script = "onmessage = ({ data: [pattern, text] }) => postMessage(new RegExp(pattern).test(text));";

export const tryPattern: TryPattern = (pattern, text) => {
  if (typeof Worker !== "function") return Promise.resolve("untried");
  const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const worker = new Worker(address);
  return new Promise<Trial>((resolve) => {
    const timer = setTimeout(() => resolve("slow"), 1000);
    worker.onmessage = () => {
      clearTimeout(timer);
      resolve("ends");
    };
    worker.onerror = () => {
      clearTimeout(timer);
      resolve("untried");
    };
    worker.postMessage([pattern, text]);
  }).finally(() => {
    worker.terminate();
    URL.revokeObjectURL(address);
  });
};
