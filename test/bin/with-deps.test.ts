import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execa } from "execa";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = mkdtempSync(join(tmpdir(), "labbook-deps-"));
const programs = join(root, "programs");

/** A project with nothing in it but what starts its command, and a PATH whose `node` can be another one. */
beforeAll(() => {
  mkdirSync(join(root, "bin"));
  mkdirSync(join(root, "node_modules/.bin"), { recursive: true });
  mkdirSync(programs);
  for (const file of ["lab", "bin/with-deps", "bin/start.cjs"]) copyFileSync(file, join(root, file));
  writeFileSync(
    join(root, "bin/lab.mjs"),
    "console.log(process.cwd(), process.env.LABBOOK_CALLER, process.argv.slice(2).join());",
  );
  for (const file of ["package-lock.json", "node_modules/.labbook-lock"])
    writeFileSync(join(root, file), "{}");
  for (const name of ["sh", "cmp", "env"]) symlinkSync(`/usr/bin/${name}`, join(programs, name));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const start = (argv: string[], { cwd = root, path = `${programs}:${process.env.PATH}` } = {}) =>
  execa(argv[0]!, argv.slice(1), { cwd, reject: false, env: { PATH: path } });

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

test("a Node.js that is too old is named before anything else of it is used", async () => {
  // it answers with another version, to whoever asks on the command line and to whoever asks from within
  program(
    "node",
    `#!/bin/sh
[ "$1" != -v ] || { echo v18.19.0; exit; }
exec "${process.execPath}" --import 'data:text/javascript,Object.defineProperty(process,"version",{value:"v18.19.0"});Object.defineProperty(process,"versions",{value:{node:"18.19.0"}})' "$@"
`,
  );
  try {
    for (const argv of [
      ["./lab", "list"],
      ["sh", "bin/with-deps", "echo", "started"],
    ]) {
      const { exitCode, stdout, stderr } = await start(argv);
      expect(stderr).toBe("labbook needs Node.js 20 or newer, found v18.19.0: see https://nodejs.org");
      expect([exitCode, stdout]).toEqual([2, ""]);
    }
  } finally {
    rmSync(join(programs, "node"));
  }
});

test("no Node.js at all is named too", async () => {
  for (const argv of [["./lab"], ["sh", "bin/with-deps", "echo", "started"]]) {
    const { exitCode, stdout, stderr } = await start(argv, { path: programs });
    expect(stderr).toBe("labbook needs Node.js 20 or newer, found none: see https://nodejs.org");
    expect([exitCode, stdout]).toEqual([2, ""]);
  }
});

test("packages that are not those of the lock are installed first", async () => {
  program("npm", "#!/bin/sh\necho npm $* >&2\n");
  writeFileSync(join(root, "package-lock.json"), '{"another": true}');
  const { stdout, stderr } = await start(["./lab"]);
  expect(stderr).toContain("npm ci ");
  expect(stdout).toBe(`${root} ${root} `);
  const second = await start(["./lab"]);
  expect(second.stderr).toBe("");
});
