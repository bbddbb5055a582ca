import * as z from "zod/mini";
import { paymentIntent } from "#contract/api/payment-intents";
import { apiActorOf } from "../../operators/audit/index.ts";
import { callerOf, forSecretKeys } from "../../platform/http/authentication.ts";
import type { HttpServer } from "../../platform/http/create-http-server.ts";
import type { Idempotency } from "../../platform/http/idempotency.ts";
import { answerCancelPayment } from "../cancel-payment.ts";
import type { PaymentsDeps } from "../payments-deps.ts";

export function registerCancelRoutes(
  app: HttpServer,
  deps: PaymentsDeps,
  idempotency: Idempotency,
): void {
  app.post(
    "/v1/payments/:paymentId/cancel",
    {
      config: forSecretKeys("payments"),
      schema: {
        tags: ["Payment intents"],
        summary: "Cancel a payment",
        description:
          "Stops a payment that has not been charged or collected: a card that waits for 3-D Secure, a " +
          "payment that the customer has not confirmed at the bank, a crypto address that has received " +
          "nothing, a bank debit that is not in a file. The payment fails as `payment_canceled` (bank " +
          "debits: `debit_canceled`); the customer can pay the intent again until it expires. " +
          "Afterwards 409 `payment_not_cancelable`: refund the payment instead.",
        params: z.object({ paymentId: z.string() }),
        response: { 200: paymentIntent },
      },
    },
    (request, reply) =>
      idempotency.withLease(request, reply, (claim) =>
        answerCancelPayment(
          deps,
          {
            operatorId: callerOf(request).operatorId,
            paymentId: request.params.paymentId,
            actor: apiActorOf(request),
          },
          claim,
        ),
      ),
  );
}
