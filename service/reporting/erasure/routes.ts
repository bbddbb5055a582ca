import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import * as z from "zod/mini";
import { eraseCustomer as eraseBody, erasure } from "#contract/api/erasure";
import { apiActorOf } from "../../operators/audit/index.ts";
import { callerOf, forSecretKeys } from "../../platform/http/authentication.ts";
import type { HttpServer } from "../../platform/http/create-http-server.ts";
import type { Idempotency } from "../../platform/http/idempotency.ts";
import { eraseCustomer } from "./erase-customer.ts";
import { type ExportDeps, exportCustomer } from "./export-customer.ts";

const params = z.object({ externalCustomerId: z.string() });
const tags = ["Customers"];

/** Registers erasure and export. Only keys without scopes may use them. */
export function registerErasure(
  app: HttpServer,
  deps: ExportDeps & { idempotency: Idempotency },
): void {
  app.post(
    "/v1/customers/:externalCustomerId/erasure",
    {
      config: forSecretKeys(),
      schema: {
        tags,
        summary: "Erase a customer's personal data",
        description:
          "Deletes profile, documents, verifications, saved methods, numbers and addresses at once; money " +
          "records stay under the customer's id. 409 `erasure_blocked` with `blockers` while money or a " +
          "review is pending. A repeated request returns the same result. Afterwards the customer is 404; " +
          "the id cannot be reused, but the e-mail address can. `kept` states what the law requires us " +
          "to retain, sealed, and until when.",
        params,
        body: eraseBody,
        response: { 200: erasure },
      },
    },
    (request, reply) =>
      deps.idempotency.respondOnce(request, reply, async (claim) => {
        const { operatorId } = callerOf(request);
        const { externalCustomerId } = request.params;
        const actor = apiActorOf(request);
        const body = await eraseCustomer(
          deps,
          { operatorId, externalCustomerId },
          { ...request.body, actor },
          (tx, erased) => claim.store(tx, { statusCode: 200, body: erased }),
        );
        return { statusCode: 200, body };
      }),
  );

  app.get(
    "/v1/customers/:externalCustomerId/export",
    {
      config: forSecretKeys(),
      schema: {
        tags,
        summary: "Everything stored about a customer, as JSON",
        description:
          "Profile, verifications with their pictures (base64), W-9 forms, saved methods, payments, payouts, " +
          "prizes, tax forms, events and audit entries. Card, account and taxpayer numbers are masked. " +
          "`unreadable` has the table, column and id of each value that is damaged and could not be decrypted. " +
          "The response is streamed.",
        params,
      },
    },
    async (request, reply) => {
      const { operatorId } = callerOf(request);
      const subject = { operatorId, externalCustomerId: request.params.externalCustomerId };
      return sendCustomerExport(reply, await exportCustomer(deps, subject, apiActorOf(request)));
    },
  );
}

/** If reading fails, cuts the connection: an incomplete document must not look complete. */
export function sendCustomerExport(
  reply: FastifyReply,
  pieces: AsyncGenerator<string>,
): FastifyReply {
  return reply
    .type("application/json; charset=utf-8")
    .header("content-disposition", 'attachment; filename="customer.json"')
    .header("cache-control", "no-store")
    .send(Readable.from(pieces, { objectMode: false, highWaterMark: 64 * 1024 }));
}
