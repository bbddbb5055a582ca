/**
 * Payments. The list is in payment-list.ts, refunds are in refunds.ts.
 *
 *   GET /console/api/payments?…                        → paymentList (payments.read)
 *   GET /console/api/payments/{paymentIntentId}        → paymentDetail (payments.read)
 *   GET /console/api/payment-filters                   → paymentFilters (payments.read)
 *   POST /console/api/payments/{paymentIntentId}/attempts/{paymentId}/cancel
 *                                                      → paymentDone (payments.decide)
 *   POST /console/api/payments/{paymentIntentId}/attempts/{paymentId}/unbar
 *                                     barLift          → paymentDone (payments.decide)
 *   POST /console/api/payments/{paymentIntentId}/attempts/{paymentId}/lift-stop
 *                                     stopLift         → paymentDone (cards.lift_stop)
 */
import * as z from "zod/mini";
import { paymentIntent } from "../api/payment-intents.ts";
import { chargeFacts } from "../connectors/charge-facts.ts";
import { cardStop } from "./card-stops.ts";
import { eventSummary } from "./events.ts";
import { outcomeForStaff } from "./outcomes.ts";
import {
  achEntryDetail,
  bankConsentDetail,
  barringReturn,
  cryptoDepositDetail,
  surchargeDetail,
} from "./payment-rails.ts";
import { refundable, refundForStaff, returnable } from "./refunds.ts";

/** The response to an action. Read the payment again for its new state. */
export const paymentDone = z.object({ paymentId: z.string() });

export const paymentDispute = z.object({
  disputeId: z.string(),
  paymentId: z.string(),
  amount: z.number(),
  currency: z.string(),
  network: z.string(),
  reasonCode: z.string(),
  category: z.string(),
  stage: z.string(),
  status: z.string(),
  /** Null if the processor named none. */
  respondBy: z.nullable(z.string()),
});
export type PaymentDispute = z.infer<typeof paymentDispute>;

/** A payment, with details that only staff may see. */
export const paymentDetail = z.object({
  intent: paymentIntent,
  /** Details of the attempts, in the order of `intent.payments`. */
  attempts: z.array(
    z.object({
      paymentId: z.string(),
      number: z.number(),
      /** `authenticating`, `charging`, …; an open list. */
      step: z.string(),
      chargeId: z.nullable(z.string()),
      liabilityShift: z.nullable(z.boolean()),
      /** `due` or `done`. */
      reversal: z.nullable(z.string()),
      wasSuccess: z.boolean(),
      /** What the card network and the processor said. */
      facts: z.nullable(chargeFacts),
      /** True while nothing is charged. */
      canCancel: z.boolean(),
      /** Null if the operator charged none. */
      surcharge: z.nullable(surchargeDetail),
      /** Null for other payment methods, and before the debit is ordered. */
      ach: z.nullable(achEntryDetail),
      /** Returns that bar or barred the account, newest first. */
      bars: z.array(barringReturn),
      /** Declines that stop or stopped the card of a declined attempt, newest first. */
      stops: z.array(cardStop),
      bankConsent: z.nullable(bankConsentDetail),
      crypto: z.nullable(cryptoDepositDetail),
    }),
  ),
  /** The refunds, newest first. */
  refunds: z.array(refundForStaff),
  /** Null if no payment can be refunded. */
  refundable: z.nullable(refundable),
  /** Other payments of the intent that can be refunded: the customer was charged more than once. */
  alsoRefundable: z.array(refundable),
  /** Payments and refunds whose outcome is or was unknown. */
  outcomes: z.array(outcomeForStaff),
  /** Crypto that a payment received and did not use, which can be returned; one entry for each reason. */
  returnables: z.array(returnable),
  /** The disputes, newest first. */
  disputes: z.array(paymentDispute),
  customer: z.nullable(
    z.object({ externalCustomerId: z.string(), name: z.nullable(z.string()), email: z.string() }),
  ),
  events: z.array(eventSummary),
});
export type PaymentDetail = z.infer<typeof paymentDetail>;
