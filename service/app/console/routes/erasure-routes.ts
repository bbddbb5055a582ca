import type { FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { eraseCustomer as eraseBody, erasure } from "#contract/api/erasure";
import type { HttpServer } from "../../../platform/http/create-http-server.ts";
import {
  eraseCustomer,
  exportCustomer,
  sendCustomerExport,
} from "../../../reporting/erasure/index.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleApi, staffOf } from "../console-guard.ts";
import { consoleRoute } from "../console-route.ts";
import { whileAllowed } from "../exports/while-allowed.ts";

const params = z.object({ externalCustomerId: z.string() });

/** Registers the same erasure as in the API (contract/api/erasure.ts). */
export function registerErasureRoutes(app: HttpServer, deps: ConsoleDeps): void {
  const path = `${consoleApi}/customers/:externalCustomerId`;

  app.post(
    `${path}/erasure`,
    consoleRoute("customers.erase", { params, body: eraseBody, response: erasure }),
    (request) => {
      const { subject, actor } = keyOf(request, request.params.externalCustomerId);
      return eraseCustomer(deps, subject, { ...request.body, actor });
    },
  );

  app.get(
    `${path}/export`,
    consoleRoute("customers.erase", { isExport: true, params, response: z.any() }),
    async (request, reply) => {
      const { subject, actor } = keyOf(request, request.params.externalCustomerId);
      const pieces = joined(await exportCustomer(deps, subject, actor));
      const allowed = whileAllowed(deps, staffOf(request), "customers.erase", pieces);
      return sendCustomerExport(reply, allowed);
    },
  );
}

/** Joins texts of a few characters, because each piece costs a transaction. */
async function* joined(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = "";
  for await (const text of texts) {
    piece += text;
    if (piece.length < 64 * 1024) continue;
    yield piece;
    piece = "";
  }
  if (piece !== "") yield piece;
}

function keyOf(request: FastifyRequest, externalCustomerId: string) {
  const { operatorId, staffId } = staffOf(request);
  const actor = { kind: "staff", staffId } as const;
  return { subject: { operatorId, externalCustomerId }, actor };
}
