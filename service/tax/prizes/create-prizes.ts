import * as z from "zod/mini";
import { createPrize as createPrizeBody, prizeRecord } from "#contract/api/prizes";
import { listOf, pageQuery } from "#contract/lists";
import type { Domain } from "../../platform/domain.ts";
import { callerHasScope, callerOf, forSecretKeys } from "../../platform/http/authentication.ts";
import type { HttpServer } from "../../platform/http/create-http-server.ts";
import type { Idempotency } from "../../platform/http/idempotency.ts";
import { createPrize } from "./create-prize.ts";
import { presentPrize } from "./present-prize.ts";
import { loadWinner, prizesOfCustomer } from "./prizes.ts";
import type { PrizesDeps } from "./prizes-deps.ts";

const path = z.object({ externalCustomerId: z.string() });
const tags = ["Prizes (W-2G)"];
const taxYear = z.optional(z.coerce.number().check(z.int(), z.gte(2000), z.lte(2100)));

type PrizesNeeds = PrizesDeps & { idempotency: Idempotency };

export function createPrizes(needs: PrizesNeeds): Domain {
  return { register: (app) => registerPrizes(app, needs), jobs: [], commands: [] };
}

function registerPrizes(app: HttpServer, deps: PrizesNeeds): void {
  app.post(
    "/v1/customers/:externalCustomerId/prizes",
    {
      config: forSecretKeys("payouts"),
      schema: {
        tags,
        summary: "Record a prize that ends on a W-2G",
        description:
          "Only for games among the operator's tax types, from the product's thresholds. " +
          "Returns a `w9CaptureUrl` if the winner has not completed a W-9.",
        params: path,
        body: createPrizeBody,
        response: { 201: prizeRecord },
      },
    },
    (request, reply) =>
      deps.idempotency.respondOnce(request, reply, async (claim) => {
        const { operatorId } = callerOf(request);
        const { externalCustomerId } = request.params;
        const winner = await loadWinner(deps, operatorId, externalCustomerId);
        const { row, w9CaptureUrl } = await createPrize(
          deps,
          operatorId,
          externalCustomerId,
          request.body,
          (tx, prize) =>
            claim.store(tx, {
              statusCode: 201,
              body: presentPrize(prize.row, winner, prize.w9CaptureUrl),
            }),
        );
        deps.webhooks.wake();
        return { statusCode: 201, body: presentPrize(row, winner, w9CaptureUrl) };
      }),
  );

  app.get(
    "/v1/customers/:externalCustomerId/prizes",
    {
      config: forSecretKeys("read", "payouts"),
      schema: {
        tags,
        summary: "List a customer's prizes of one tax year, newest first",
        description:
          "`taxYear` defaults to the current calendar year. The response to a read-only key contains no " +
          "`w9CaptureUrl`.",
        params: path,
        querystring: z.extend(pageQuery, { taxYear }),
        response: { 200: listOf(prizeRecord) },
      },
    },
    (request) =>
      prizesOfCustomer(
        deps,
        callerOf(request).operatorId,
        request.params.externalCustomerId,
        request.query,
        { hasLink: callerHasScope(request, "payouts") },
      ),
  );
}
