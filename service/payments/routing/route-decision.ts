/** Why a payment goes to a processor: as data, kept with the payment (contract/api/payment-routing.ts). */
export interface RouteDecision {
  /** The rule that matched; null: the service's own order held. */
  readonly ruleId: string | null;
  readonly reason: "weight" | "only_candidate" | "order" | "last_resort";
  /** The first processor. */
  readonly chosen: string;
  readonly candidates: readonly RouteCandidate[];
  /** Processors that were left because they surely had not charged, in order. */
  readonly failedOver: readonly Failover[];
  readonly funding: string;
  readonly country: string | null;
}

/** A processor of the rule, in the rule's order. */
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

/** Why a processor was left for another before it could have charged. */
export type FailoverReason = "unreachable" | "refused" | "breaker_open";

/** A processor that was left. */
export interface Failover {
  readonly processor: string;
  readonly reason: FailoverReason;
  readonly atMs: number;
}
