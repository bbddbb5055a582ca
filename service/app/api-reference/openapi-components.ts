import { globalRegistry } from "zod/v4/core";
import { customer, customerData, kycVerification, w9State } from "#contract/api/customers";
import {
  createdDisbursementIntent,
  disbursement,
  disbursementIntent,
  pendingDisbursement,
} from "#contract/api/disbursements";
import { kycInfo } from "#contract/api/kyc";
import {
  breakdown,
  createdPaymentIntent,
  explainedMessage,
  payment,
  paymentIntent,
} from "#contract/api/payment-intents";
import { savedPaymentMethod } from "#contract/api/payment-methods";
import { createdWebhook, webhook } from "#contract/api/webhooks";
import { clientDisbursement, disbursementSession } from "#contract/client/disbursements";
import { kycHandoff, kycProgress, kycSession, kycUpload } from "#contract/client/kyc";
import { errorResponse } from "#contract/errors";
import {
  customerW9Event,
  disbursementEvent,
  kycVerificationEvent,
  paymentEvent,
  webhookEvent,
} from "#contract/events/webhook-event";
import { eventExamples } from "./examples/index.ts";

/**
 * Names in the OpenAPI document of what is answered and sent. Given here and not beside the schemas,
 * because a registration is a side effect and would keep every one of them in the frames' bundles.
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
  Disbursement: disbursement,
  DisbursementEvent: disbursementEvent,
  DisbursementIntent: disbursementIntent,
  DisbursementSession: disbursementSession,
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
  SavedPaymentMethod: savedPaymentMethod,
  W9State: w9State,
  Webhook: webhook,
  WebhookEvent: webhookEvent,
};

/** Gives the schemas their names; again is harmless. */
export function nameComponents(): void {
  for (const [id, schema] of Object.entries(names)) {
    if (!globalRegistry.has(schema)) globalRegistry.add(schema, { id });
  }
}

/** A reference to a named schema. */
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
    "t=<seconds>,v1=<hex HMAC-SHA512 of `{webhook-id}.{t}.{raw body}`>, several v1 while a " +
      "secret is changed. The key is what the base64 after whsec_ stands for.",
  ),
  signatureHeader("webhook-id", "The event's id, the same on every try."),
  signatureHeader("webhook-timestamp", "Seconds of this try; refuse over five minutes off."),
  signatureHeader("webhook-signature", "v1,<base64 HMAC-SHA256>, as Standard Webhooks has it."),
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
        "410": { description: "Switches the endpoint off." },
      },
    },
  };
}

/** What the service sends to registered endpoints, as OpenAPI's `webhooks`. */
export const sentWebhooks = {
  payment: sent(
    "payment",
    {
      summary: "A payment intent has changed",
      description:
        "status: created, pending, success, failed or expired; others may come. Sent at least once, " +
        "in order of sequence for each intent, until your server answers 2xx within ten seconds.",
    },
    "PaymentEvent",
  ),
  disbursement: sent(
    "disbursement",
    {
      summary: "A disbursement intent has changed",
      description:
        "status: created, pending-validation (waits for your approval), approved, rejected, declined (by " +
        "the processor), failed (by the rail, later), success, refunded (came back), voided or expired; " +
        "others may come.",
    },
    "DisbursementEvent",
  ),
  kyc_verification: sent(
    "kyc_verification",
    {
      summary: "An identity verification has changed",
      description:
        "status: pending, verified, under_review, rejected, verified-manually, rejected-manually or " +
        "expired; others may come. Treat what staff decided (with a hyphen) as verified and rejected.",
    },
    "KycVerificationEvent",
  ),
  customer_w9_required: sent(
    "customer_w9_required",
    {
      summary: "A customer needs a W-9",
      description:
        "status: pending. data holds w9CaptureUrl, which opens for seven days: open it with openW9, or " +
        "send it to the customer. Sent once for each W-9 that is asked for.",
    },
    "CustomerW9Event",
  ),
  customer_w9_completed: sent(
    "customer_w9_completed",
    {
      summary: "A customer has signed a W-9",
      description:
        "status: completed. data says whether backup withholding applies; the number stays with the service.",
    },
    "CustomerW9Event",
  ),
};

interface ComponentHolder {
  components?: { schemas?: Record<string, unknown> };
}

/** Leaves out the named schemas that nothing leads to: the generator makes an input twin of each. */
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
