import type { RefundKind } from "#contract/api/refunds";
import type { RefundWait } from "#contract/refund-waits";
import type { Tx } from "../../platform/database/transaction.ts";
import type { LookUpTimes } from "../../providers/payout/index.ts";
import type { AttemptRecord } from "../records.ts";
import type { RefundTransfer } from "./records.ts";

/** A refund as the party that returns the money needs it. Amounts in minor units. */
export interface RefundOrder {
  readonly operatorId: string;
  readonly paymentIntentId: string;
  readonly paymentId: string;
  /** The party that took the payment. */
  readonly processor: string;
  /** That party's id of the payment; null if it has none. */
  readonly chargeId: string | null;
  /** What the customer gets back, surcharge and tax included. */
  readonly amountMinor: number;
  /** The returned part of the surcharge. */
  readonly surchargeMinor: number;
  readonly currency: string;
  readonly reason: string;
  /** Whether it reverses an erroneous ACH debit. */
  readonly isReversal: boolean;
}

/** What the other party says about a refund. */
export type RefundOutcome =
  /** It has the refund; `success`: the money is on its way to the customer. */
  | {
      readonly type: "pending" | "success";
      readonly providerRefundId: string;
      readonly kind: RefundKind;
      /** For the customer's bank; null until it is known. */
      readonly reference: { readonly type: string; readonly value: string } | null;
    }
  /** No money moved, or it came back. */
  | {
      readonly type: "failed";
      readonly providerRefundId: string;
      readonly kind: RefundKind;
      readonly failureCode: string;
    }
  /** It refused the request: nothing was returned, and nothing will be. */
  | { readonly type: "rejected"; readonly failureCode: string }
  /** It refused our credentials. Nothing was returned; the request can succeed later. */
  | { readonly type: "credentials_refused" }
  /**
   * The request never reached it, or it refused it for now: nothing moved, and it can be sent again. `waitsFor`: what
   * people read; by default that it can't be reached, and null for nothing.
   */
  | { readonly type: "unreached"; readonly waitsFor?: RefundWait | null }
  /** Look-up only: it has no refund under this key. */
  | { readonly type: "not_found" }
  /** No answer that can be believed. */
  | { readonly type: "unknown"; readonly reason: string; readonly waitsFor?: RefundWait };

/** Takes back refunds that wait at their rail, such as a credit that is in no file yet. */
export interface RefundRecall {
  /** Whether the refund waits there now. */
  isWaiting(key: RefundKey): Promise<boolean>;
  /** Takes it back in the transaction that cancels the refund. False: it is too late. */
  take(tx: Tx, key: RefundKey): Promise<boolean>;
}

/** Which refund of which operator. */
export interface RefundKey {
  readonly operatorId: string;
  readonly refundId: string;
}

/** How a payment method returns money. There is at most one refund for each key. */
export interface RefundRail {
  /** Whether this successful payment can be refunded. */
  isRefundable(attempt: AttemptRecord): boolean;
  /** Whether only the whole payment can be refunded; by default any part can. */
  isWholeOnly?(attempt: AttemptRecord): boolean;
  /**
   * For a method without a way back: the transfer of a refund, whose destination the customer names. `part` of
   * `whole` is returned, in minor units. Throws 400 if that is not possible.
   */
  transferOf?(
    tx: Tx,
    attempt: AttemptRecord,
    share: { readonly operatorId: string; readonly part: number; readonly whole: number },
  ): Promise<RefundTransfer>;
  /** Whether the customer can name an account instead if the other party refuses the refund for good. */
  readonly canTransfer?: boolean;
  /**
   * How long a refund that look-ups do not find must not be sent again, in ms; by default it may be sent at once.
   */
  resendAfterMs?(order: RefundOrder): number;
  /** How long after its first request a refund may be sent again under its key, in ms; by default always. */
  repeatsForMs?(order: RefundOrder): number;
  /** For how long after a request a look-up knows the refund, in ms; by default always. */
  findsForMs?(order: RefundOrder): number;
  /** Whether there is no refund if a look-up finds none; by default yes. No: only staff can say so. */
  provesAbsence?(order: RefundOrder): boolean;
  /** When look-ups may be made; by default at once and often. */
  readonly lookUps?: LookUpTimes;
  /** Requests the refund. Safe to repeat with the same key after {@link resendAfterMs} and until {@link repeatsForMs}. */
  send(order: RefundOrder, key: string): Promise<RefundOutcome>;
  /** Absent: a request is sent at once, so it cannot be taken back. */
  readonly recall?: RefundRecall;
  /** Returns the outcome of the refund under this key. Changes nothing. */
  lookUp(order: RefundOrder, key: string): Promise<RefundOutcome>;
}
