import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/**
 * Lets a stopping server end in time. Node closes the connections that are idle when it is told to
 * stop; one with a request under way then would stay open, kept alive, until its time-out (over a
 * minute). So from then on each is closed once its answer is out. Nor does Node take for idle a connection
 * on which nothing has come yet, as browsers and proxies open them ahead: those are closed at once.
 */
export function addDraining(app: FastifyInstance): void {
  let isStopping = false;
  const open = new Set<Socket>();
  const closeSilent = () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  };
  app.server.on("connection", (socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  app.addHook("preClose", (done) => {
    isStopping = true;
    // Once nobody new is let in.
    setImmediate(closeSilent);
    done();
  });
  app.addHook("onResponse", (_request, _reply, done) => {
    if (isStopping) setImmediate(() => app.server.closeIdleConnections());
    done();
  });
}
