import * as z from "zod/mini";
import { delivery, putDelivery } from "#contract/api/deliveries";
import { apiActorOf } from "../../operators/audit/index.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { callerOf, forSecretKeys } from "../../platform/http/authentication.ts";
import type { HttpServer } from "../../platform/http/create-http-server.ts";
import type { Idempotency } from "../../platform/http/idempotency.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import { findDelivery } from "./delivery-store.ts";
import { putDeliveryOf } from "./put-delivery.ts";

const tags = ["Payment intents"];
const params = z.object({ paymentIntentId: z.string() });

export function registerDeliveryRoutes(
  app: HttpServer,
  deps: PaymentsDeps,
  idempotency: Idempotency,
): void {
  app.get(
    "/v1/payment-intents/:paymentIntentId/delivery",
    {
      config: forSecretKeys("read", "payments", "disputes"),
      schema: {
        tags,
        summary: "Read what you delivered for a payment",
        params,
        response: { 200: delivery },
      },
    },
    async (request) => {
      const { operatorId } = callerOf(request);
      const { paymentIntentId } = request.params;
      await deps.keyring.load(operatorId);
      const db = deps.database.kysely;
      const found = await findDelivery(deps, db, { operatorId, paymentIntentId });
      if (!found) throw new ApiError("resource_not_found");
      return found;
    },
  );

  app.put(
    "/v1/payment-intents/:paymentIntentId/delivery",
    {
      config: forSecretKeys("payments", "disputes"),
      schema: {
        tags,
        summary: "Report what you delivered for a payment",
        description:
          "Evidence if the payment is disputed: the address, carriers and tracking numbers, or the use of digital " +
          "goods. Replaces what you reported before.",
        params,
        body: putDelivery,
        response: { 200: delivery },
      },
      // A missing body counts as `{}` elsewhere. Here it would remove evidence.
      preValidation: async ({ body }) => {
        if (body === null || body === undefined) throw new ApiError("body_required");
      },
    },
    (request, reply) =>
      idempotency.respondOnce(request, reply, async (claim) => {
        const { operatorId } = callerOf(request);
        const { paymentIntentId } = request.params;
        const key = { operatorId, paymentIntentId };
        const body = await putDeliveryOf(deps, key, request.body, {
          actor: apiActorOf(request),
          alsoWrite: (tx, shown) => claim.store(tx, { statusCode: 200, body: shown }),
        });
        return { statusCode: 200, body };
      }),
  );
}
