import { toDecimalText } from "#contract/money";
import { OutgoingCallFailed } from "../../../platform/outgoing-http.ts";
import { type Exchange, outcomeWithoutResponse, type VendorResponse } from "../../kit/exchange.ts";
import {
  isOfAnother,
  longList,
  provenRefusalOf,
  readTrustly,
  singleTransaction,
  status,
  type TrustlySettings,
  transactionsOf,
  transactionType,
  trustlyCalls,
} from "../../trustly/index.ts";
import type {
  ConsentEnd,
  ExpectedPayout,
  PayoutConsent,
  PayoutOrder,
  PayoutOutcome,
} from "../payout-provider.ts";
import { outcomeOfDeposit } from "./deposit-outcome.ts";
import type { TrustlyPayoutSettings } from "./trustly-payout-settings.ts";

/** Trustly's smallest deposit, and the largest amount that fits its ten characters, in cents. */
export const minMinor = 99;
export const maxMinor = 999_999_999;

const pathOf = (transactionId: string) => `/transactions/${encodeURIComponent(transactionId)}`;

/**
 * Sends a payout as a deposit. First asks whether the customer's consent still holds: Trustly does not say why it
 * refuses a deposit.
 */
export function* deposit(
  settings: TrustlyPayoutSettings,
  order: PayoutOrder,
  key: string,
  { lookUpDeadlineMs, sendDeadlineMs }: Readonly<Record<`${"lookUp" | "send"}DeadlineMs`, number>>,
): Exchange<PayoutOutcome> {
  const { amountMinor, currency, consent } = order;
  const problem = problemOf(order);
  if (problem) return problem;
  if (!consent) return ended("no_consent");
  const { get, postForm } = trustlyCalls(settings);
  const path = pathOf(consent.transactionId);
  const refused = consentProblem(yield get(path, lookUpDeadlineMs), consent);
  if (refused) return refused;
  const fields = {
    merchantReference: key,
    amount: toDecimalText(amountMinor, currency),
    instantPayoutRequest: String(settings.bankSpeed === "instant"),
  };
  const response = yield postForm(`${path}/deposit`, fields, sendDeadlineMs);
  if (response instanceof OutgoingCallFailed) return outcomeWithoutResponse(response);
  const refusal = provenRefusalOf(response);
  if (refusal) return rejected(refusal);
  const read = readTrustly(response, singleTransaction);
  return "problem" in read
    ? { type: "unknown", reason: read.problem }
    : outcomeOfDeposit(read.data, key, order);
}

/** Why this payout can never be a deposit. */
function problemOf({ destination, currency, amountMinor }: PayoutOrder): PayoutOutcome | null {
  const refuse = (reason: string, reasonCode?: string) =>
    ({
      type: "rejected",
      reason,
      isAboutOurAccount: false,
      ...(reasonCode && { reasonCode }),
    }) as const;
  if (destination.type !== "bank") return refuse("destination_not_supported");
  if (currency !== "USD") return refuse("currency_not_supported");
  if (amountMinor < minMinor) return refuse("amount_below_minimum", "amount_below_minimum");
  return amountMinor > maxMinor ? refuse("amount_above_maximum", "limit_exceeded") : null;
}

/** The customer, their bank or Trustly has ended the consent. Nothing was sent. */
function ended(reason: string): PayoutOutcome {
  return { type: "rejected", reason, isAboutOurAccount: false, reasonCode: "bank_access_ended" };
}

const endedStatuses: ReadonlySet<string> = new Set([
  status.failed,
  status.expired,
  status.canceled,
  status.denied,
  status.voided,
]);

/** No document says whether a consent stays authorized after its first deposit. */
const usableStatuses: ReadonlySet<string> = new Set([
  status.authorised,
  status.processed,
  status.completed,
]);

/**
 * Why the consent allows no deposit; null if it does. Without a clear response nothing is sent, and the service tries
 * again.
 */
function consentProblem(response: VendorResponse, consent: PayoutConsent): PayoutOutcome | null {
  const refusal = provenRefusalOf(response);
  if (refusal) {
    const outcome = rejected(refusal);
    return outcome.isAboutOurAccount ? outcome : ended(refusal.reason);
  }
  const read = readTrustly(response, singleTransaction);
  if ("problem" in read) return notNow(`consent_${read.problem}`);
  const { transactionId, transactionType: type, payment, status: found } = read.data;
  const isOurs =
    transactionId === consent.transactionId &&
    type === transactionType.authorisation &&
    payment.paymentId === consent.paymentId &&
    payment.merchantReference === consent.reference;
  if (!isOurs) return notNow("consent_of_another");
  const reason = `consent_status_${found.slice(0, 4)}`;
  if (endedStatuses.has(found)) return ended(reason);
  return usableStatuses.has(found) ? null : notNow(reason);
}

