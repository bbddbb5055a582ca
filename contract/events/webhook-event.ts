import * as z from "zod/mini";
import { kycVerification } from "../api/customers.ts";
import { disbursementIntent } from "../api/disbursements.ts";
import { paymentIntent } from "../api/payment-intents.ts";
import { w9Request } from "../api/tax.ts";

const envelope = {
  eventId: z.string(),
  /** Open list: a receiver ignores types that it doesn't know. */
  type: z.string(),
  /** Open list, as `type`. */
  status: z.string(),
  createdAt: z.string(),
  /** The version of the resource that `data` shows; grows with each change of that resource. */
  sequence: z.number(),
};

/** Body of every webhook delivery. `data` is the resource as the API showed it at the change. */
export const webhookEvent = z.object({ ...envelope, data: z.record(z.string(), z.unknown()) });
export type WebhookEvent = z.infer<typeof webhookEvent>;

/** Event `payment`: `data` is the payment intent. */
export const paymentEvent = z.object({
  ...envelope,
  type: z.literal("payment"),
  data: paymentIntent,
});
export type PaymentEvent = z.infer<typeof paymentEvent>;

/**
 * Event `kyc_verification`: `data` is the verification. What staff decided comes with a hyphen in
 * `status` (`verified-manually`, `rejected-manually`).
 */
export const kycVerificationEvent = z.object({
  ...envelope,
  type: z.literal("kyc_verification"),
  data: kycVerification,
});
export type KycVerificationEvent = z.infer<typeof kycVerificationEvent>;

/**
 * Event `disbursement`: `data` is the disbursement intent. `declined` is refused by the processor,
 * `failed` by the rail later, `refunded` came back after it had arrived.
 */
export const disbursementEvent = z.object({
  ...envelope,
  type: z.literal("disbursement"),
  data: disbursementIntent,
});
export type DisbursementEvent = z.infer<typeof disbursementEvent>;

/** Events `customer_w9_required` and `customer_w9_completed`. */
export const customerW9Event = z.object({
  ...envelope,
  type: z.enum(["customer_w9_required", "customer_w9_completed"]),
  data: w9Request,
});
export type CustomerW9Event = z.infer<typeof customerW9Event>;
