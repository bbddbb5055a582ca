import * as z from "zod/mini";

/** A processor that the decision looked at, in the order of the rule. */
export const routingCandidate = z.object({
  processor: z.string(),
  /** Its share beside the others' of the rule; 0: only when another can't. */
  weight: z.number(),
  /**
   * `chosen`; `in_reserve`: would have been next; or why it was passed over: `breaker_open`,
   * `currency_not_supported`, `unknown_processor`. Open.
   */
  outcome: z.string(),
});
export type RoutingCandidate = z.infer<typeof routingCandidate>;

/** A processor that was left because it surely had not charged. */
export const routingFailOver = z.object({
  processor: z.string(),
  /** `unreachable`, `refused` (before it processed anything), `breaker_open`; open. */
  reason: z.string(),
  at: z.string(),
});
export type RoutingFailOver = z.infer<typeof routingFailOver>;

/** Why a payment went to the processor that it went to. Kept with the payment, never worked out anew. */
export const paymentRouting = z.object({
  /** The operator's rule that matched; null: none did, and the service's own order held. */
  ruleId: z.nullable(z.string()),
  /**
   * How `chosen` came out of the candidates: `weight`, `only_candidate`, `order` (none that could take it
   * has a weight), `last_resort` (no breaker was closed). Open.
   */
  reason: z.string(),
  /** The first processor; `processor` of the payment is the one that was asked last. */
  chosen: z.string(),
  candidates: z.array(routingCandidate),
  failedOver: z.array(routingFailOver),
  /** What the card draws on: `credit`, `debit`, `prepaid`, `unknown`. */
  funding: z.string(),
  /** Of the customer's address, ISO 3166-1; null where unknown or no rule asks for it. */
  country: z.nullable(z.string()),
});
export type PaymentRouting = z.infer<typeof paymentRouting>;
