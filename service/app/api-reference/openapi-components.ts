import { globalRegistry } from "zod/v4/core";
import { customer, customerData, kycVerification, w9State } from "#contract/api/customers";
import { delivery } from "#contract/api/deliveries";
import {
  createdDisbursementIntent,
  disbursement,
  disbursementIntent,
  pendingDisbursement,
} from "#contract/api/disbursements";
import { dispute } from "#contract/api/disputes";
import { kycInfo } from "#contract/api/kyc";
import {
  breakdown,
  createdPaymentIntent,
  explainedMessage,
  payment,
  paymentIntent,
} from "#contract/api/payment-intents";
import { savedPaymentMethod } from "#contract/api/payment-methods";
import { pendingRefund, refund } from "#contract/api/refunds";
import { settlementBreak, settlementFile } from "#contract/api/settlement-files";
import { createdWebhook, webhook } from "#contract/api/webhooks";
import { clientDisbursement, disbursementSession } from "#contract/client/disbursements";
import { kycHandoff, kycProgress, kycSession, kycUpload } from "#contract/client/kyc";
import { errorResponse } from "#contract/error-response";
import {
  customerW9Event,
  disbursementEvent,
  disputeEvent,
  kycVerificationEvent,
  paymentEvent,
  refundEvent,
  webhookEvent,
} from "#contract/events/webhook-event";
import { eventExamples } from "./examples/index.ts";

/**
 * Names of schemas in the OpenAPI document. Registering a name is a side effect, which would keep every schema in the
 * frames' bundles if it were next to the schemas.
 */
const names = {
  Breakdown: breakdown,
  ClientDisbursement: clientDisbursement,
  CreatedDisbursementIntent: createdDisbursementIntent,
  CreatedPaymentIntent: createdPaymentIntent,
  CreatedWebhook: createdWebhook,
  Customer: customer,
  CustomerData: customerData,
  CustomerW9Event: customerW9Event,
  Delivery: delivery,
  Disbursement: disbursement,
  DisbursementEvent: disbursementEvent,
  DisbursementIntent: disbursementIntent,
  DisbursementSession: disbursementSession,
  Dispute: dispute,
  DisputeEvent: disputeEvent,
  ErrorResponse: errorResponse,
  KycHandoff: kycHandoff,
  KycInfo: kycInfo,
  KycProgress: kycProgress,
  KycSession: kycSession,
  KycUpload: kycUpload,
  KycVerification: kycVerification,
  KycVerificationEvent: kycVerificationEvent,
  Payment: payment,
  PaymentEvent: paymentEvent,
  PaymentIntent: paymentIntent,
  PaymentMessage: explainedMessage,
  PendingDisbursement: pendingDisbursement,
  PendingRefund: pendingRefund,
  Refund: refund,
  RefundEvent: refundEvent,
  SavedPaymentMethod: savedPaymentMethod,
  SettlementBreak: settlementBreak,
  SettlementFile: settlementFile,
  W9State: w9State,
  Webhook: webhook,
  WebhookEvent: webhookEvent,
};

/** Registers the schemas' names. A second call is harmless. */
export function nameComponents(): void {
  for (const [id, schema] of Object.entries(names)) {
    if (!globalRegistry.has(schema)) globalRegistry.add(schema, { id });
  }
}

function refTo(name: keyof typeof names) {
  return { $ref: `#/components/schemas/${name}` };
}

const signatureHeader = (name: string, description: string) => ({
  in: "header" as const,
  name,
  required: true,
  description,
  schema: { type: "string" as const },
});

const signatureHeaders = [
  signatureHeader(
    "tessera-signature",
    "t=<seconds>,v1=<hex HMAC-SHA512 of `{webhook-id}.{t}.{raw body}>`, several v1 during a " +
      "rotation of the secret. The key is the decoded base64 after whsec_.",
  ),
  signatureHeader("webhook-id", "The event's id, the same on every try."),
  signatureHeader(
    "webhook-timestamp",
    "Unix time of this try in seconds; refuse it if it differs from your clock by more than five minutes.",
  ),
  signatureHeader("webhook-signature", "v1,<base64 HMAC-SHA256>, as in Standard Webhooks."),
];

