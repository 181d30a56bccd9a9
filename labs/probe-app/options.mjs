/** The command line of the probe application. */

export const HELP = `Usage: node server.mjs [options]

  --listen HOST:PORT      where to listen (default *:8080: every address, IPv4 and IPv6; port 0 takes a free one;
                          an IPv6 address stands in brackets: [::1]:8080)
  --state-dir DIR         where PUT /state keeps its file (default /state)
  --ready-delay SECONDS   /readyz answers 503 until this much time has passed since the start (default 0)
  --grace SECONDS         after SIGTERM, how long running requests may take (default 10)
  --help                  this text

Routes: GET /identity, GET and PUT /state (at most 4096 bytes), GET /healthz, GET /readyz.
Environment that /identity repeats: POD_UID, POD_NAME, POD_NAMESPACE, POD_IP, NODE_NAME, SOURCE_DIGEST, IMAGE_DIGEST.
`;

const READERS = {
  "--listen": readListen,
  "--state-dir": (text) => (text === "" ? undefined : { stateDir: text }),
  "--ready-delay": (text) => readSeconds(text, "readyDelaySeconds"),
  "--grace": (text) => readSeconds(text, "graceSeconds"),
};

/** Every fault of the command line is reported at once in `errors`. */
export function parseOptions(args) {
  const options = { host: "*", port: 8080, stateDir: "/state", readyDelaySeconds: 0, graceSeconds: 10 };
  const errors = [];
  if (args.includes("--help")) return { help: true, options, errors };
  const rest = args.flatMap((arg) => (/^--[a-z-]+=/.test(arg) ? splitAtEquals(arg) : [arg]));
  while (rest.length > 0) {
    const name = rest.shift();
    const read = READERS[name];
    if (!read) {
      errors.push(`unknown option ${JSON.stringify(name)}`);
      continue;
    }
    const text = rest.shift();
    const value = text === undefined ? undefined : read(text);
    if (value) Object.assign(options, value);
    else
      errors.push(
        `${name}: expected ${EXPECTED[name]}, got ${text === undefined ? "nothing" : JSON.stringify(text)}`,
      );
  }
  return { help: false, options, errors };
}

const EXPECTED = {
  "--listen": "HOST:PORT",
  "--state-dir": "a directory",
  "--ready-delay": "a number of seconds",
  "--grace": "a number of seconds",
};

function splitAtEquals(arg) {
  const at = arg.indexOf("=");
  return [arg.slice(0, at), arg.slice(at + 1)];
}

function readListen(text) {
  const match = /^(?:\[([0-9a-fA-F:.%]+)\]|([^:\s[\]]+)):(\d{1,5})$/.exec(text);
  if (!match || Number(match[3]) > 65_535) return undefined;
  return { host: match[1] ?? match[2], port: Number(match[3]) };
}

function readSeconds(text, name) {
  return /^\d+(\.\d+)?$/.test(text) && Number(text) <= 86_400 ? { [name]: Number(text) } : undefined;
}
