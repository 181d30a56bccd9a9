import { expect, test } from "vitest";
import { createRedactor } from "../../data-loaders/evidence/redact.js";

const SECRET = "Zx9hunter2Qq";
const data = `{"kind":"Secret","data":{"p":"${Buffer.from(SECRET).toString("base64")}"}}`;

function masked(text: string): string {
  const redactor = createRedactor();
  const bytes = new TextEncoder().encode(text);
  redactor.learn(bytes);
  return new TextDecoder().decode(redactor.redact(bytes).bytes);
}

test.each([
  `1000 kubelet --token ${SECRET} --v=2`,
  `{"args":["--token","${SECRET}"]}`,
  `{\n  "command": [\n    "redis",\n    "--password",\n    "${SECRET}"\n  ]\n}`,
  `args:\n  - --token\n  - ${SECRET}\n`,
  `Env:\n  - DB_PASSWORD=${SECRET}\n`,
  `\tDB_PASSWORD=${SECRET}`,
  `A=1 DB_PASSWORD='${SECRET}' ./run`,
  `2026-03-01T10:00:00.000000Z 12.3 ${data}`,
  `{"kind":"Pod"}\nI0301 10:00:00 object ${data}\nend`,
])("a secret is masked where it stands: %j", (text) => {
  const out = masked(text);
  expect(out).not.toContain(SECRET);
  expect(out).not.toContain(Buffer.from(SECRET).toString("base64"));
});

test.each([
  "  --token string   the token to use",
  "kubectl create token reader --token-ttl 10m",
  "  API_KEY=$KEY DB_PASSWORD_FILE=/run/secrets/p1",
  'FLAG: --token=""',
])("help and references stay: %s", (text) => expect(masked(text)).toBe(text));
