import { LabError } from "../../errors.js";
import { exit } from "../../exit-codes.js";

export interface SshAddress {
  /** `user@host` or `host`, as ssh takes it. */
  destination: string;
  /** `-p PORT`, or nothing: the user's configuration may name one. */
  port: string[];
}

/**
 * @param url `ssh://user@host[:port]`
 * @throws LabError (usage) when the URL is another one
 */
export function sshAddress(url: string): SshAddress {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const plain =
    parsed && !parsed.password && ["", "/"].includes(parsed.pathname) && !parsed.search && !parsed.hash;
  const user = decodeURIComponent(parsed?.username ?? "");
  // A name that begins with a dash would be read as an option by ssh.
  if (parsed?.protocol !== "ssh:" || !plain || !parsed.hostname || /^-/.test(user + parsed.hostname)) {
    throw new LabError("BAD_TRANSPORT", `expected ssh://user@host[:port], got ${url}`, {
      exitCode: exit.usage,
    });
  }
  const host = parsed.hostname.replace(/^\[(.*)\]$/, "$1");
  return { destination: user ? `${user}@${host}` : host, port: parsed.port ? ["-p", parsed.port] : [] };
}
