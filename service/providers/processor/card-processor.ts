import type { ChargeRequest } from "#contract/connectors/processor";

/** What became of a charge, as far as it is known. */
export type ChargeOutcome =
  | { readonly type: "approved"; readonly chargeId: string }
  | { readonly type: "declined"; readonly chargeId: string; readonly declineCode: string }
  /** The processor has it and will know later; a look-up tells. */
  | { readonly type: "pending"; readonly chargeId: string }
  /** The whole charge was given back already. */
  | { readonly type: "reversed"; readonly chargeId: string }
  /** A charge that is not ours: another amount or currency than was asked for. */
  | { readonly type: "mismatch"; readonly chargeId: string; readonly charged: boolean }
  /** Look-up only: the processor has no charge under this key. */
  | { readonly type: "not_found" }
  /** The request was refused before anything was charged. */
  | { readonly type: "rejected"; readonly reason: string }
  /** The processor was never connected to: nothing can have been charged. */
  | { readonly type: "unreached" }
  /** Sent, perhaps charged, and no answer that can be believed. */
  | { readonly type: "unknown"; readonly reason: string };

/** What became of a reversal. Anything but `reversed` may be asked for again under the same key. */
export type ReversalOutcome =
  | { readonly type: "reversed"; readonly reversalId: string }
  | { readonly type: "unknown"; readonly reason: string };

/** What a charge must agree with, to be believed. */
export interface ExpectedCharge {
  readonly amountMinor: number;
  readonly currency: string;
}

/**
 * A card processor behind the connector. No call throws for what the other side did: every
 * behaviour of it, a lie or silence too, is an outcome.
 */
export interface CardProcessor {
  /** Shown in `payment.processor`, and in the attempt's row: never renamed. */
  readonly name: string;
  /** Charges once for each key, however often it is called with it. */
  charge(request: ChargeRequest, idempotencyKey: string): Promise<ChargeOutcome>;
  /** What became of the charge under this key. Safe at any time. */
  lookUp(idempotencyKey: string, expected: ExpectedCharge): Promise<ChargeOutcome>;
  /** Gives the whole charge back, once for each key. */
  reverse(chargeId: string, idempotencyKey: string, reason: string): Promise<ReversalOutcome>;
  /** Whether it says that it can take charges now. */
  isHealthy(): Promise<boolean>;
}
