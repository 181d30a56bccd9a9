import type { Transport } from "../../effects.js";
import { launch } from "./launch.js";
import { LineStamper } from "./lines.js";

/** Commands run on this machine. */
export function localTransport(): Transport {
  return {
    name: "local",
    run: (request) => launch(request).ended,
    async start(request, onLine) {
      const stamper = new LineStamper(onLine);
      const launched = launch(request, { onStdout: (chunk) => stamper.push(chunk) });
      const ended = launched.ended.then((result) => {
        stamper.end();
        return result;
      });
      return {
        argv: request.argv,
        startedAt: launched.startedAt,
        ended,
        stop: async () => {
          void launched.stop();
          return ended;
        },
      };
    },
    forward: async (host, port) => ({ host, port }),
    close: async () => {},
  };
}
