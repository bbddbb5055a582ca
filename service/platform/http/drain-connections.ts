import type { FastifyInstance } from "fastify";

/**
 * Lets a stopping server end in time. Node closes the connections that are idle when it is told to
 * stop; one with a request under way then would stay open, kept alive, until its time-out (over a
 * minute). So from then on each is closed once its answer is out.
 */
export function addDraining(app: FastifyInstance): void {
  let isStopping = false;
  app.addHook("preClose", (done) => {
    isStopping = true;
    done();
  });
  app.addHook("onResponse", (_request, _reply, done) => {
    if (isStopping) setImmediate(() => app.server.closeIdleConnections());
    done();
  });
}
