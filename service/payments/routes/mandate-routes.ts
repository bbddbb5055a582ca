import * as z from "zod/mini";
import { mandate as mandateSchema } from "#contract/api/mandates";
import { toIsoTime } from "../../platform/clock.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { callerOf, forSecretKeys } from "../../platform/http/authentication.ts";
import type { HttpServer } from "../../platform/http/create-http-server.ts";
import { drawMandate } from "../methods/bank/draw-mandate.ts";
import { type Mandate, readMandate } from "../methods/bank/mandates.ts";
import type { PaymentsDeps } from "../payments-deps.ts";

const params = z.object({ paymentId: z.string() });

/** Serves the mandate: the customer's copy and the operator's proof. */
export function registerMandateRoutes(app: HttpServer, deps: PaymentsDeps): void {
  app.get(
    "/v1/client/mandates/:paymentId",
    {
      config: { access: "client_secret" },
      schema: {
        tags: ["Client"],
        summary: "Get the customer's copy of a bank debit's authorization, as PDF",
        description:
          "Shows the text that the customer agreed to, the time and the account. Nacha requires that the customer gets a copy.",
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
        summary: "Get the authorization of a bank debit",
        description: "The proof that a bank may request: text, time, IP address and browser.",
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
}

function presentMandate({ acceptedAtMs, endedAtMs, evidence, ...mandate }: Mandate) {
  return {
    ...mandate,
    ...evidence,
    acceptedAt: toIsoTime(acceptedAtMs),
    endedAt: endedAtMs === null ? null : toIsoTime(endedAtMs),
    accountSource: evidence.accountSource ?? null,
  };
}
