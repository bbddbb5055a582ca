import { toDecimalText } from "#contract/money";
import type { Answer, Exchange } from "../../kit/exchange.ts";
import {
  errorCodesOf,
  listedTransactions,
  readTrustly,
  singleTransaction,
  type TrustlySettings,
  type TrustlyTransaction,
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

/** Captures what the customer authorised. The reference is our key. */
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
  const answer = yield trustlyCalls(settings).postForm(
    `/transactions/${encodeURIComponent(transactionId)}/capture`,
    { merchantReference: key, amount: toDecimalText(amountMinor, currency), splitToken },
    deadlineMs,
  );
  const refusal = refusalOf(answer);
  if (refusal) {
    const { reason, paymentReason } = refusal;
    return { type: "not_taken", reason, paymentReason };
  }
  const read = readTrustly(answer, singleTransaction);
  if (!("trouble" in read)) return outcomeOfCapture(read.data, { key, order });
  const type = errorCodesOf(answer).includes(repeatedReference) ? "exists" : "unknown";
  return { type, reason: read.trouble };
}

/** Trustly has a transaction with this reference. */
const repeatedReference = "210";

/** What proves that a request moved nothing: refused credentials, and errors that are all in the table. */
export function refusalOf(
  answer: Answer,
): { readonly reason: string; readonly paymentReason: string; codes: readonly string[] } | null {
  if (!("statusCode" in answer)) return null;
  if (![200, 400, 401, 403, 404].includes(answer.statusCode)) return null;
  if (answer.statusCode === 401) {
    return { reason: "status_401", paymentReason: "bank_unavailable", codes: [] };
  }
  const codes = errorCodesOf(answer);
  const [first] = codes;
  if (first === undefined || !codes.every((code) => refusalReasons.has(code))) return null;
  return {
    reason: `errors_${codes.join("_")}`,
    paymentReason: refusalReasons.get(first) ?? "bank_rejected",
    codes,
  };
}

/**
 * Looks up the capture: by Trustly's id once it is known, before that among the transactions of the authorised payment.
 * A list without the authorisation itself is not about this payment, so it proves nothing.
 */
export function* lookUpCapture(
  settings: TrustlySettings,
  { key, order, bankPaymentId, accessToken }: Parameters<OpenBankingProvider["lookUp"]>[0],
  deadlineMs: number,
): Exchange<BankPaymentOutcome> {
  const { get } = trustlyCalls(settings);
  if (bankPaymentId) {
    const answer = yield get(`/transactions/${encodeURIComponent(bankPaymentId)}`, deadlineMs);
    const read = readTrustly(answer, singleTransaction);
    if ("trouble" in read) return { type: "unknown", reason: read.trouble };
    return read.data.transactionId === bankPaymentId
      ? outcomeOfCapture(read.data, { key, order })
      : { type: "unknown", reason: "another_payment" };
  }
  const authorisation = accessToken ? authorisationOf(accessToken) : null;
  if (!authorisation) return { type: "unknown", reason: "no_authorisation" };
  const found = yield* transactionsOf(settings, authorisation.paymentId, deadlineMs);
  if ("trouble" in found) return { type: "unknown", reason: found.trouble };
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

/**
 * Whether a transaction is surely not the one with our key: it has another reference and a type that we know. One
 * without a reference, or with ours and an unexpected type, could be it, so its list proves no absence.
 */
export const isOfAnother = (each: TrustlyTransaction, key: string): boolean =>
  Boolean(each.merchantReference) &&
  each.merchantReference !== key &&
  knownTypes.has(each.transactionType);

const knownTypes: ReadonlySet<string> = new Set(Object.values(transactionType));

/** All transactions of one payment. More than fit one page are a fault. */
export function* transactionsOf(
  settings: TrustlySettings,
  paymentId: string,
  deadlineMs: number,
): Exchange<ReturnType<typeof listOf>> {
  const query = new URLSearchParams({ "payment.paymentId": paymentId, count: String(pageSize) });
  const answer = yield trustlyCalls(settings).get(`/transactions?${query}`, deadlineMs);
  return listOf(answer, paymentId);
}

const pageSize = 100;

function listOf(answer: Answer, paymentId: string) {
  const read = readTrustly(answer, listedTransactions);
  if ("trouble" in read) return read;
  const { transactions } = read.data;
  if (transactions.length >= pageSize) return { trouble: "long_list" };
  return transactions.every(({ payment }) => payment.paymentId === paymentId)
    ? { data: transactions }
    : { trouble: "of_another" };
}
