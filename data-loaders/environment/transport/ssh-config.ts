/**
 * The configuration that our ssh reads: the user's own, which names hosts, users, keys, ports and jumps, below settings that
 * win over it. The first value that ssh finds is the one that counts, here and, since the file is handed on, at each jump.
 * @param includes the files that ssh would read without us, first the user's, then the machine's
 */
export function sshConfig(includes: readonly string[]): string {
  return [
    // The settings of newer versions than this machine's, and whatever the user's files hold for them.
    "IgnoreUnknown *",
    ...Object.entries(settings).map(([name, value]) => `${name} ${value}`),
    ...includes.map((file) => `Include "${file}"`),
    "Match all",
    // Unlike the others these names add up, and can only be taken back after they were given.
    "SendEnv -*",
    "",
  ].join("\n");
}

export const userConfigs = ["~/.ssh/config", "/etc/ssh/ssh_config"];

/** What else ssh_config(5) knows that would print, ask, wait, forward, run something, or outlive the connection. */
const settings: Record<string, string> = {
  // one connection, which ends with us
  ControlMaster: "no",
  ControlPath: "none",
  ControlPersist: "no",
  ForkAfterAuthentication: "no",
  ConnectTimeout: "10",
  ConnectionAttempts: "1",
  ServerAliveInterval: "5",
  ServerAliveCountMax: "3",
  ChannelTimeout: "none",
  // the command as it is given, its own three streams, no terminal
  RemoteCommand: "none",
  SessionType: "default",
  RequestTTY: "no",
  StdinNull: "no",
  EscapeChar: "none",
  EnableEscapeCommandline: "no",
  ObscureKeystrokeTiming: "no",
  // Only the first one counts. Nothing of the user's reaches the login shell by it.
  SetEnv: "LANG=C.UTF-8",
  // nothing is asked, printed or run on this side
  BatchMode: "yes",
  LogLevel: "ERROR",
  VisualHostKey: "no",
  PermitLocalCommand: "no",
  AddKeysToAgent: "no",
  UpdateHostKeys: "no",
  // nothing is lent to the VM, and no port is opened that we do not open
  ForwardAgent: "no",
  ForwardX11: "no",
  ForwardX11Trusted: "no",
  GSSAPIDelegateCredentials: "no",
  ClearAllForwardings: "yes",
  Tunnel: "no",
  GatewayPorts: "no",
  // the sockets of our own forwards
  StreamLocalBindMask: "0177",
  StreamLocalBindUnlink: "yes",
};