/** Trustly does not say whether the consent holds, so nothing was sent. */
function notNow(reason: string): PayoutOutcome {
  return { type: "unreached", reason };
}

/**
 * Our credentials (401, 300, 375), our balance (331), and what our application may not do or must add (326, 380). Staff
 * can correct these, and then it is sent again.
 */
const aboutUs: ReadonlySet<string> = new Set(["300", "326", "331", "375", "380"]);

function rejected({ reason, codes }: NonNullable<ReturnType<typeof provenRefusalOf>>) {
  const isAboutOurAccount = codes.length === 0 || codes.some((code) => aboutUs.has(code));
  const reasonCode = codes.map((code) => refusalReasons[code]).find(Boolean);
  return {
    type: "rejected",
    reason,
    isAboutOurAccount,
    ...(reasonCode !== undefined && { reasonCode }),
  } as const;
}

const refusalReasons: Readonly<Record<string, string>> = {
  330: "account_not_payable",
  390: "compliance_refused",
};

/**
 * Looks a payout up: by Trustly's id once it is known, before that among the consent's transactions. A list without the
 * consent itself proves nothing. Two deposits with our key are not the ordered payout.
 */
export function* lookUpDeposit(
  settings: TrustlySettings,
  key: string,
  expected: ExpectedPayout,
  deadlineMs: number,
): Exchange<PayoutOutcome> {
  const { payoutId, consent } = expected;
  if (payoutId) {
    const response = yield trustlyCalls(settings).get(pathOf(payoutId), deadlineMs);
    const read = readTrustly(response, singleTransaction);
    if ("problem" in read) return { type: "unknown", reason: read.problem };
    return read.data.transactionId === payoutId
      ? outcomeOfDeposit(read.data, key, expected)
      : { type: "unknown", reason: "another_transaction" };
  }
  if (!consent) return provesNothing("no_consent");
  const found = yield* transactionsOf(settings, consent.paymentId, deadlineMs);
  if ("problem" in found) {
    return found.problem === longList
      ? provesNothing(longList)
      : { type: "unknown", reason: found.problem };
  }
  const others = found.data.filter((each) => each.transactionId !== consent.transactionId);
  const [first, ...more] = others.filter((each) => each.merchantReference === key);
  const isOne = more.length === 0 && first?.transactionType === transactionType.deposit;
  if (first) {
    return isOne
      ? outcomeOfDeposit(first, key, expected)
      : { type: "mismatch", payoutId: first.transactionId };
  }
  if (others.length === found.data.length) return provesNothing("incomplete_list");
  return others.every((each) => isOfAnother(each, key))
    ? { type: "not_found" }
    : provesNothing("unexplained_transaction");
}

function provesNothing(reason: string): PayoutOutcome {
  return { type: "unknown", reason, isFinal: true };
}

/** Ends a consent (`/cancel`). Looks it up if Trustly does not say that it has ended. */
export function* endConsent(
  settings: TrustlySettings,
  { transactionId, reference }: PayoutConsent,
  deadlineMs: number,
): Exchange<ConsentEnd> {
  const { get, postForm } = trustlyCalls(settings);
  const path = pathOf(transactionId);
  const response = yield postForm(`${path}/cancel`, { merchantReference: reference }, deadlineMs);
  const state = consentState(response, transactionId);
  if (state === "ended") return { state, reason: "canceled" };
  const read = readTrustly(response, singleTransaction);
  const reason = "problem" in read ? read.problem : `status_${read.data.status.slice(0, 4)}`;
  const found = yield get(path, deadlineMs);
  const refusal = provenRefusalOf(found);
  if (refusal && isUnknownTransaction(refusal)) return { state: "ended", reason: refusal.reason };
  return { state: consentState(found, transactionId), reason };
}

/**
 * Whether Trustly has no such transaction: the only error of a look-up that says so is 200 ("Could not find a
 * transaction using Id", in Trustly's list of errors). Others, such as 330, 390 and 397, are about something else.
 */
function isUnknownTransaction({ codes }: { readonly codes: readonly string[] }): boolean {
  return codes.length > 0 && codes.every((code) => code === "200");
}

function consentState(response: VendorResponse, transactionId: string): ConsentEnd["state"] {
  const read = readTrustly(response, singleTransaction);
  if ("problem" in read || read.data.transactionId !== transactionId) return "open";
  const { status: found } = read.data;
  if (endedStatuses.has(found)) return "ended";
  return found === status.new || found === status.pending ? "not_given" : "open";
}
