import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

export interface Draining {
  /** Reports that the server is not ready and asks clients to disconnect. Requests are still answered. */
  begin(): void;
  /** Also true while the server closes. */
  hasBegun(): boolean;
}

/** How long a response may take to be sent while the server stops. */
const sendMs = 5_000;

/**
 * Lets a server stop without a failed request.
 *
 * 1. {@link Draining.begin} turns `/readyz` to 503, so that load balancers send new requests elsewhere.
 * 2. Until they notice, responses carry `Connection: close`, so that clients do not reuse the connection.
 * 3. The server closes its listener, then each connection after its response.
 * 4. It cuts responses that are still being sent after {@link sendMs}, such as an export that a browser has paused:
 *    the process would otherwise be killed while its jobs run.
 *
 * When it stops, Node closes idle connections, but keeps one with a request in progress until its keep-alive time-out
 * (over a minute): we close it after its response. Node does not count a connection without any data as idle; browsers
 * and proxies open these in advance. We close them at once.
 */
export function addDraining(app: FastifyInstance): Draining {
  let isDraining = false;
  let isStopping = false;
  const open = new Set<Socket>();
  const sending = new Set<ServerResponse>();
  const cutLate = (response: ServerResponse) => {
    setTimeout(() => response.destroy(), sendMs).unref();
  };
  const closeSilent = () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  };
  app.server.on("connection", (socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  app.addHook("onSend", (_request, { raw }, _payload, done) => {
    if (isDraining && !raw.headersSent) raw.setHeader("connection", "close");
    if (isStopping) cutLate(raw);
    else {
      sending.add(raw);
      raw.once("close", () => sending.delete(raw));
    }
    done();
  });
  app.addHook("preClose", (done) => {
    isDraining = true;
    isStopping = true;
    for (const response of sending) cutLate(response);
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
