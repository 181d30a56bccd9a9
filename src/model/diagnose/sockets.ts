export interface Listener {
  port: number;
  /** Reachable from inside the network namespace only. */
  loopback: boolean;
  /** The socket's number, by which a file descriptor names it. */
  inode?: string;
  /** The kernel's own line. */
  line: string;
}

/** Sockets in state LISTEN (0A) of /proc/<pid>/net/tcp and tcp6, one after the other. Addresses are in the kernel's hex. */
export function listeners(text: string): Listener[] {
  return text.split("\n").flatMap((line) => {
    const [, local = "", , state, , , , , , inode] = line.trim().split(/\s+/);
    const [address = "", port = ""] = local.split(":");
    if (state !== "0A" || !/^[0-9A-F]{8}([0-9A-F]{24})?$/.test(address) || !/^[0-9A-F]{4}$/.test(port))
      return [];
    const loopback = isLoopback(address);
    return [{ port: Number.parseInt(port, 16), loopback, ...(inode && { inode }), line: line.trim() }];
  });
}

/** Sockets that processes hold open, by inode: lines `/proc/<pid>/fd/<fd> socket:[<inode>]`, each inode with its first line. */
export function owned(text: string): Map<string, string> {
  const lines = text.matchAll(/^\/proc\/\d+\/fd\/\d+ socket:\[(\d+)\]$/gm);
  return new Map([...lines].reverse().map(([line, inode]) => [inode!, line]));
}

/** The kernel prints a head even where there is no socket: without it nothing was read, and absence is no proof. */
export function isTable(text: string): boolean {
  return /^\s*sl\s+local_address\s/.test(text);
}

/**
 * 127.0.0.0/8, ::1 and ::ffff:127.x; each group of four bytes is in the machine's order. That is little-endian as a rule; the
 * other order (s390x) is told by 127.0.0.1 and ::1 themselves, which nobody has for another address.
 */
function isLoopback(address: string): boolean {
  if (address.length === 8) return address.endsWith("7F") || address === "7F000001";
  return (
    /^0{24}(01000000|00000001)$/.test(address) || /^0{16}(FFFF0000.{6}7F|0000FFFF7F000001)$/.test(address)
  );
}
