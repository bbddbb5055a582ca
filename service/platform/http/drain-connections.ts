import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** The shutdown state of a server. */
export interface Draining {
  /**
   * Starts draining: the server reports that it is not ready and asks clients to disconnect. It
   * still answers requests.
   */
  begin(): void;
  /** Whether it is draining or closing. */
  isBegun(): boolean;
}

/**
 * Lets a server stop without a failed request.
 *
 * 1. {@link Draining.begin} turns `/readyz` to 503, so that load balancers send new requests
 *    elsewhere.
 * 2. Until they notice, the server answers requests with `Connection: close`, so that clients do
 *    not reuse a connection that will close.
 * 3. The server closes its listener first, then each connection when its answer is sent.
 *
 * Node closes idle connections when it stops. It would keep a connection with a request in progress
 * open until its keep-alive time-out (over a minute), so we close it after its answer. Node also
 * does not count a connection without any data as idle; browsers and proxies open such connections
 * in advance. We close those at once.
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
    // After the listener has closed.
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
    isBegun: () => isDraining,
  };
}
