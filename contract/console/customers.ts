/**
 * The operator's customers.
 *
 *   GET /console/api/customers?search=&page=&size=              → customerList (customers.read)
 *   GET /console/api/customers/{externalCustomerId}             → customerProfile
 *   GET /console/api/customers/{externalCustomerId}/history?page=&size=   → customerHistory
 *   POST /console/api/customers/{externalCustomerId}/payment-methods/{paymentMethodId}/lift-stop
 *                                   stopLift                    → savedCardDone (cards.lift_stop)
 *
 * `search` accepts an id or its beginning, words of a name (or their beginnings, at least two letters each), an e-mail
 * address or a phone number. A new or changed name is found after a second.
 */
import * as z from "zod/mini";
import { customer } from "../api/customers.ts";
import { refund } from "../api/refunds.ts";
import { listOf, pageQuery, timeSorts } from "../lists.ts";
import { stoppedSavedCard } from "./card-stops.ts";
import { eventSummary } from "./events.ts";
import { paymentSummary } from "./payment-list.ts";
import { payoutSummary } from "./payouts.ts";

export const customerQuery = z.extend(pageQuery, {
  search: z._default(z.string().check(z.trim(), z.maxLength(200)), ""),
  sort: z.optional(z.enum(timeSorts)),
});

export const customerSummary = z.object({
  externalCustomerId: z.string(),
  name: z.nullable(z.string()),
  email: z.string(),
  kycStatus: z.nullable(z.string()),
  country: z.nullable(z.string()),
  createdAt: z.string(),
});
export type CustomerSummary = z.infer<typeof customerSummary>;

export const customerList = listOf(customerSummary);
export type CustomerList = z.infer<typeof customerList>;

export const customerProfile = z.object({
  customer,
  isIdentityVerified: z.boolean(),
  /** Also false if only a payment's secret verified the customer: a payout asks again. */
  isVerifiedForPayouts: z.boolean(),
  /** The saved cards that are stopped; see card-stops.ts. */
  stoppedCards: z.array(stoppedSavedCard),
  /** The newest payments. `GET /payments?externalCustomerId=` returns the rest. */
  payments: z.object({ data: z.array(paymentSummary), total: z.number() }),
  /** The newest refunds. */
  refunds: z.object({ data: z.array(refund), total: z.number() }),
  /** The newest payouts. */
  payouts: z.object({ data: z.array(payoutSummary), total: z.number() }),
});
export type CustomerProfile = z.infer<typeof customerProfile>;

/** The response to an action. Read the customer again for the new state. */
export const savedCardDone = z.object({ paymentMethodId: z.string() });

/** Events of payments, verifications and payouts, newest first. */
export const customerHistory = listOf(eventSummary);
