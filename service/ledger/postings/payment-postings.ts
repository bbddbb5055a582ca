/*
 * Postings of payments. A payment is posted when its money is certain: a card when the charge is approved, pay by bank
 * and crypto when they succeed, an ACH debit when its file is made.
 *
 *   card, pay by bank, crypto   charge ── charge_reversed
 *   ACH debit                   debit_filed ─┬─ debit_settled ── debit_returned ── refunds_lost
 *                                            └─ debit_returned
 */
import type { AmountParts } from "#contract/refund-parts";
import { accountOf } from "../accounts.ts";
import { createPosting, type Posting, type PostingSource } from "../posting.ts";
import { type Sale, saleAccounts, totalOf } from "./sale.ts";

export interface SoldPayment extends Sale {
  readonly operatorId: string;
  readonly paymentId: string;
  readonly currency: string;
  readonly route: PaymentRoute;
}

/** Where a payment's money is after its success. */
export type PaymentRoute =
  | { readonly type: "card"; readonly processor: string }
  | { readonly type: "pay_by_bank" }
  | { readonly type: "crypto"; readonly asset: string };

export function paymentSource(operatorId: string, paymentId: string): PostingSource {
  return { operatorId, type: "payment", id: paymentId, paymentId: null };
}

/** The processor's name in payments by bank and their disputes. */
export const payByBankProcessor = "open_banking";

function moneyAccount(route: PaymentRoute): string {
  switch (route.type) {
    case "card":
      return accountOf("processor_receivable", route.processor);
    case "pay_by_bank":
      return accountOf("pay_by_bank_in_flight");
    case "crypto":
      return accountOf("fx_position", route.asset);
  }
}

/** Posts a payment that succeeded, whatever its method, not only by card. */
export function chargeApproved(payment: SoldPayment, atMs: number): Posting | null {
  return createPosting({
    source: paymentSource(payment.operatorId, payment.paymentId),
    cause: "charge",
    currency: payment.currency,
    debit: { [moneyAccount(payment.route)]: totalOf(payment.parts) },
    credit: saleAccounts(payment),
    atMs,
  });
}

/**
 * Undoes a success, for example of a deposit whose block left the chain. The amount of refunds, including those in
 * progress, is a loss. `lostMinor` came back earlier and was a loss; it no longer is, because the whole sale is undone.
 */
export function chargeReversed(
  payment: SoldPayment,
  refunded: AmountParts,
  lostMinor: number,
  atMs: number,
): Posting | null {
  const { parts } = payment;
  const kept: AmountParts = {
    baseMinor: parts.baseMinor - refunded.baseMinor,
    feesMinor: parts.feesMinor - refunded.feesMinor,
    taxMinor: parts.taxMinor - refunded.taxMinor,
  };
  const losses = totalOf(refunded) - lostMinor;
  return createPosting({
    source: paymentSource(payment.operatorId, payment.paymentId),
    cause: "charge_reversed",
    currency: payment.currency,
    debit: {
      ...saleAccounts({ ...payment, parts: kept }),
      [accountOf("chargeback_losses")]: losses,
    },
    credit: { [moneyAccount(payment.route)]: totalOf(parts) - lostMinor },
    ...(losses === 0 && lostMinor === 0 ? { reverses: "charge" } : {}),
    atMs,
  });
}

/** A debit in US dollars. */
export interface SoldDebit extends Sale {
  readonly operatorId: string;
  readonly paymentId: string;
}

const usd = "USD";
const inFlight = accountOf("ach_debits_in_flight");
/** The bank account that sends and receives ACH entries. */
export const achBank = accountOf("bank", "ach");

/** The debit is in an ACH file: the sale counts, and its money is in flight. */
export function debitFiled(debit: SoldDebit, atMs: number): Posting | null {
  return createPosting({
    source: paymentSource(debit.operatorId, debit.paymentId),
    cause: "debit_filed",
    currency: usd,
    debit: { [inFlight]: totalOf(debit.parts) },
    credit: saleAccounts(debit),
    atMs,
  });
}

/** The time for a return has passed: the money is in the bank account for ACH. */
export function debitSettled(debit: DebitTotal, atMs: number): Posting | null {
  return createPosting({
    source: paymentSource(debit.operatorId, debit.paymentId),
    cause: "debit_settled",
    currency: usd,
    debit: { [achBank]: debit.totalMinor },
    credit: { [inFlight]: debit.totalMinor },
    atMs,
  });
}

export interface DebitTotal {
  readonly operatorId: string;
  readonly paymentId: string;
  readonly totalMinor: number;
}

/** The debit came back, before or after it settled. */
export function debitReturned(
  debit: SoldDebit,
  { wasSettled }: { readonly wasSettled: boolean },
  atMs: number,
): Posting | null {
  return createPosting({
    source: paymentSource(debit.operatorId, debit.paymentId),
    cause: "debit_returned",
    currency: usd,
    debit: saleAccounts(debit),
    credit: { [wasSettled ? achBank : inFlight]: totalOf(debit.parts) },
    // After settlement it undoes two postings and mirrors neither.
    ...(wasSettled ? {} : { reverses: "debit_filed" }),
    atMs,
  });
}

/**
 * A debit came back after refunds: the customer got both, so what was refunded is a loss. `refunded` includes refunds
 * in progress.
 */
export function refundsLost(debit: SoldDebit, atMs: number): Posting | null {
  return createPosting({
    source: paymentSource(debit.operatorId, debit.paymentId),
    cause: "refunds_lost",
    currency: usd,
    debit: { [accountOf("chargeback_losses")]: totalOf(debit.parts) },
    credit: saleAccounts(debit),
    atMs,
  });
}
