import * as z from "zod/mini";
import { kycVerification } from "../api/customers.ts";
import { disbursementIntent } from "../api/disbursements.ts";
import { dispute } from "../api/disputes.ts";
import { paymentIntent } from "../api/payment-intents.ts";
import { refund } from "../api/refunds.ts";
import { w9Request } from "../api/tax.ts";

const envelope = {
  eventId: z.string(),
  /** An open list: receivers ignore unknown types. */
  type: z.string(),
  /** An open list, like `type`. */
  status: z.string(),
  createdAt: z.string(),
  /** Increases with each change of the resource in `data`. */
  sequence: z.number(),
};

/** Body of every delivery. `data` is the resource as the API showed it at that change. */
export const webhookEvent = z.object({ ...envelope, data: z.record(z.string(), z.unknown()) });
export type WebhookEvent = z.infer<typeof webhookEvent>;

/** `data` is the payment intent. */
export const paymentEvent = z.object({
  ...envelope,
  type: z.literal("payment"),
  data: paymentIntent,
});
export type PaymentEvent = z.infer<typeof paymentEvent>;

/** `data` is the refund. `failed` can follow `success` when a bank returns it. */
export const refundEvent = z.object({
  ...envelope,
  type: z.literal("refund"),
  data: refund,
});
export type RefundEvent = z.infer<typeof refundEvent>;

/** `data` is the dispute. */
export const disputeEvent = z.object({
  ...envelope,
  type: z.literal("dispute"),
  data: dispute,
});
export type DisputeEvent = z.infer<typeof disputeEvent>;

/**
 * `data` is the verification. Decisions by staff have a hyphen in `status` (`verified-manually`, `rejected-manually`).
 */
export const kycVerificationEvent = z.object({
  ...envelope,
  type: z.literal("kyc_verification"),
  data: kycVerification,
});
export type KycVerificationEvent = z.infer<typeof kycVerificationEvent>;

/**
 * `data` is the disbursement intent. `declined`: refused by the processor; `failed`: refused later by the rail;
 * `refunded`: returned after it was paid.
 */
export const disbursementEvent = z.object({
  ...envelope,
  type: z.literal("disbursement"),
  data: disbursementIntent,
});
export type DisbursementEvent = z.infer<typeof disbursementEvent>;

export const customerW9Event = z.object({
  ...envelope,
  type: z.enum(["customer_w9_required", "customer_w9_completed"]),
  data: w9Request,
});
export type CustomerW9Event = z.infer<typeof customerW9Event>;
