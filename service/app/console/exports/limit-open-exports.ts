import { finished } from "node:stream";
import type { FastifyInstance } from "fastify";
import { ApiError } from "../../../platform/http/api-error.ts";
import { staffOf } from "../console-guard.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Whether the response is an export, which the browser may read slowly. */
    isExport?: true;
  }
}

/**
 * Exports of one operator that a process sends at the same time. An export can hold the ids of its whole list, some ten
 * megabytes, until the browser has read it.
 */
export const maxOpenExports = 10;

/** Refuses further exports of an operator with 429 `rate_limited`, before anything is read for them. */
export function limitOpenExports(app: FastifyInstance): void {
  const open = new Map<string, number>();
  app.addHook("preHandler", (request, reply, done) => {
    if (!request.routeOptions.config.isExport) return done();
    const { operatorId } = staffOf(request);
    const count = open.get(operatorId) ?? 0;
    if (count >= maxOpenExports)
      return done(new ApiError("rate_limited", { headers: { "retry-after": "10" } }));
    open.set(operatorId, count + 1);
    finished(reply.raw, () => {
      const left = (open.get(operatorId) ?? 0) - 1;
      if (left > 0) open.set(operatorId, left);
      else open.delete(operatorId);
    });
    done();
  });
}
