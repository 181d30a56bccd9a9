import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createRedactor } from "../../data-loaders/evidence/redact.js";

const encode = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const base64 = (text: string) => Buffer.from(text).toString("base64");

/** Learns from every output, then masks every one, as a run does. */
function runOf(outputs: Record<string, string>) {
  const redactor = createRedactor();
  for (const text of Object.values(outputs)) redactor.learn(encode(text));
  return Object.fromEntries(
    Object.entries(outputs).map(([name, text]) => {
      const { bytes, redactions } = redactor.redact(encode(text));
      return [name, { text: decode(bytes), redactions }];
    }),
  );
}

const SECRET = "s3cr3t-7Q";
const spellings = (secret: string) => [
  secret,
  ...["", "x", "xx"].map((lead) => base64(lead + secret + "yyy").slice(lead.length ? 4 : 0, -4)),
  base64(secret).replace(/=+$/, ""),
  encodeURIComponent(secret),
  [...secret].map((c) => "%" + c.charCodeAt(0).toString(16)).join(""),
];

function expectNoTrace(text: string, secret: string) {
  for (const spelling of spellings(secret)) expect(text).not.toContain(spelling);
}

describe("G12, invented input: the second copy of a secret", () => {
  const applied = `{"apiVersion":"v1","kind":"Secret","metadata":{"annotations":{},"name":"db","namespace":"default"},"stringData":{"password":"${SECRET}"}}`;
  const secretYaml = `apiVersion: v1
data:
  password: ${base64(SECRET)}
kind: Secret
metadata:
  annotations:
    kubectl.kubernetes.io/last-applied-configuration: |
      ${applied}
  name: db
  namespace: default
  uid: 86219e0c-db54-4f40-8f76-99a7d5e858a7
type: Opaque
`;
  const secretJson = JSON.stringify(
    {
      apiVersion: "v1",
      items: [
        {
          apiVersion: "v1",
          data: { password: base64(SECRET) },
          kind: "Secret",
          metadata: {
            annotations: { "kubectl.kubernetes.io/last-applied-configuration": applied + "\n" },
            name: "db",
          },
        },
      ],
      kind: "List",
    },
    null,
    4,
  );
  const inspect = JSON.stringify({
    status: { id: "c1", state: "CONTAINER_RUNNING" },
    info: {
      pid: 4242,
      config: {
        envs: [
          { key: "DB_PASSWORD", value: SECRET },
          { key: "MODE", value: "true" },
        ],
      },
      runtimeSpec: { process: { env: ["PATH=/usr/bin", `DB_PASSWORD=${SECRET}`] } },
    },
  });
  const kubeconfig = `apiVersion: v1
clusters:
- cluster:
    certificate-authority-data: ${base64("-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n")}
    server: https://127.0.0.1:6443
  name: lab
kind: Config
users:
- name: admin
  user:
    client-certificate-data: ${base64("-----BEGIN CERTIFICATE-----\nMIIC\n-----END CERTIFICATE-----\n")}
    client-key-data: ${base64("-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA7\n-----END RSA PRIVATE KEY-----\n")}
    token: kc-t0ken-1234567
`;
  const mountinfo =
    "812 790 0:97 / /var/run/secrets/kubernetes.io/serviceaccount ro,relatime - tmpfs tmpfs rw,size=8098740k\n";
  const outputs = {
    log: `2026-11-30T08:48:52Z GET /login?password=${encodeURIComponent(SECRET)} Authorization: Bearer ab12.cd34-EF56\n`,
    early: `connecting with ${SECRET} and ${base64(`user:${SECRET}`)}\n`,
    secretYaml,
    secretJson,
    inspect,
    environ: `PATH=/usr/bin\0DB_PASSWORD=${SECRET}\0HOME=/root\0`,
    kubeconfig,
    mountinfo,
    token: "curl -H 'Authorization: Bearer ab12.cd34-EF56'\nab12.cd34-EF56\n",
  };
  const masked = runOf(outputs);

  test.each(Object.keys(outputs))("%s holds the value in no spelling", (name) => {
    for (const secret of [SECRET, "kc-t0ken-1234567", "ab12.cd34-EF56"])
      expectNoTrace(masked[name]!.text, secret);
    expect(masked[name]!.text).not.toContain("MIIEowIBAAKCAQEA7");
    expect(masked[name]!.text).not.toContain("LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVkt");
  });

  test("key names and structure stay, and rules are counted by name", () => {
    expect(masked.secretYaml!.text).toBe(
      secretYaml.replace(base64(SECRET), "[masked:secret-data]").replace(SECRET, "[masked:secret-data]"),
    );
    expect(masked.secretYaml!.redactions).toEqual({ "secret-data": 2 });
    const list = JSON.parse(masked.secretJson!.text);
    expect(list.items[0].data).toEqual({ password: "[masked:secret-data]" });
    const annotation = JSON.parse(
      list.items[0].metadata.annotations["kubectl.kubernetes.io/last-applied-configuration"],
    );
    expect(annotation).toEqual({ ...JSON.parse(applied), stringData: { password: "[masked:secret-data]" } });
    expect(JSON.parse(masked.inspect!.text).info).toEqual({
      pid: 4242,
      config: {
        envs: [
          { key: "DB_PASSWORD", value: "[masked:env]" },
          { key: "MODE", value: "true" },
        ],
      },
      runtimeSpec: { process: { env: ["PATH=/usr/bin", "DB_PASSWORD=[masked:env]"] } },
    });
    expect(masked.environ!.text).toBe("PATH=/usr/bin\0DB_PASSWORD=[masked:env]\0HOME=/root\0");
    expect(masked.early!.text).toMatch(/^connecting with \[masked:copy\] and /);
    expect(masked.kubeconfig!.text).toContain("token: [masked:kubeconfig]\n");
    expect(masked.kubeconfig!.text).toMatch(/client-key-data: \[masked:[a-z-]+\]\n/);
  });

  test("what is not secret stays: mountinfo, certificates, servers, names", () => {
    expect(masked.mountinfo).toEqual({ text: mountinfo, redactions: {} });
    const kept = /(certificate-authority-data|client-certificate-data|server|name): .*/g;
    expect(masked.kubeconfig!.text.match(kept)).toEqual(kubeconfig.match(kept));
  });

  test("masking once more changes nothing", () => {
    const again = runOf(Object.fromEntries(Object.entries(masked).map(([name, { text }]) => [name, text])));
    for (const name of Object.keys(outputs))
      expect(again[name]).toEqual({ text: masked[name]!.text, redactions: {} });
  });
});

