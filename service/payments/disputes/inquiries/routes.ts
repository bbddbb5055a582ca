import * as z from "zod/mini";
import { dispute, openInquiry, recordAnswer } from "#contract/api/disputes";
import { apiActorOf } from "../../../operators/audit/index.ts";
import { callerOf, forSecretKeys } from "../../../platform/http/authentication.ts";
import type { HttpServer } from "../../../platform/http/create-http-server.ts";
import type { Idempotency } from "../../../platform/http/idempotency.ts";
import type { PaymentsDeps } from "../../payments-deps.ts";
import { openInquiryOf } from "./open-inquiry.ts";
import { recordAnswerOf } from "./record-answer.ts";

const tags = ["Disputes"];

export function registerInquiryRoutes(
  app: HttpServer,
  deps: PaymentsDeps,
  idempotency: Idempotency,
): void {
  app.post(
    "/v1/payments/:paymentId/inquiries",
    {
      config: forSecretKeys("disputes"),
      schema: {
        tags,
        summary: "Open a bank's inquiry about an ACH debit",
        description:
          "For a request of the customer's bank that reached you by letter or message, such as one for proof of " +
          "authorization. It moves no money. 409 `inquiry_open` while another inquiry about the debit is open.",
        params: z.object({ paymentId: z.string() }),
        body: openInquiry,
        response: { 201: dispute },
      },
    },
    (request, reply) =>
      idempotency.respondOnce(request, reply, async (claim) => {
        const { operatorId } = callerOf(request);
        const { paymentId } = request.params;
        const body = await openInquiryOf(deps, { operatorId, paymentId }, request.body, {
          actor: apiActorOf(request),
          alsoWrite: (tx, shown) => claim.store(tx, { statusCode: 201, body: shown }),
        });
        return { statusCode: 201, body };
      }),
  );

  app.post(
    "/v1/disputes/:disputeId/record-answer",
    {
      config: forSecretKeys("disputes"),
      schema: {
        tags,
        summary: "Record the answer to a bank's inquiry",
        description:
          "For inquiries about ACH debits: you sent the proof to your bank, or the bank no longer needs it. The " +
          "service sends nothing.",
        params: z.object({ disputeId: z.string() }),
        body: recordAnswer,
        response: { 200: dispute },
      },
    },
    (request, reply) =>
      idempotency.respondOnce(request, reply, async (claim) => {
        const { operatorId } = callerOf(request);
        const { disputeId } = request.params;
        const body = await recordAnswerOf(deps, { operatorId, disputeId }, request.body, {
          actor: apiActorOf(request),
          alsoWrite: (tx, shown) => claim.store(tx, { statusCode: 200, body: shown }),
        });
        return { statusCode: 200, body };
      }),
  );
}
