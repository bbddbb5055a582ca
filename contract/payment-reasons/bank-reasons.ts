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

/** Texts for common returns; the others have the default text. */
const customerTexts: Readonly<Record<string, string>> = {
  R01: "There was not enough money in your account.",
  R02: "This account is closed. Use another account.",
  R03: "The bank cannot find this account. Check the numbers.",
  R04: "The account number is wrong. Check it.",
  R09: "The money in your account was not available yet.",
  R16: "This account cannot be debited. Use another account.",
  R20: "This type of account cannot be debited. Use another account.",
};

function meaningOfReturn(code: string, { title, next }: ReturnReason): PaymentReason {
  const advice = { retry: retryWith("later"), new_details: otherAccount, stop: otherMethod };
  const operatorNext = {
    retry: "The debit can be retried, twice at most.",
    new_details: "Use another account.",
    stop: "The account must not be debited again under this mandate.",
  };
  return {
    category: "bank_return",
    customerMessage: customerTexts[code] ?? "Your bank returned the payment.",
    advice: advice[next],
    operatorMessage: `Returned as ${code}: ${title}. ${operatorNext[next]}`,
  };
}

/** The reason code of a return code: `ach_r01` for R01. */
export function achReasonCode(returnCode: string): string {
  return `ach_${returnCode.toLowerCase()}`;
}

/** The return code of a reason code: R01 for `ach_r01`; undefined for other codes. */
export function returnCodeOf(reasonCode: string): string | undefined {
  return /^ach_(r\d\d)$/.exec(reasonCode)?.[1]?.toUpperCase();
}

/** The reason for `ach_rNN`, known or not; undefined for other codes. */
export function achReasonOf(code: string): PaymentReason | undefined {
  const found = returnCodeOf(code);
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

/** Reasons for bank debits: every known return, and failures before the debit is sent. */
export const bankReasons: PaymentReasons = {
  ...Object.fromEntries(
    Object.entries(returnReasons).map(([code, found]) => [
      achReasonCode(code),
      meaningOfReturn(code, found),
    ]),
  ),
  bank_return: reason(
    "bank_return",
    "Your bank returned the payment.",
    otherMethod,
    "Returned by the bank, without a code.",
  ),
  bank_account_barred: reason(
    "method",
    "This account can no longer be debited. You have not been charged.",
    otherMethod,
    "An earlier debit of the account was disputed or revoked, so this debit was not created.",
  ),
  bank_account_unusable: reason(
    "method",
    "This account cannot be debited. You have not been charged.",
    otherAccount,
    "The bank already returned this payment from this account, so it was not created again.",
  ),
  bank_account_retries_used_up: reason(
    "method",
    "This account cannot be debited again for this payment. You have not been charged.",
    otherMethod,
    "The bank returned the payment three times for insufficient funds, the limit of the Nacha rules.",
  ),
  bank_login_used: reason(
    "technical",
    "This login at your bank has already been used. You have not been charged.",
    retryWith("same"),
    "The bank login was already used for a debit, so this one was not created. The customer logs in again.",
  ),
  bank_login_ended: reason(
    "technical",
    "Your bank no longer shares this account. You have not been charged. Log in to your bank again.",
    retryWith("same"),
    "The bank login ended before the debit was created: somebody returned from the bank in another browser, or a day had passed. The customer logs in again.",
  ),
  bank_access_ended: reason(
    "bank_return",
    "Your bank no longer shares this account. Log in to your bank again.",
    retryWith("same"),
    "The bank no longer knows the numbers that it made for this login. The customer logs in again.",
  ),
  debit_canceled: reason(
    "technical",
    "The debit was canceled before it was sent. You have not been charged.",
    retryWith("same"),
    "The entry was canceled before its file was written.",
  ),
};

/** Reasons from the bank, or from the customer at the bank. */
export const payByBankReasons: PaymentReasons = {
  bank_access_denied: reason(
    "canceled",
    "You refused the payment at your bank. You have not been charged.",
    retryWith("same"),
    "The customer refused consent at the bank.",
  ),
  bank_timed_out: reason(
    "canceled",
    "The time to confirm at your bank ran out. You have not been charged.",
    retryWith("same"),
    "The customer did not return from the bank in time.",
  ),
  bank_canceled: reason(
    "canceled",
    "You canceled the bank payment. You have not been charged.",
    retryWith("same"),
    "The customer canceled in the widget before confirming at the bank.",
  ),
  bank_insufficient_funds: reason(
    "funds",
    "There is not enough money in this account. Use another account.",
    otherAccount,
    "The bank did not pay: insufficient funds (AM04).",
  ),
  bank_limit_exceeded: reason(
    "funds",
    "This account has reached its limit. Use another account.",
    otherAccount,
    "The bank did not pay: the account's limit is reached (AM02, AM14).",
  ),
  payer_account_unusable: reason(
    "method",
    "You cannot pay from this account. Use another account.",
    otherAccount,
    "The bank did not pay: the account is closed, blocked or of another kind (AC…, AG…).",
  ),
  bank_rejected: reason(
    "issuer",
    "Your bank refused the payment. You have not been charged.",
    otherMethod,
    "The bank accepted the consent but refused to execute the payment.",
  ),
  bank_unavailable: reason(
    "technical",
    "Your bank cannot be reached right now. You have not been charged.",
    retryWith("later"),
    "The bank's API cannot be reached or responds unexpectedly.",
  ),
  bank_mismatch: reason(
    "technical",
    "The payment did not complete.",
    noAdvice,
    "The bank executed a different amount or payee. Investigate this payment.",
  ),
};
