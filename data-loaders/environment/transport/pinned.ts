export const defaultMaxBytes = 4 * 1024 * 1024;

/** How long a process group has between SIGTERM and SIGKILL, in milliseconds. */
export const graceMs = 2000;
