import type { PayoutArrival } from "#contract/client/disbursements";
import type { WirePayoutDestination } from "#contract/connectors/payout";

/** A payout as a provider is asked for it. */
export interface PayoutOrder extends ExpectedPayout {
  /** The disbursement's id. */
  readonly merchantReference: string;
  readonly destination: WirePayoutDestination;
  /** On the payee's statement. */
  readonly descriptor: string;
}

/** What became of a payout, as far as it is known. */
export type PayoutOutcome =
  /** It has arrived; `paidAtMs` as the provider said, if it did. */
  | { readonly type: "paid"; readonly payoutId: string; readonly paidAtMs: number | null }
  /** The provider has it and will know later. */
  | { readonly type: "pending"; readonly payoutId: string }
  /** The processor said no, the rail said no later, it was taken back, it came back after arriving. */
  | {
      readonly type: "declined" | "failed" | "canceled" | "returned";
      readonly payoutId: string;
      readonly reasonCode: string;
    }
  /** A payout that is not ours: another amount or currency than was asked for. */
  | { readonly type: "mismatch"; readonly payoutId: string }
  /** Look-up only: the provider has no payout under this key. */
  | { readonly type: "not_found" }
  /** The request was refused before anything was sent; `isOurs`: for our credentials, not the payout. */
  | { readonly type: "rejected"; readonly reason: string; readonly isOurs: boolean }
  /** The provider was never connected to: nothing can have been sent. */
  | { readonly type: "unreached" }
  /** Asked for, perhaps on its way, and no answer that can be believed. */
  | { readonly type: "unknown"; readonly reason: string };

/** Whose payout it is, and what it must agree with, to be believed. */
export interface ExpectedPayout {
  readonly operatorId: string;
  readonly amountMinor: number;
  readonly currency: string;
}

/**
 * A way to send money out: a payout processor, or a rail of our own. No call throws for what the other
 * side did: every behaviour of it, a lie or silence too, is an outcome.
 */
export interface PayoutProvider {
  /** Stored with the payout: never renamed. */
  readonly name: string;
  /** Types of destinations that it sends to, and how long each takes. */
  readonly arrivals: Readonly<Partial<Record<string, PayoutArrival>>>;
  /** Sends once for each key, however often it is called with it. */
  send(order: PayoutOrder, idempotencyKey: string): Promise<PayoutOutcome>;
  /** What became of the payout under this key. Safe at any time. */
  lookUp(idempotencyKey: string, expected: ExpectedPayout): Promise<PayoutOutcome>;
}
