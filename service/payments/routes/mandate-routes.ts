import * as z from "zod/mini";
import { mandate as mandateSchema } from "../../../contract/api/mandates.ts";
import { toIsoTime } from "../../platform/clock.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { callerOf } from "../../platform/http/authentication.ts";
import type { HttpServer } from "../../platform/http/create-http-server.ts";
import { drawMandate } from "../methods/bank/draw-mandate.ts";
import { type Mandate, readMandate } from "../methods/bank/mandates.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import { attemptOf, type IntentRecord } from "../records.ts";

const params = z.object({ paymentId: z.string() });

/** What customers agreed to when their accounts were debited: their copy, and the operator's proof. */
export function registerMandateRoutes(app: HttpServer, deps: PaymentsDeps): void {
  app.get(
    "/v1/client/mandates/:paymentId",
    {
      config: { access: "client_secret" },
      schema: {
        tags: ["Client"],
        summary: "The customer's copy of the authorization of a bank debit, as PDF",
        params,
      },
    },
    async (request, reply) => {
      const { subject, grant, operatorId } = callerOf(request);
      const { paymentId } = request.params;
      const isOwn = subject.startsWith("pi_") && attemptOf(grant as IntentRecord, paymentId);
      const mandate = isOwn && (await readMandate(deps, operatorId, paymentId));
      if (!mandate) throw new ApiError("resource_not_found");
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
      config: { access: "secret_key" },
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
}

function presentMandate({ acceptedAtMs, endedAtMs, evidence, ...mandate }: Mandate) {
  return {
    ...mandate,
    ...evidence,
    acceptedAt: toIsoTime(acceptedAtMs),
    endedAt: endedAtMs === null ? null : toIsoTime(endedAtMs),
  };
}
