import { spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { execa } from "execa";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = mkdtempSync(join(tmpdir(), "labbook-deps-"));
const programs = join(root, "programs");

/** A project with nothing in it but what starts its command, and a PATH whose `node` can be another one. */
beforeAll(() => {
  mkdirSync(join(root, "bin"));
  mkdirSync(join(root, "node_modules/.bin"), { recursive: true });
  mkdirSync(programs);
  for (const file of ["lab", "package.json", "bin/with-deps", "bin/start.cjs", "bin/node-version.cjs"])
    copyFileSync(file, join(root, file));
  writeFileSync(
    join(root, "bin/lab.mjs"),
    "console.log(process.cwd(), process.env.LABBOOK_CALLER, process.argv.slice(2).join());",
  );
  for (const file of ["package-lock.json", "node_modules/.labbook-lock"])
    writeFileSync(join(root, file), "{}");
  for (const name of ["sh", "cmp", "env", "readlink"]) symlinkSync(`/usr/bin/${name}`, join(programs, name));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const start = (
  argv: string[],
  {
    cwd = root,
    path = `${programs}:${process.env.PATH}`,
    env = {},
  }: { cwd?: string; path?: string; env?: Record<string, string> } = {},
) => execa(argv[0]!, argv.slice(1), { cwd, reject: false, env: { ...env, PATH: path } });

/** A program on the PATH before all others. */
function program(name: string, script: string): void {
  writeFileSync(join(programs, name), script);
  chmodSync(join(programs, name), 0o755);
}

test.each([
  { from: root, argv: ["./lab", "a b", "c"] },
  { from: root, argv: ["sh", "lab", "a b", "c"] },
  { from: join(root, "bin"), argv: ["../lab", "a b", "c"] },
  { from: "/", argv: [join(root, "lab"), "a b", "c"] },
])("the command works from the project's root, called as $argv in $from", async ({ from, argv }) => {
  const { stdout, stderr } = await start(argv, { cwd: from });
  expect(stdout, stderr).toBe(`${root} ${from} a b,c`);
});

test.each([
  ["a link", ["linked/lab"]],
  ["a relative link to a link", ["linked/again"]],
  ["a link in a folder that is itself found through a link", ["elsewhere/up"]],
])("started through %s, it works in the project's root", async (_what, [link]) => {
  const links = mkdtempSync(join(tmpdir(), "labbook-links-"));
  try {
    mkdirSync(join(links, "linked"));
    mkdirSync(join(links, "deep/below"), { recursive: true });
    symlinkSync(join(root, "lab"), join(links, "linked/lab"));
    symlinkSync("../linked/lab", join(links, "linked/again"));
    symlinkSync("deep/below", join(links, "elsewhere"));
    // from where it really lies, two folders up; from where it is found, one
    symlinkSync("../../project/lab", join(links, "deep/below/up"));
    symlinkSync(root, join(links, "project"));
    const { stdout, stderr } = await start([join(links, link!), "a b", "c"], { cwd: "/" });
    expect(stdout, stderr).toBe(`${root} / a b,c`);
  } finally {
    rmSync(links, { recursive: true, force: true });
  }
});

test("a CDPATH changes neither the folder nor what is printed", async () => {
  const other = mkdtempSync(join(tmpdir(), "labbook-cdpath-"));
  try {
    // what cd would enter instead
    mkdirSync(join(other, "bin"));
    for (const argv of [
      ["sh", "lab", "a"],
      ["./lab", "a"],
      ["../".concat(basename(root), "/lab"), "a"],
    ]) {
      const { stdout, stderr } = await start(argv, { env: { CDPATH: `${other}:.:${tmpdir()}` } });
      expect([stdout, stderr]).toEqual([`${root} ${root} a`, ""]);
    }
    const { stdout, stderr } = await start(["sh", "bin/with-deps", "pwd"], { env: { CDPATH: other } });
    expect([stdout, stderr]).toEqual([root, ""]);
  } finally {
    rmSync(other, { recursive: true, force: true });
  }
});

const bash = spawnSync("bash", ["--version"]).status === 0;
if (!bash) console.warn("NOT_RUN  functions that the user exports: there is no bash");
test.skipIf(!bash)("functions that the user exports change nothing where sh is bash", async () => {
  const names = ["cd", "command", "cmp", "cp", "node", "npm", "readlink", "sh"];
  const env = Object.fromEntries(names.map((name) => [`BASH_FUNC_${name}%%`, "() { echo not this; }"]));
  const link = join(root, "link");
  symlinkSync("lab", link);
  try {
    const { stdout, stderr } = await start(["bash", "--posix", link, "a"], { cwd: "/", env });
    expect([stdout, stderr]).toEqual([`${root} / a`, ""]);
    const second = await start(["bash", "--posix", "bin/with-deps", "env", "pwd"], { env });
    expect([second.stdout, second.stderr]).toEqual([root, ""]);
  } finally {
    rmSync(link);
  }
});

test("a project whose path has a blank, a quote and a percent sign", async () => {
  const odd = join(mkdtempSync(join(tmpdir(), "labbook-odd-")), "it's 100 %25");
  try {
    cpSync(root, odd, { recursive: true, verbatimSymlinks: true });
    const { stdout, stderr } = await start([join(odd, "lab"), "a"], { cwd: "/" });
    expect(stdout, stderr).toBe(`${odd} / a`);
  } finally {
    rmSync(dirname(odd), { recursive: true, force: true });
  }
});

test.each([
  ["18.19.0", false],
  ["20.0.0", false],
  ["20.18.9", false],
  ["20.19.0", true],
  ["20.20.2", true],
  ["21.7.3", false],
  ["22.12.0", false],
  ["22.13.0", true],
  ["23.11.0", false],
  ["24.0.0", true],
  ["25.1.0", true],
  ["100.0.0", true],
])(
  "Node.js %s is enough: %s; one that is not is named before anything else is used",
  async (version, enough) => {
    // it answers with this version, to whoever asks on the command line and to whoever asks from within
    program(
      "node",
      `#!/bin/sh
exec "${process.execPath}" --import 'data:text/javascript,Object.defineProperty(process,"version",{value:"v${version}"});Object.defineProperty(process,"versions",{value:{node:"${version}"}})' "$@"
`,
    );
    try {
      for (const [argv, started] of [
        [["./lab", "list"], `${root} ${root} list`],
        [["sh", "bin/with-deps", "echo", "started"], "started"],
      ] as const) {
        const { exitCode, stdout, stderr } = await start([...argv]);
        const refusal = `labbook needs Node.js 20.19+, 22.13+ or 24+, found v${version}: see https://nodejs.org`;
        expect([exitCode, stdout, stderr]).toEqual(enough ? [0, started, ""] : [2, "", refusal]);
      }
    } finally {
      rmSync(join(programs, "node"));
    }
  },
);

test("no Node.js at all is named too", async () => {
  for (const argv of [["./lab"], ["sh", "bin/with-deps", "echo", "started"]]) {
    const { exitCode, stdout, stderr } = await start(argv, { path: programs });
    expect(stderr).toBe(
      'labbook needs Node.js (package.json says which, in "engines"), found none: see https://nodejs.org',
    );
    expect([exitCode, stdout]).toEqual([2, ""]);
  }
});

test("packages that are not those of the lock are installed first", async () => {
  program("npm", "#!/bin/sh\necho npm $* >&2\n");
  writeFileSync(join(root, "package-lock.json"), '{"another": true}');
  const { stdout, stderr } = await start(["./lab"]);
  expect(stderr).toContain("npm ci --include=prod --include=dev --include=optional");
  expect(stdout).toBe(`${root} ${root} `);
  const second = await start(["./lab"]);
  expect(second.stderr).toBe("");
});
