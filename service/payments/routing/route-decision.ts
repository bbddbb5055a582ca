import type { RoutingNeed } from "#contract/routing-rules";

/** Stored with the payment (contract/api/payment-routing.ts). */
export interface RouteDecision {
  /** The rule that matched. Null: the service's own order. */
  readonly ruleId: string | null;
  readonly reason: "weight" | "only_candidate" | "order" | "last_resort";
  /** The first processor chosen. */
  readonly chosen: string;
  readonly candidates: readonly RouteCandidate[];
  /** Processors that the payment left, in order. They certainly did not charge. */
  readonly failedOver: readonly Failover[];
  readonly funding: string;
  readonly country: string | null;
  /** Absent in older decisions. */
  readonly needs?: readonly RoutingNeed[];
}

/** A processor of the rule, in the rule's order. */
export interface RouteCandidate {
  readonly processor: string;
  readonly weight: number;
  readonly outcome: "chosen" | "in_reserve" | "breaker_open" | Incapable | "unknown_processor";
}

const incapable = [
  "currency_not_supported",
  "amount_not_supported",
  "three_d_secure_not_supported",
  "stored_credentials_not_supported",
] as const;

/** Why a processor can never take the payment. */
export type Incapable = (typeof incapable)[number];

export function isIncapable(outcome: string): outcome is Incapable {
  return incapable.some((each) => each === outcome);
}

/** The processor had not charged. */
export type FailoverReason = "unreachable" | "refused" | "breaker_open";

export interface Failover {
  readonly processor: string;
  readonly reason: FailoverReason;
  readonly atMs: number;
}
