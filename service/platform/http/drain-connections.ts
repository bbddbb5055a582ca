import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** A server on its way out. */
export interface Draining {
  /** From now on the server reports that it is not ready and asks clients to leave. It serves on. */
  begin(): void;
  /** Whether it is on its way out, or closing. */
  isBegun(): boolean;
}

/**
 * Lets a server stop without a failed request.
 *
 * Steps: {@link Draining.begin} turns `/readyz` to 503, so that balancers send new requests elsewhere; until
 * they notice, requests are served, each with `Connection: close`, so that no client keeps a connection
 * that is about to go. Then the server is closed: the listener first, then each connection once its answer
 * is out.
 *
 * Node closes idle connections when it stops; one with a request under way would stay open, kept alive,
 * until its time-out (over a minute), so it is closed after its answer. Nor does Node count a connection on
 * which nothing has come yet as idle; browsers and proxies open such ahead. Those are closed at once.
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
    // Once nobody new is let in.
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
