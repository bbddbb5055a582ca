/*
 * Postings of refunds. A failed refund leaves a debt to the customer, which the payment's next refund replaces. If the
 * payment's own money is gone (a returned debit), a failed or canceled refund lowers the loss instead.
 *
 *   asked ─┬─ done ── came_back ─┬─ replaced
 *          ├─ failed ────────────┤
 *          │    ├─ arrived_late  │
 *          │    └─ returned_twice┘
 *          └─ canceled
 *
 * A correction can lead from came_back or replaced to arrived_late. Then came_back_again and replaced_again follow.
 */
import { accountOf } from "../accounts.ts";
import { createPosting, type Posting, type PostingSource } from "../posting.ts";
import { achBank } from "./payment-postings.ts";
import { type Sale, saleAccounts, totalOf } from "./sale.ts";

export interface PostedRefund extends Sale {
  readonly operatorId: string;
  readonly refundId: string;
  readonly paymentId: string;
  readonly currency: string;
  /** The payment's rail. It never changes, so the refund leaves the account that the payment entered. */
  readonly rail: "card" | "ach" | "pay_by_bank" | "crypto";
  readonly route: RefundRoute;
}

/** Where the money comes from. `payout`: a payout processor. */
export type RefundRoute =
  | { readonly type: "card"; readonly processor: string }
  | { readonly type: "ach" }
  | { readonly type: "pay_by_bank" }
  | { readonly type: "payout"; readonly provider: string };

function source({ operatorId, refundId, paymentId }: PostedRefund): PostingSource {
  return { operatorId, type: "refund", id: refundId, paymentId };
}

function inFlight({ rail }: PostedRefund): string {
  return accountOf("refunds_in_flight", rail);
}

function moneyAccount({ route }: PostedRefund): string {
  switch (route.type) {
    case "card":
      return accountOf("processor_receivable", route.processor);
    case "ach":
      return achBank;
    case "pay_by_bank":
      return accountOf("pay_by_bank_in_flight");
    case "payout":
      return accountOf("bank", route.provider);
  }
}

const debt = accountOf("refunds_owed");

/** A refund was requested. It reduces the sale, and its amount is in flight. */
export function refundRequested(refund: PostedRefund, atMs: number): Posting | null {
  return createPosting({
    source: source(refund),
    cause: "asked",
    currency: refund.currency,
    debit: saleAccounts(refund),
    credit: { [inFlight(refund)]: totalOf(refund.parts) },
    atMs,
  });
}

/** The processor or bank has returned the money. */
export function refundDone(refund: PostedRefund, atMs: number): Posting | null {
  return createPosting({
    source: source(refund),
    cause: "done",
    currency: refund.currency,
    debit: { [inFlight(refund)]: totalOf(refund.parts) },
    credit: { [moneyAccount(refund)]: totalOf(refund.parts) },
    atMs,
  });
}

export interface PaymentState {
  /** The payment's own money was taken back, so the customer already has it. */
  readonly isLost: boolean;
}

/** The refund failed; the customer is still due the money. */
export function refundFailed(
  refund: PostedRefund,
  { isLost }: PaymentState,
  atMs: number,
): Posting | null {
  return createPosting({
    source: source(refund),
    cause: "failed",
    currency: refund.currency,
    debit: { [inFlight(refund)]: totalOf(refund.parts) },
    credit: { [isLost ? accountOf("chargeback_losses") : debt]: totalOf(refund.parts) },
    atMs,
  });
}

/** Undoes the request of a refund whose payment was returned: the customer already has the money. */
export function refundUnnecessary(refund: PostedRefund, atMs: number): Posting | null {
  return createPosting({
    source: source(refund),
    cause: "failed",
    currency: refund.currency,
    debit: { [inFlight(refund)]: totalOf(refund.parts) },
    credit: saleAccounts(refund),
    reverses: "asked",
    atMs,
  });
}

/** The bank returned a refund that had arrived. */
export function refundCameBack(
  refund: PostedRefund,
  { isLost }: PaymentState,
  atMs: number,
): Posting | null {
  return createPosting({
    source: source(refund),
    cause: "came_back",
    currency: refund.currency,
    debit: { [moneyAccount(refund)]: totalOf(refund.parts) },
    credit: { [isLost ? accountOf("chargeback_losses") : debt]: totalOf(refund.parts) },
    atMs,
  });
}

/** The refund was canceled before it was sent. */
export function refundCanceled(
  refund: PostedRefund,
  { isLost }: PaymentState,
  atMs: number,
): Posting | null {
  return createPosting({
    source: source(refund),
    cause: "canceled",
    currency: refund.currency,
    debit: { [inFlight(refund)]: totalOf(refund.parts) },
    credit: isLost
      ? { [accountOf("chargeback_losses")]: totalOf(refund.parts) }
      : saleAccounts(refund),
    ...(isLost ? {} : { reverses: "asked" }),
    atMs,
  });
}

/** A new refund replaces this failed one. Its debt ends, and its amount can be refunded again. */
export function refundReplaced(refund: PostedRefund, atMs: number): Posting | null {
  return createPosting({
    source: source(refund),
    cause: "replaced",
    currency: refund.currency,
    debit: { [debt]: totalOf(refund.parts) },
    credit: saleAccounts(refund),
    atMs,
  });
}

/**
 * A loss: the refund counted as failed, its amount was refunded again or taken by a dispute, and then the first refund
 * arrived after all.
 */
export function refundReturnedTwice(refund: PostedRefund, atMs: number): Posting | null {
  return createPosting({
    source: source(refund),
    cause: "returned_twice",
    currency: refund.currency,
    debit: { [accountOf("chargeback_losses")]: totalOf(refund.parts) },
    credit: { [moneyAccount(refund)]: totalOf(refund.parts) },
    atMs,
  });
}