describe("each place a secret is learned from, invented input", () => {
  const elsewhere = (source: string, secret: string) => runOf({ copy: `<${secret}>`, source }).copy!.text;

  test.each([
    [
      "SecretList from the API",
      `{"kind":"SecretList","apiVersion":"v1","items":[{"metadata":{"name":"a"},"data":{"p":"${base64("Ap1-value")}"}}]}`,
      "Ap1-value",
    ],
    [
      "watch event",
      `{"type":"ADDED","object":{"kind":"Secret","data":{"p":"${base64("W4tch-value")}"}}}\n{"type":"MODIFIED"}`,
      "W4tch-value",
    ],
    [
      "recorded watch line",
      `{"t":1,"line":${JSON.stringify(`{"object":{"kind":"Secret","data":{"p":"${base64("L1ne-value")}"}}}`)}}`,
      "L1ne-value",
    ],
    [
      "cut-off JSON",
      `{\n "apiVersion": "v1",\n "data": {\n  "p": "${base64("Cut0ff-value")}",\n  "q": "YW`,
      "Cut0ff-value",
    ],
    ["cut-off YAML", `apiVersion: v1\ndata:\n  p: ${base64("Cut0ff-value")}\n`, "Cut0ff-value"],
    [
      "JSON in a batched output",
      `=== one\nfoo\n=== two\n{"kind":"Secret","stringData":{"p":"B4tched-value"}}\n=== three\n`,
      "B4tched-value",
    ],
    [
      "second document of a manifest",
      `kind: ConfigMap\ndata:\n  a: plain-text\n---\nkind: Secret\nstringData:\n  p: 'M4nifest-value'\n`,
      "M4nifest-value",
    ],
    [
      "YAML list",
      `apiVersion: v1\nitems:\n- apiVersion: v1\n  data:\n    p: ${base64("Y4ml-value")}\n  kind: Secret\n- apiVersion: v1\n  kind: Pod\n`,
      "Y4ml-value",
    ],
    [
      "block scalar",
      `kind: Secret\nstringData:\n  conf: |\n    first = Bl0ck-value-long\n    second\ntype: Opaque\n`,
      "first = Bl0ck-value-long",
    ],
    [
      "Pod spec in YAML",
      `spec:\n  containers:\n  - env:\n    - name: API_TOKEN\n      value: P0d-value\n`,
      "P0d-value",
    ],
    ["kubectl describe", `    Environment:\n      DB_PASSWORD:  D3scribe-value\n`, "D3scribe-value"],
    ["env output", `HOME=/root\nexport AWS_SECRET_ACCESS_KEY="Env/value+9"\n`, "Env/value+9"],
    [
      "registry login in a Secret",
      `{"kind":"Secret","data":{".dockerconfigjson":"${base64(JSON.stringify({ auths: { r: { password: "R3gistry-pw" } } }))}"}}`,
      "R3gistry-pw",
    ],
    ["option", `ps: /app --db-password=Opt1on-value --v=2\n`, "Opt1on-value"],
    ["URL", `dsn postgres://app:Ur1-value@db:5432/x\n`, "Ur1-value"],
    ["bearer", `authorization: Bearer B34rer-value\n`, "B34rer-value"],
  ])("%s", (_, source, secret) => {
    expect(elsewhere(source, secret)).toBe("<[masked:copy]>");
    expect(runOf({ source }).source!.text).not.toContain(secret);
    expect(runOf({ source }).source!.text).not.toContain(base64(secret).replace(/=+$/, ""));
  });

  test("a command line", () => {
    const redactor = createRedactor();
    redactor.learnArgv(["kubectl", "create", "secret", "generic", "db", "--from-literal=pw=Arg-value1"]);
    redactor.learnArgv(["tool", "--token", "Arg-value2"]);
    expect(redactor.redactText("Arg-value1 Arg-value2 é")).toBe("[masked:copy] [masked:copy] é");
    expect(redactor.redactValue({ argv: ["--x=Arg-value1"], n: 1 })).toEqual({
      argv: ["--x=[masked:copy]"],
      n: 1,
    });
  });

  test("a ConfigMap is no Secret", () => {
    const text = "apiVersion: v1\ndata:\n  p: plain-text-1\nkind: ConfigMap\n";
    expect(runOf({ text }).text).toEqual({ text, redactions: {} });
  });
});

