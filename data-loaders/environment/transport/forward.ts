import { connect, createServer, type Server, type Socket } from "node:net";

/**
 * A port on 127.0.0.1 that stays the same while connections to the VM come and go: each client is led to a socket that is
 * asked for when it comes.
 * @param lead path of a Unix socket that leads to the VM now
 */
export async function openForward(
  lead: () => Promise<string>,
): Promise<{ host: string; port: number; close: () => void }> {
  const clients = new Set<Socket>();
  const server: Server = createServer({ pauseOnConnect: true, allowHalfOpen: true }, (client) => {
    clients.add(client);
    client.once("close", () => clients.delete(client));
    client.on("error", () => client.destroy());
    lead().then(
      (path) => join(client, connect({ path, allowHalfOpen: true })),
      // The client sees its connection closed; the next command says why there is none to the VM.
      () => client.destroy(),
    );
  });
  await new Promise<void>((listening, failed) => {
    server.once("error", failed).listen(0, "127.0.0.1", listening);
  });
  const address = server.address();
  if (!address || typeof address === "string") throw new Error("no free port on 127.0.0.1");
  return {
    host: "127.0.0.1",
    port: address.port,
    close: () => {
      server.close();
      for (const client of clients) client.destroy();
    },
  };
}

function join(client: Socket, end: Socket): void {
  const close = (): void => {
    client.destroy();
    end.destroy();
  };
  end.on("error", close).once("close", close);
  client.once("close", close);
  client.pipe(end).pipe(client);
  client.resume();
}