function sent(
  operationId: string,
  { summary, description }: { summary: string; description: string },
  event: keyof typeof names,
) {
  const example = eventExamples[operationId];
  return {
    post: {
      operationId,
      summary,
      description,
      tags: ["Webhooks"],
      security: [{ webhookSignature: [] }],
      parameters: signatureHeaders,
      requestBody: {
        required: true,
        content: { "application/json": { schema: refTo(event), example } },
      },
      responses: {
        "2XX": { description: "Received." },
        "410": { description: "Disables the endpoint." },
      },
    },
  };
}

export const sentWebhooks = {
  payment: sent(
    "payment",
    {
      summary: "A payment intent has changed",
      description:
        "status: created, pending, success, failed or expired; new ones can be added. Sent at least once, " +
        "in order of sequence for each intent, until your server responds with 2xx within ten seconds.",
    },
    "PaymentEvent",
  ),
  refund: sent(
    "refund",
    {
      summary: "A refund has changed",
      description:
        "status: created, success, failed (can follow success, when the customer's bank returns the " +
        "money), canceled or requires-destination; new ones can be added. Its payment intent sends no " +
        "event: its status stays success.",
    },
    "RefundEvent",
  ),
  dispute: sent(
    "dispute",
    {
      summary: "A dispute has changed",
      description:
        "status: created, updated (evidence, amount or deadline changed), deadline-near (a day left), " +
        "needs-response, under-review, won, lost, accepted or expired; new ones can be added. Its payment " +
        "intent sends no event: its status stays success.",
    },
    "DisputeEvent",
  ),
  disbursement: sent(
    "disbursement",
    {
      summary: "A disbursement intent has changed",
      description:
        "status: created, pending-validation (waits for your approval), approved, rejected, declined (by " +
        "the processor), failed (by the rail, later), success, refunded (returned), voided or expired; " +
        "new ones can be added.",
    },
    "DisbursementEvent",
  ),
  kyc_verification: sent(
    "kyc_verification",
    {
      summary: "An identity verification has changed",
      description:
        "status: pending, verified, under_review, rejected, verified-manually, rejected-manually or " +
        "expired; new ones can be added. Treat staff decisions (with a hyphen) as verified and rejected.",
    },
    "KycVerificationEvent",
  ),
  customer_w9_required: sent(
    "customer_w9_required",
    {
      summary: "A customer needs a W-9",
      description:
        "status: pending. data contains w9CaptureUrl, which works for seven days: open it with openW9, or " +
        "send it to the customer. Sent once for each W-9 request.",
    },
    "CustomerW9Event",
  ),
  customer_w9_completed: sent(
    "customer_w9_completed",
    {
      summary: "A customer has signed a W-9",
      description:
        "status: completed. data states whether backup withholding applies; it does not contain the TIN.",
    },
    "CustomerW9Event",
  ),
};

interface ComponentHolder {
  components?: { schemas?: Record<string, unknown> };
}

/** Removes schemas that nothing references: the generator adds an unused input variant of each. */
export function withoutUnused<Document>(document: Document): Document {
  const { components, ...rest } = document as ComponentHolder;
  const schemas = components?.schemas ?? {};
  const used = new Set<string>();
  const follow = (part: unknown): void => {
    for (const [, name = ""] of JSON.stringify(part ?? null).matchAll(
      /"#\/components\/schemas\/([^"]+)"/g,
    )) {
      if (used.has(name)) continue;
      used.add(name);
      follow(schemas[name]);
    }
  };
  follow(rest);
  const kept = Object.entries(schemas).filter(([name]) => used.has(name));
  const shown = { ...rest, components: { ...components, schemas: Object.fromEntries(kept) } };
  return shown as unknown as Document;
}