describe("spellings of a learned secret", () => {
  const awkward = 'pä$$ "w0rd"\\<&>\n/+é=';
  const redactor = createRedactor([awkward]);
  const once = JSON.stringify(awkward);
  test.each([
    ["plain", `a ${awkward} b`],
    ["JSON", once],
    ["JSON in JSON", JSON.stringify({ a: once })],
    ["JSON in JSON in JSON", JSON.stringify({ a: JSON.stringify({ b: once }) })],
    ["Go's JSON", once.replace(/[<>&]/g, (c) => "\\u00" + c.charCodeAt(0).toString(16))],
    ["percent", encodeURIComponent(awkward)],
    ["percent, lower case", encodeURIComponent(awkward).toLowerCase().replaceAll("w0rd", "w0rd")],
    ["form", new URLSearchParams({ p: awkward }).toString()],
    ["base64", base64(awkward)],
    ["base64, one byte before", base64("a" + awkward + "b")],
    ["base64, two bytes before", base64("ab" + awkward)],
    ["base64url", Buffer.from("abc" + awkward).toString("base64url")],
  ])("%s", (_, text) => {
    const { bytes, redactions } = redactor.redact(encode(text));
    expect(redactions).toEqual({ copy: 1 });
    expect(decode(bytes)).not.toMatch(/w0rd|dzByZ|cwcmQ|MHJk/);
  });

  test("in base64 lines of 76 characters", () => {
    const long = Array.from({ length: 200 }, (_, i) => String.fromCharCode(33 + ((i * 7) % 90))).join("");
    const wrapped = base64(long).replace(/.{76}/g, "$&\n");
    const { bytes } = createRedactor([long]).redact(encode(wrapped));
    expect(decode(bytes)).toMatch(/^(\[masked:copy\]\n?)+$/);
  });

  test("half a secret at the end of an output that was cut off", () => {
    const cut = createRedactor(["Long-secret-value"]);
    expect(decode(cut.redact(encode("x Long-secr"), { cutOff: true }).bytes)).toBe("x [masked:copy]");
    expect(decode(cut.redact(encode("x Long-secr")).bytes)).toBe("x Long-secr");
  });
});

