import * as z from "zod/mini";

/** A processor that routing considered, in the order of the rule. */
export const routingCandidate = z.object({
  processor: z.string(),
  /** Share relative to the rule's other processors; 0: only when no other can take the payment. */
  weight: z.number(),
  /**
   * `chosen`; `in_reserve` (next in line); or why it was skipped: `breaker_open`,
   * `currency_not_supported`, `amount_not_supported`, `three_d_secure_not_supported`,
   * `stored_credentials_not_supported`, `unknown_processor`. An open list.
   */
  outcome: z.string(),
});

/** A processor from which the service failed over, because it certainly had not charged the customer. */
export const routingFailOver = z.object({
  processor: z.string(),
  /** `unreachable`, `refused` (before it processed anything), `breaker_open`; an open list. */
  reason: z.string(),
  at: z.string(),
});

/** Why a payment went to its processor. Stored with the payment, never recomputed. */
export const paymentRouting = z.object({
  /** Null if no rule matched and the service used its own order. */
  ruleId: z.nullable(z.string()),
  /**
   * How `chosen` was picked: `weight`, `only_candidate`, `order` (no available candidate has a
   * weight), `last_resort` (every breaker was open). An open list.
   */
  reason: z.string(),
  /** The first processor; the payment's `processor` is the last one called. */
  chosen: z.string(),
  candidates: z.array(routingCandidate),
  failedOver: z.array(routingFailOver),
  /** `credit`, `debit`, `prepaid`, `unknown`. */
  funding: z.string(),
  /** The customer's country, ISO 3166-1; null if unknown or if no rule uses it. */
  country: z.nullable(z.string()),
});
export type PaymentRouting = z.infer<typeof paymentRouting>;
