/** Ends the process cleanly: no new connections, running requests are finished, exit code 0. */

// As PID 1 of a container a process gets no default action for SIGTERM: without this handler it would go on.
export function stopOnSignals(server, life, graceSeconds, log) {
  const stop = (signal) => {
    if (life.stopping) {
      log({ event: "stopped at once", signal });
      process.exit(0);
    }
    life.stopping = true;
    log({ event: "stopping", signal, graceSeconds });
    const sweep = setInterval(() => server.closeIdleConnections(), 100);
    const deadline = setTimeout(() => {
      log({ event: "grace is over, running requests are cut" });
      server.closeAllConnections();
    }, graceSeconds * 1000);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(deadline);
      log({ event: "stopped" });
    });
    server.closeIdleConnections();
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}
