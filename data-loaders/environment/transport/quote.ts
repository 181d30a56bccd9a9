/** One argument as a POSIX shell reads it back unchanged. Plain words stay as they are. */
export function quote(argument: string): string {
  if (argument.includes("\0")) throw new TypeError("an argument cannot hold a NUL byte");
  if (/^[A-Za-z0-9_@%+:,./=-]+$/.test(argument)) return argument;
  return `'${argument.replaceAll("'", `'\\''`)}'`;
}

/** A command as it can be pasted into a POSIX shell. A first word with `=` is quoted, or it would be an assignment. */
export function pasteReady(argv: readonly string[]): string {
  const [program = "", ...rest] = argv;
  const first = program.includes("=") ? `'${program.replaceAll("'", `'\\''`)}'` : quote(program);
  return [first, ...rest.map(quote)].join(" ");
}
