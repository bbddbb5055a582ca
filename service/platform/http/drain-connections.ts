import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

export interface Draining {
  /** Reports that the server is not ready and asks clients to disconnect. Requests are still answered. */
  begin(): void;
  /** Also true while the server closes. */
  hasBegun(): boolean;
}

/**
 * Lets a server stop without a failed request.
 *
 * 1. {@link Draining.begin} turns `/readyz` to 503, so that load balancers send new requests elsewhere.
 * 2. Until they notice, responses carry `Connection: close`, so that clients do not reuse the connection.
 * 3. The server closes its listener, then each connection after its response.
 *
 * When it stops, Node closes idle connections, but keeps one with a request in progress until its keep-alive time-out
 * (over a minute): we close it after its response. Node does not count a connection without any data as idle; browsers
 * and proxies open these in advance. We close them at once.
 */
export function addDraining(app: FastifyInstance): Draining {
  let isDraining = false;
  let isStopping = false;
  const open = new Set<Socket>();
  const closeSilent = () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  };
  app.server.on("connection", (socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  app.addHook("onSend", (_request, reply, _payload, done) => {
    if (isDraining && !reply.raw.headersSent) reply.raw.setHeader("connection", "close");
    done();
  });
  app.addHook("preClose", (done) => {
    isDraining = true;
    isStopping = true;
    // This runs after the listener has closed.
    setImmediate(closeSilent);
    done();
  });
  app.addHook("onResponse", (_request, _reply, done) => {
    if (isStopping) setImmediate(() => app.server.closeIdleConnections());
    done();
  });
  return {
    begin: () => {
      isDraining = true;
    },
    hasBegun: () => isDraining,
  };
}
