import * as z from "zod/mini";

/** A processor that the routing decision considered, in the order of the rule. */
export const routingCandidate = z.object({
  processor: z.string(),
  /**
   * Its share relative to the rule's other processors. 0: used only when no other can take the
   * payment.
   */
  weight: z.number(),
  /**
   * `chosen`; `in_reserve` (next in line); or why it was skipped: `breaker_open`,
   * `currency_not_supported`, `amount_not_supported`, `three_d_secure_not_supported`,
   * `stored_credentials_not_supported`, `unknown_processor`. An open list.
   */
  outcome: z.string(),
});
export type RoutingCandidate = z.infer<typeof routingCandidate>;

/** A processor that the service left, because it certainly had not charged the customer. */
export const routingFailOver = z.object({
  processor: z.string(),
  /** `unreachable`, `refused` (before it processed anything), `breaker_open`; an open list. */
  reason: z.string(),
  at: z.string(),
});
export type RoutingFailOver = z.infer<typeof routingFailOver>;

/** Why a payment went to its processor. Stored with the payment, never recomputed. */
export const paymentRouting = z.object({
  /** The operator's rule that matched. Null if none matched and the service used its own order. */
  ruleId: z.nullable(z.string()),
  /**
   * How `chosen` was picked: `weight`, `only_candidate`, `order` (no available candidate has a
   * weight), `last_resort` (every breaker was open). An open list.
   */
  reason: z.string(),
  /** The first processor. The payment's `processor` is the last one the service called. */
  chosen: z.string(),
  candidates: z.array(routingCandidate),
  failedOver: z.array(routingFailOver),
  /** How the card is funded: `credit`, `debit`, `prepaid`, `unknown`. */
  funding: z.string(),
  /** Country of the customer's address, ISO 3166-1. Null if unknown or if no rule uses it. */
  country: z.nullable(z.string()),
});
export type PaymentRouting = z.infer<typeof paymentRouting>;
