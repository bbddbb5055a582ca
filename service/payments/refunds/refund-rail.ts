import type { RefundKind } from "#contract/api/refunds";
import type { RefundWait } from "#contract/refund-waits";
import type { Tx } from "../../platform/database/transaction.ts";
import type { LookUpTimes } from "../../providers/payout/index.ts";
import type { AttemptRecord } from "../records.ts";
import type { RefundTransfer } from "./records.ts";

/** What the party that returns the money needs. Amounts in minor units. */
export interface RefundOrder {
  readonly operatorId: string;
  readonly paymentIntentId: string;
  readonly paymentId: string;
  /** The party that took the payment. */
  readonly processor: string;
  /** That party's id of the payment, if it has one. */
  readonly chargeId: string | null;
  /** The amount with surcharge and tax. */
  readonly amountMinor: number;
  /** The returned part of the surcharge. */
  readonly surchargeMinor: number;
  readonly currency: string;
  readonly reason: string;
  /** Whether it reverses an erroneous ACH debit. */
  readonly isReversal: boolean;
}

export type RefundOutcome =
  /** `success`: the money is on its way to the customer. */
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
  /** Nothing was returned, and nothing will be. */
  | { readonly type: "rejected"; readonly failureCode: string }
  /** Nothing was returned; the request can succeed later. */
  | { readonly type: "credentials_refused" }
  /**
   * The request was not received, or was refused for now: nothing moved, and it can be sent again. `waitsFor`: the
   * reason that people read; null for none. Default: the other party cannot be reached.
   */
  | { readonly type: "unreached"; readonly waitsFor?: RefundWait | null }
  /** Only a look-up has this outcome. */
  | { readonly type: "not_found" }
  /** No response that can be trusted. */
  | { readonly type: "unknown"; readonly reason: string; readonly waitsFor?: RefundWait };

/** Handles refunds that wait at their rail, such as a credit that is in no file yet. */
export interface RefundRecall {
  isWaiting(key: RefundKey): Promise<boolean>;
  /** Recalls the refund in the transaction that cancels it. False: it is too late. */
  take(tx: Tx, key: RefundKey): Promise<boolean>;
}

export interface RefundKey {
  readonly operatorId: string;
  readonly refundId: string;
}

/** How a payment method returns money. At most one refund for each key. */
export interface RefundRail {
  isRefundable(attempt: AttemptRecord): boolean;
  /** Whether only the whole payment can be refunded; by default any part can. */
  isFullRefundOnly?(attempt: AttemptRecord): boolean;
  /**
   * The transfer to a destination that the customer names, for a method that cannot return money. Returns `part` of
   * `whole`, in minor units. Throws 400 if that is not possible.
   */
  transferOf?(
    tx: Tx,
    attempt: AttemptRecord,
    share: { readonly operatorId: string; readonly part: number; readonly whole: number },
  ): Promise<RefundTransfer>;
  /** Whether the customer can name an account after a final refusal. */
  readonly canTransfer?: boolean;
  /** How long to wait before resending a refund that look-ups do not find, in ms; default 0. */
  resendAfterMs?(order: RefundOrder): number;
  /** How long after its first request a refund may be repeated under its key, in ms; default: always. */
  repeatsForMs?(order: RefundOrder): number;
  /** How long after a request look-ups know the refund, in ms; default: always. */
  findsForMs?(order: RefundOrder): number;
  /** Whether "not found" is proof; default true. If not, only staff can decide. */
  provesAbsence?(order: RefundOrder): boolean;
  /** When look-ups may be made; by default at once and often. */
  readonly lookUps?: LookUpTimes;
  /** Safe to repeat with the same key after {@link resendAfterMs} and until {@link repeatsForMs}. */
  send(order: RefundOrder, key: string): Promise<RefundOutcome>;
  /** Absent: requests are sent at once. */
  readonly recall?: RefundRecall;
  /** Looks up a refund. Changes nothing. */
  lookUp(order: RefundOrder, key: string): Promise<RefundOutcome>;
}
