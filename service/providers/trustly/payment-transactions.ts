import type { Answer, Exchange } from "../kit/exchange.ts";
import {
  errorCodesOf,
  listedTransactions,
  readTrustly,
  type TrustlyTransaction,
  transactionType,
} from "./trustly-answers.ts";
import { trustlyCalls } from "./trustly-calls.ts";
import type { TrustlySettings } from "./trustly-settings.ts";

/** Trustly has a transaction with this reference. */
export const repeatedReference = "210";

/**
 * Error codes that prove that a request moved no money. Others, such as 100 and 150 (internal and remote errors) or
 * {@link repeatedReference}, leave it open.
 */
const refusalCodes: ReadonlySet<string> = new Set([
  ...["200", "300", "326", "330", "331", "375", "380", "390", "397"],
]);

/** What proves that a request moved nothing: refused credentials (no codes), and errors that are all known. */
export function provenRefusalOf(
  answer: Answer,
): { readonly reason: string; readonly codes: readonly string[] } | null {
  if (!("statusCode" in answer)) return null;
  if (![200, 400, 401, 403, 404].includes(answer.statusCode)) return null;
  if (answer.statusCode === 401) return { reason: "status_401", codes: [] };
  const codes = errorCodesOf(answer);
  if (codes.length === 0 || !codes.every((code) => refusalCodes.has(code))) return null;
  return { reason: `errors_${codes.join("_")}`, codes };
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
