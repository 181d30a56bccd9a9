/**
 * What every command of a run has in its environment, so that the same command prints the same text elsewhere.
 * LC_ALL is there because it would win over LANG. KUBECONFIG leads nowhere: no command of a lab can reach the
 * user's clusters by accident; the lab's own kubeconfig is always named as an argument.
 */
export const pinnedEnvironment: Record<string, string> = {
  LANG: "C.UTF-8",
  LC_ALL: "C.UTF-8",
  TZ: "UTC",
  COLUMNS: "200",
  KUBECONFIG: "/dev/null",
};

export const defaultMaxBytes = 4 * 1024 * 1024;

/** How long a process group has between SIGTERM and SIGKILL, in milliseconds. */
export const graceMs = 2000;
