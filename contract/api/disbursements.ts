/**
 * Disbursements: money to a customer, sent once the operator has approved it.
 *
 *   POST /v1/disbursement-intents                            createDisbursementIntent → 201
 *   GET  /v1/disbursement-intents?page=&size=                   → list of disbursementIntent
 *   GET  /v1/disbursement-intents/{disbursementIntentId}/status             → disbursementIntent
 *   GET  /v1/disbursements/pending-validation?page=&size=       → list of pendingDisbursement
 *   POST /v1/disbursements/{disbursementIntentId}/proceed/{allow}           → disbursementIntent
 *   GET  /v1/customers/{externalCustomerId}/disbursements       → list of disbursement
 */
import * as z from "zod/mini";
import { externalId } from "../ids.ts";
import { wireAmount } from "../money.ts";
import { customer } from "./customers.ts";
import { customData, paymentMessage, paymentMethodSummary } from "./payment-intents.ts";

/** Known statuses of a disbursement intent. The list is open: clients must accept other values. */
export const disbursementIntentStatuses = [
  "requires-customer-data",
  "pending",
  "pending-validation",
  "success",
  "failed",
  "rejected",
  "expired",
  "refunded",
] as const;
export type DisbursementIntentStatus = (typeof disbursementIntentStatuses)[number];

/** Known statuses of a disbursement (the record). The list is open, like the intent's. */
export const disbursementStatuses = [
  "pending-validation",
  "pending",
  "success",
  "failed",
  "voided",
  "refunded",
] as const;
export type DisbursementStatus = (typeof disbursementStatuses)[number];

/**
 * How a payout is reported for tax: `winnings` on a W-2G through prizes, `prize` and `other` on a
 * 1099-MISC (box 3), `services` on a 1099-NEC (box 1).
 */
export const taxCategories = ["winnings", "prize", "services", "other"] as const;
export type TaxCategory = (typeof taxCategories)[number];

/** Body of `POST /v1/disbursement-intents`. `amount` is in major units, before withholding. */
export const createDisbursementIntent = z.strictObject({
  externalDisbursementIntentId: externalId,
  amount: wireAmount,
  currency: z.string(),
  externalCustomerId: externalId,
  customData: z.optional(customData),
  taxCategory: z.optional(z.enum(taxCategories)),
  description: z.optional(z.string().check(z.minLength(1), z.maxLength(500))),
});
export type CreateDisbursementIntent = z.infer<typeof createDisbursementIntent>;

/**
 * A payout. `amount` is what the operator pays, `withheldAmount` its part for the tax authority; the customer receives
 * the rest. Send `version` in `If-Match` to approve.
 */
export const disbursement = z.object({
  disbursementId: z.string(),
  disbursementIntentId: z.string(),
  externalDisbursementIntentId: z.string(),
  externalCustomerId: z.string(),
  status: z.string(),
  type: z.string(),
  amount: z.number(),
  withheldAmount: z.number(),
  currency: z.string(),
  taxCategory: z.string(),
  payoutMethod: paymentMethodSummary,
  messages: z.array(paymentMessage),
  version: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
  decidedAt: z.nullable(z.string()),
  /** `api`, or `staff:` and the staff member's id. */
  decidedBy: z.nullable(z.string()),
  /** When the money arrived, as the processor or the rail reports. */
  paidAt: z.nullable(z.string()),
});
export type Disbursement = z.infer<typeof disbursement>;

export const pendingDisbursement = z.extend(disbursement, { customer });
export type PendingDisbursement = z.infer<typeof pendingDisbursement>;

/**
 * A disbursement intent in status, list and events, without the client secret. `disbursement` is absent until the
 * customer chooses a payout method. `requiresCustomerData`, `missingCustomerDataFields` and `w9CaptureUrl` are present
 * only when they apply.
 */
export const disbursementIntent = z.object({
  disbursementIntentId: z.string(),
  externalDisbursementIntentId: z.string(),
  externalCustomerId: z.string(),
  amount: z.number(),
  currency: z.string(),
  status: z.string(),
  taxCategory: z.string(),
  customData: customData,
  description: z.nullable(z.string()),
  requiresCustomerData: z.optional(z.boolean()),
  missingCustomerDataFields: z.optional(z.array(z.string())),
  w9CaptureUrl: z.optional(z.string()),
  disbursement: z.optional(disbursement),
  createdAt: z.string(),
  updatedAt: z.string(),
  expiresAt: z.string(),
});
export type DisbursementIntent = z.infer<typeof disbursementIntent>;

/** Response of create, the only one with the client secret. */
export const createdDisbursementIntent = z.extend(disbursementIntent, {
  clientSecretKey: z.string(),
});
export type CreatedDisbursementIntent = z.infer<typeof createdDisbursementIntent>;

/** Optional body of proceed. `reason` is stored for staff. */
export const proceedBody = z.nullish(
  z.strictObject({ reason: z.optional(z.string().check(z.minLength(1), z.maxLength(500))) }),
);
