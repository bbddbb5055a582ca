import type { ChargeRequest } from "#contract/connectors/processor";

/** What is known of a charge. */
export type ChargeOutcome =
  | { readonly type: "approved"; readonly chargeId: string }
  | { readonly type: "declined"; readonly chargeId: string; readonly declineCode: string }
  /** The processor has it; a look-up will tell the outcome later. */
  | { readonly type: "pending"; readonly chargeId: string }
  /** The whole charge was already reversed. */
  | { readonly type: "reversed"; readonly chargeId: string }
  /** A charge of another amount or currency, so not the one that was requested. */
  | { readonly type: "mismatch"; readonly chargeId: string; readonly charged: boolean }
  /** Look-up only: the processor has no charge with this key. */
  | { readonly type: "not_found" }
  /** The request was refused before anything was charged. */
  | { readonly type: "rejected"; readonly reason: string }
  /** The processor could not be reached, so nothing can have been charged. */
  | { readonly type: "unreached" }
  /** It may have been charged, and no usable response says so. */
  | { readonly type: "unknown"; readonly reason: string };

/** Outcome of a reversal. Unless `reversed`, it can be requested again with the same key. */
export type ReversalOutcome =
  | { readonly type: "reversed"; readonly reversalId: string }
  | { readonly type: "unknown"; readonly reason: string };

/** What a charge must agree with. */
export interface ExpectedCharge {
  readonly amountMinor: number;
  readonly currency: string;
}

/**
 * A card processor behind the connector. No call throws for the other side's behaviour; everything it does,
 * including wrong data and silence, is an outcome.
 */
export interface CardProcessor {
  /** Shown in `payment.processor` and stored with the attempt, so it must never change. */
  readonly name: string;
  /** Charges once per key, however often it is called. */
  charge(request: ChargeRequest, idempotencyKey: string): Promise<ChargeOutcome>;
  /** Looks up the charge with this key. Safe at any time. */
  lookUp(idempotencyKey: string, expected: ExpectedCharge): Promise<ChargeOutcome>;
  /** Reverses the whole charge, once per key. */
  reverse(chargeId: string, idempotencyKey: string, reason: string): Promise<ReversalOutcome>;
  /** Whether the processor says that it accepts charges now. */
  isHealthy(): Promise<boolean>;
}
