import { toDecimalText } from "#contract/money";
import type { Exchange, VendorResponse } from "../../kit/exchange.ts";
import {
  errorCodesOf,
  isOfAnother,
  provenRefusalOf,
  readTrustly,
  repeatedReference,
  singleTransaction,
  type TrustlySettings,
  transactionsOf,
  transactionType,
  trustlyCalls,
} from "../../trustly/index.ts";
import type {
  BankOrder,
  BankPaymentOutcome,
  OpenBankingProvider,
} from "../open-banking-provider.ts";
import { outcomeOfCapture } from "./trustly-outcomes.ts";
import { refusalReasons } from "./trustly-reasons.ts";
import { type Authorisation, authorisationOf } from "./trustly-references.ts";

/** Captures what the customer authorized. The reference is our key. */
export function* capture(
  settings: TrustlySettings,
  { transactionId }: Authorisation,
  {
    key,
    order,
    splitToken,
  }: { readonly key: string; readonly order: BankOrder; readonly splitToken: string },
  deadlineMs: number,
): Exchange<BankPaymentOutcome> {
  const { amountMinor, currency } = order;
  const response = yield trustlyCalls(settings).postForm(
    `/transactions/${encodeURIComponent(transactionId)}/capture`,
    { merchantReference: key, amount: toDecimalText(amountMinor, currency), splitToken },
    deadlineMs,
  );
  const refusal = refusalOf(response);
  if (refusal) {
    const { reason, paymentReason } = refusal;
    return { type: "not_taken", reason, paymentReason };
  }
  const read = readTrustly(response, singleTransaction);
  if (!("problem" in read)) return outcomeOfCapture(read.data, { key, order });
  const type = errorCodesOf(response).includes(repeatedReference) ? "exists" : "unknown";
  return { type, reason: read.problem };
}

/** What proves that a request moved nothing, and what that means for the customer. */
export function refusalOf(
  response: VendorResponse,
): { readonly reason: string; readonly paymentReason: string; codes: readonly string[] } | null {
  const refusal = provenRefusalOf(response);
  if (!refusal) return null;
  const [first] = refusal.codes;
  const paymentReason =
    first === undefined ? "bank_unavailable" : (refusalReasons.get(first) ?? "bank_rejected");
  return { ...refusal, paymentReason };
}

/**
 * Looks up the capture: by Trustly's id once it is known, before that among the authorized payment's transactions. A
 * list without the authorization is not about this payment and proves nothing.
 */
export function* lookUpCapture(
  settings: TrustlySettings,
  { key, order, bankPaymentId, accessToken }: Parameters<OpenBankingProvider["lookUp"]>[0],
  deadlineMs: number,
): Exchange<BankPaymentOutcome> {
  const { get } = trustlyCalls(settings);
  if (bankPaymentId) {
    const response = yield get(`/transactions/${encodeURIComponent(bankPaymentId)}`, deadlineMs);
    const read = readTrustly(response, singleTransaction);
    if ("problem" in read) return { type: "unknown", reason: read.problem };
    return read.data.transactionId === bankPaymentId
      ? outcomeOfCapture(read.data, { key, order })
      : { type: "unknown", reason: "another_payment" };
  }
  const authorisation = accessToken ? authorisationOf(accessToken) : null;
  if (!authorisation) return { type: "unknown", reason: "no_authorisation" };
  const found = yield* transactionsOf(settings, authorisation.paymentId, deadlineMs);
  if ("problem" in found) return { type: "unknown", reason: found.problem };
  const { transactionId } = authorisation;
  if (!found.data.some((each) => each.transactionId === transactionId)) {
    return { type: "unknown", reason: "incomplete_list" };
  }
  const others = found.data.filter((each) => each.transactionId !== transactionId);
  const [first, ...more] = others.filter(
    (each) => each.transactionType === transactionType.capture && each.merchantReference === key,
  );
  if (more.length > 0) return { type: "unknown", reason: "two_captures" };
  if (first) return outcomeOfCapture(first, { key, order });
  return others.every((each) => isOfAnother(each, key))
    ? { type: "not_found" }
    : { type: "unknown", reason: "unexplained_transaction" };
}
