import type { RoutingNeed } from "#contract/routing-rules";

/** Why a payment goes to a processor. Stored with the payment (contract/api/payment-routing.ts). */
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
  /** What the payment needs of its processor. Absent in decisions of older versions. */
  readonly needs?: readonly RoutingNeed[];
}

/** A processor that the decision considered, in the rule's order. */
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

/** Whether a candidate was passed over because it can never take the payment. */
export function isIncapable(outcome: string): outcome is Incapable {
  return incapable.some((each) => each === outcome);
}

/** Why a payment left a processor that had not charged. */
export type FailoverReason = "unreachable" | "refused" | "breaker_open";

/** A processor that the payment left. */
export interface Failover {
  readonly processor: string;
  readonly reason: FailoverReason;
  readonly atMs: number;
}
