import * as z from "zod/mini";
import { mandate as mandateSchema } from "#contract/api/mandates";
import { paymentIntent } from "#contract/api/payment-intents";
import { apiActorOf } from "../../operators/audit/index.ts";
import { toIsoTime } from "../../platform/clock.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { callerOf, forSecretKeys } from "../../platform/http/authentication.ts";
import type { HttpServer } from "../../platform/http/create-http-server.ts";
import type { Idempotency } from "../../platform/http/idempotency.ts";
import { answerCancelDebit } from "../methods/bank/cancel-debit.ts";
import { drawMandate } from "../methods/bank/draw-mandate.ts";
import { type Mandate, readMandate } from "../methods/bank/mandates.ts";
import type { PaymentsDeps } from "../payments-deps.ts";

const params = z.object({ paymentId: z.string() });

/**
 * What customers agreed to when their accounts were debited: their copy, the operator's proof, and the
 * end of it.
 */
export function registerMandateRoutes(
  app: HttpServer,
  deps: PaymentsDeps,
  idempotency: Idempotency,
): void {
  app.get(
    "/v1/client/mandates/:paymentId",
    {
      config: { access: "client_secret" },
      schema: {
        tags: ["Client"],
        summary: "The customer's copy of the authorization of a bank debit, as PDF",
        description:
          "The text that the customer agreed to, with time and account. Nacha requires a copy for the customer.",
        params,
      },
    },
    async (request, reply) => {
      const { subject, operatorId } = callerOf(request);
      const mandate = await readMandate(deps, operatorId, request.params.paymentId);
      if (mandate?.paymentIntentId !== subject) throw new ApiError("resource_not_found");
      const { settings } = await deps.operators.get(operatorId);
      reply
        .type("application/pdf")
        .header("cache-control", "no-store")
        .header("content-disposition", 'attachment; filename="bank-debit.pdf"');
      return reply.send(await drawMandate(mandate, settings.timeZone));
    },
  );

  app.get(
    "/v1/payments/:paymentId/mandate",
    {
      config: forSecretKeys("read", "payments"),
      schema: {
        tags: ["Payment intents"],
        summary: "What the customer agreed to when a bank account was debited",
        description: "The proof that a bank may ask for: text, time, IP address and browser.",
        params,
        response: { 200: mandateSchema },
      },
    },
    async (request) => {
      const { operatorId } = callerOf(request);
      const mandate = await readMandate(deps, operatorId, request.params.paymentId);
      if (!mandate) throw new ApiError("resource_not_found");
      return presentMandate(mandate);
    },
  );

  app.post(
    "/v1/payments/:paymentId/cancel",
    {
      config: forSecretKeys("payments"),
      schema: {
        tags: ["Payment intents"],
        summary: "Call a bank debit off",
        description:
          "When the customer has revoked it, or the purchase is off. Only while it waits for its " +
          "file; afterwards 409 `conflicting_state`. The payment fails as `debit_canceled`.",
        params,
        response: { 200: paymentIntent },
      },
    },
    (request, reply) =>
      idempotency.withLease(request, reply, (claim) =>
        answerCancelDebit(
          deps,
          { operatorId: callerOf(request).operatorId, actor: apiActorOf(request) },
          request.params.paymentId,
          claim,
        ),
      ),
  );
}

function presentMandate({ acceptedAtMs, endedAtMs, evidence, ...mandate }: Mandate) {
  return {
    ...mandate,
    ...evidence,
    acceptedAt: toIsoTime(acceptedAtMs),
    endedAt: endedAtMs === null ? null : toIsoTime(endedAtMs),
  };
}
