import { randomBytes } from "node:crypto";
import type { Transport } from "../effects.js";
import { must, stdoutText } from "../environment/command.js";
import { bcryptProbe } from "./image.js";

export interface Credentials {
  username: string;
  /** Made for one run and never stored unmasked. */
  password: string;
}

export function newCredentials(): Credentials {
  return { username: "labbook", password: randomBytes(18).toString("base64url") };
}

/** Argument: cost and salt. The password comes on stdin, where no list of processes shows it. */
const HASH =
  'chomp(my $p = <STDIN>); my $h = crypt($p, $ARGV[0]); die "no bcrypt\\n" unless $h =~ /^\\$2b\\$/; print $h';

/** One line of an htpasswd file, `user:$2b$…`, by the VM's crypt(3). */
export async function htpasswdLine(
  transport: Transport,
  { username, password }: Credentials,
): Promise<string> {
  // 21 letters of bcrypt's own base64 and a last one of which only two bits count
  const salt = `${randomBytes(16).toString("base64").replace(/[+=]/g, ".").slice(0, 21)}u`;
  const argv = ["perl", "-e", HASH, `$2b$08$${salt}`];
  const stdin = new TextEncoder().encode(`${password}\n`);
  const options = { timeoutMs: 30_000, stdin, remedy: bcryptProbe.remedy };
  const result = await must(transport, "making the registry's password file", argv, options);
  return `${username}:${stdoutText(result)}\n`;
}
