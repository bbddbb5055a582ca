/*
 * Postings of refunds. A failed refund leaves a debt to the customer, which the next refund of the payment
 * replaces. Once the payment's own money is gone (a debit that came back), a refund that fails or is
 * canceled lowers the loss instead.
 *
 *   asked ─┬─ done ── came_back ─┬─ replaced
 *          ├─ failed ────────────┤
 *          │    ├─ arrived_late  │
 *          │    └─ returned_twice┘
 *          └─ canceled
 */
import { accountOf } from "../accounts.ts";
import { createPosting, type Posting, type PostingSource } from "../posting.ts";
import { achBank } from "./payment-postings.ts";
import { type Sale, saleAccounts, totalOf } from "./sale.ts";

/** A refund whose money moves. */
export interface PostedRefund extends Sale {
  readonly operatorId: string;
  readonly refundId: string;
  readonly paymentId: string;
  readonly currency: string;
  /** How the payment was made. It never changes, so that the refund leaves the account it entered. */
  readonly rail: "card" | "ach" | "pay_by_bank" | "crypto";
  readonly route: RefundRoute;
}

/** Where the money comes from. `payout`: the payout processor sends it. */
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

/** The refund was requested. */
export function refundAsked(refund: PostedRefund, atMs: number): Posting | null {
  return createPosting({
    source: source(refund),
    cause: "asked",
    currency: refund.currency,
    debit: saleAccounts(refund),
    credit: { [inFlight(refund)]: totalOf(refund.parts) },
    atMs,
  });
}

/** The other party returns the money. */
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

/** Whether the payment's own money was taken back, so the customer already has it. */
export interface PaymentState {
  readonly isLost: boolean;
}

/** The refund failed, and the customer is still due the money. */
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

/** The refund failed because its payment was returned. The customer has the money, so the request is undone. */
export function refundPointless(refund: PostedRefund, atMs: number): Posting | null {
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

/** A new refund of the payment replaces this failed one: its debt ends, and its amount can be refunded. */
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
 * The refund counted as failed, its amount was refunded again or taken by a dispute, and then the other party
 * returned it after all: a loss.
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
