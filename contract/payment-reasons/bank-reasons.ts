import {
  type ReturnReason,
  returnReasonOf,
  returnReasons,
} from "../connectors/nacha/return-codes.ts";
import {
  noAdvice,
  type PaymentReason,
  type PaymentReasons,
  type ReasonCategory,
  retryWith,
} from "./payment-reason.ts";

const otherAccount = retryWith("other_account");
const otherMethod = retryWith("other_method");

/** What a customer reads of the usual returns; the others have the ordinary text. */
const customerTexts: Readonly<Record<string, string>> = {
  R01: "There was not enough money in the account.",
  R02: "The account is closed. Use another account.",
  R03: "The bank does not know this account. Check the numbers.",
  R04: "The account number is not right. Check it.",
  R09: "The money in the account could not be drawn on yet.",
  R16: "The account can't be debited. Use another account.",
  R20: "This kind of account can't be debited. Use another account.",
};

function meaningOfReturn(code: string, { title, next }: ReturnReason): PaymentReason {
  const advice = { retry: retryWith("later"), new_details: otherAccount, stop: otherMethod };
  const operatorNext = {
    retry: "The debit may be tried again, twice at most.",
    new_details: "Only another account helps.",
    stop: "The account may not be debited again under this mandate.",
  };
  return {
    category: "bank_return",
    customerMessage: customerTexts[code] ?? "Your bank sent the payment back.",
    advice: advice[next],
    operatorMessage: `Returned as ${code}: ${title}. ${operatorNext[next]}`,
  };
}

/** The code of a Nacha return: `ach_r01` for R01. */
export function achReasonCode(returnCode: string): string {
  return `ach_${returnCode.toLowerCase()}`;
}

/** The meaning of `ach_rNN`, known or not; undefined for anything else. */
export function achReasonOf(code: string): PaymentReason | undefined {
  const found = /^ach_(r\d\d)$/.exec(code)?.[1]?.toUpperCase();
  return found === undefined ? undefined : meaningOfReturn(found, returnReasonOf(found));
}

function reason(
  category: ReasonCategory,
  customerMessage: string,
  advice: PaymentReason["advice"],
  operatorMessage: string,
): PaymentReason {
  return { category, customerMessage, advice, operatorMessage };
}

/** Debits of bank accounts: every known return, and what ends one before it is sent. */
export const bankReasons: PaymentReasons = {
  ...Object.fromEntries(
    Object.entries(returnReasons).map(([code, found]) => [
      achReasonCode(code),
      meaningOfReturn(code, found),
    ]),
  ),
  bank_return: reason(
    "bank_return",
    "Your bank sent the payment back.",
    otherMethod,
    "Returned by the bank, without a code.",
  ),
  bank_account_barred: reason(
    "method",
    "This account can't be debited any more. Nothing was taken.",
    otherMethod,
    "An earlier debit of the account was disputed or revoked, so this one was not ordered.",
  ),
  bank_account_unusable: reason(
    "method",
    "This account can't be debited. Nothing was taken.",
    otherAccount,
    "The payment came back from this account already, so it was not ordered again.",
  ),
  bank_account_retries_used_up: reason(
    "method",
    "This account can't be debited again for this payment. Nothing was taken.",
    otherMethod,
    "The payment came back three times for lack of money, which is as often as Nacha allows.",
  ),
  debit_canceled: reason(
    "technical",
    "The debit was called off before it was sent. Nothing was taken.",
    retryWith("same"),
    "The entry was cancelled before its file was written.",
  ),
};

/** Payments that the customer's bank makes: what the bank or the customer there said. */
export const payByBankReasons: PaymentReasons = {
  bank_access_denied: reason(
    "canceled",
    "You refused the payment at your bank. Nothing was taken.",
    retryWith("same"),
    "The customer refused consent at the bank.",
  ),
  bank_timed_out: reason(
    "canceled",
    "The time to confirm at your bank ran out. Nothing was taken.",
    retryWith("same"),
    "The customer did not come back from the bank in time.",
  ),
  bank_canceled: reason(
    "canceled",
    "You called off the payment by bank. Nothing was taken.",
    retryWith("same"),
    "The customer called it off in the widget before confirming at the bank.",
  ),
  bank_insufficient_funds: reason(
    "funds",
    "There is not enough money in this account. Use another account.",
    otherAccount,
    "The bank did not pay: not enough money (AM04).",
  ),
  bank_limit_exceeded: reason(
    "funds",
    "This account has reached its limit. Use another account.",
    otherAccount,
    "The bank did not pay: the account's limit is reached (AM02, AM14).",
  ),
  payer_account_unusable: reason(
    "method",
    "This account can't be paid from. Use another account.",
    otherAccount,
    "The bank did not pay: the account is closed, blocked or of another kind (AC…, AG…).",
  ),
  bank_rejected: reason(
    "issuer",
    "Your bank refused the payment. Nothing was taken.",
    otherMethod,
    "The bank accepted the consent and refused to execute the payment.",
  ),
  bank_unavailable: reason(
    "technical",
    "Your bank can't be reached at the moment. Nothing was taken.",
    retryWith("later"),
    "The bank's interface can't be reached or does not answer as agreed.",
  ),
  bank_mismatch: reason(
    "technical",
    "The payment did not complete.",
    noAdvice,
    "The bank executed another amount or payee than was asked for. Look into it.",
  ),
};
