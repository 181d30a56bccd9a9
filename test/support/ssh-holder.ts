import { sshTransport } from "../../data-loaders/environment/transport/ssh.js";

/** Starts a command over ssh and says so; it is then killed by the test that started it. */
const [url = "", config = ""] = process.argv.slice(2);
const vm = sshTransport(url, [config]);
await vm.start({ argv: ["sh", "-c", "echo ready; exec sleep 602"], timeoutMs: 600_000 }, ({ line }) => {
  process.stdout.write(`${line}\n`);
});