describe("no over-masking", () => {
  test.each([
    "true",
    "abc12",
    "default",
    "12345678",
    "86219e0c-db54-4f40-8f76-99a7d5e858a7",
    `sha256:${"ab".repeat(32)}`,
    "/var/run/secrets/token",
    "10.96.0.1",
    "REDACTED",
  ])("%s is masked in its Secret and nowhere else", (value) => {
    const source = `kind: Secret\nstringData:\n  p: "${value}"\n`;
    const { copy, secret } = runOf({ copy: `state=${value} ${base64(value)}`, secret: source });
    expect(copy).toEqual({ text: `state=${value} ${base64(value)}`, redactions: {} });
    expect(secret!.text).toBe('kind: Secret\nstringData:\n  p: "[masked:secret-data]"\n');
  });

  test("variables about a secret, and service variables", () => {
    const text =
      "TOKEN_SERVICE_HOST=10.96.0.9\0DB_PASSWORD_FILE=/run/pw\0TOKEN_PORT_443_TCP=tcp://10.96.0.9:443\0PWD=/srv\0";
    expect(runOf({ text }).text).toEqual({ text, redactions: {} });
  });

  test("what a ServiceAccount's Secret says beside its token", () => {
    const source = `{"kind":"Secret","data":{"namespace":"${base64("labbook-c26")}","ca.crt":"${base64("-----BEGIN CERTIFICATE-----\nMIIBabcdefgh\n-----END CERTIFICATE-----")}"}}`;
    expect(runOf({ pods: "labbook-c26 probe MIIBabcdefgh", source }).pods!.redactions).toEqual({});
  });

  test("prose about tokens", () => {
    const text =
      "  --token string   Bearer token for authentication\nUse bearer authentication. token: none\n";
    expect(runOf({ text }).text).toEqual({ text, redactions: {} });
  });

  test("everything a real cluster printed for a Pod without secrets stays byte for byte", () => {
    const folder = join(import.meta.dirname, "../fixtures/c26-normal");
    const files = readdirSync(folder).filter((name) => name.endsWith(".stdout"));
    expect(files.length).toBeGreaterThan(25);
    const redactor = createRedactor();
    for (const file of files) redactor.learn(readFileSync(join(folder, file)));
    for (const file of files) {
      const before = readFileSync(join(folder, file));
      const { bytes, redactions } = redactor.redact(before);
      expect({ file, redactions }).toEqual({ file, redactions: {} });
      expect(Buffer.compare(bytes, before)).toBe(0);
    }
  });
});

describe("JSON stays JSON", () => {
  test("whatever the secret is made of", { timeout: 20_000 }, () => {
    let state = 7;
    const random = (n: number) => {
      state = (state * 1103515245 + 12345) & 0x7fffffff;
      return state % n;
    };
    const alphabet = '\\"nu0026{}[],:aé\n/ ';
    for (let round = 0; round < 500; round++) {
      const letters = (n: number) =>
        Array.from({ length: n }, () => alphabet[random(alphabet.length)]).join("");
      const secret = letters(6 + random(4));
      const value = {
        a: letters(30) + secret + letters(5),
        [`k${round}`]: [secret, { b: JSON.stringify({ c: secret }) }],
        n: 12345678,
      };
      const text = JSON.stringify(value, null, round % 3);
      const { bytes } = createRedactor([secret]).redact(encode(text));
      const masked = JSON.parse(decode(bytes));
      expect(Object.keys(masked)).toEqual(Object.keys(value));
      expect(masked.n).toBe(12345678);
    }
  });

  test("a secret that straddles punctuation", () => {
    const text = '{"a":"x","name":"y"}';
    expect(JSON.parse(decode(createRedactor(['","name":"']).redact(encode(text)).bytes))).toEqual({
      a: "x",
      name: "y",
    });
  });

  test("bytes that are no text go through unchanged", () => {
    const bytes = Uint8Array.from({ length: 4096 }, (_, i) => (i * 97) & 255);
    expect(createRedactor(["Some-secret-1"]).redact(bytes)).toEqual({ bytes, redactions: {} });
  });
});

describe("speed", () => {
  const size = 1024 * 1024;
  const fill = (piece: string) => piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
  test.each([
    ["log lines", fill('2026-11-30T08:48:52Z level=info msg="GET /healthz" status=200 bytes=12\n')],
    ["one line of a's", fill("a")],
    ["half-open JSON", fill('{"a":[')],
    ["JSON with a fault in each line", fill('{"a":1,,}\n')],
    ["bearer after bearer", fill("bearer ")],
    ["eyJ after eyJ", fill("eyJ-")],
    ["PEM beginnings", fill("-----BEGIN PRIVATE KEY-----\n")],
    ["names without values", fill("DB_PASSWORD=\n")],
    ["backslashes", fill("\\")],
    ["spaces", fill(" ")],
    ["data lines", fill("data:\n  a: b\n")],
    ["colons and slashes", fill("a://b:")],
    ["one YAML key and spaces", `a:${fill(" ")}`],
    ["list dashes", fill("- ")],
  ])(
    "1 MiB of %s in bounded time",
    (_, text) => {
      const redactor = createRedactor(Array.from({ length: 20 }, (_, i) => `Known-secret-${i * 7919}`));
      const bytes = encode(text);
      const start = performance.now();
      redactor.learn(bytes);
      redactor.redact(bytes);
      expect(performance.now() - start).toBeLessThan(20_000); // a second or so on an idle core; a bad pattern would take hours
    },
    20_000,
  );
});
