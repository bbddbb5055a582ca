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
}

/** A processor that the decision considered, in the rule's order. */
export interface RouteCandidate {
  readonly processor: string;
  readonly weight: number;
  readonly outcome:
    | "chosen"
    | "in_reserve"
    | "breaker_open"
    | "currency_not_supported"
    | "unknown_processor";
}

/** Why a payment left a processor that had not charged. */
export type FailoverReason = "unreachable" | "refused" | "breaker_open";

/** A processor that the payment left. */
export interface Failover {
  readonly processor: string;
  readonly reason: FailoverReason;
  readonly atMs: number;
}
