import type { Exchange, VendorResponse } from "../kit/exchange.ts";
import { trustlyCalls } from "./trustly-calls.ts";
import {
  errorCodesOf,
  listedTransactions,
  readTrustly,
  type TrustlyTransaction,
  transactionType,
} from "./trustly-responses.ts";
import type { TrustlySettings } from "./trustly-settings.ts";

/** Trustly has a transaction with this reference. */
export const repeatedReference = "210";

/**
 * These error codes prove that a request moved no money. Others, such as 100 and 150 (internal and remote errors) or
 * {@link repeatedReference}, leave it open.
 */
const refusalCodes: ReadonlySet<string> = new Set([
  ...["200", "300", "326", "330", "331", "375", "380", "390", "397"],
]);

/** What proves that a request moved nothing: refused credentials (no codes), or only known errors. */
export function provenRefusalOf(
  response: VendorResponse,
): { readonly reason: string; readonly codes: readonly string[] } | null {
  if (!("statusCode" in response)) return null;
  if (![200, 400, 401, 403, 404].includes(response.statusCode)) return null;
  if (response.statusCode === 401) return { reason: "status_401", codes: [] };
  const codes = errorCodesOf(response);
  if (codes.length === 0 || !codes.every((code) => refusalCodes.has(code))) return null;
  return { reason: `errors_${codes.join("_")}`, codes };
}

/**
 * Whether a transaction is certainly not the one with our key: it has another reference and a type that we know. One
 * without a reference, or with ours and an unexpected type, could be it, so its list proves no absence.
 */
export const isOfAnother = (each: TrustlyTransaction, key: string): boolean =>
  Boolean(each.merchantReference) &&
  each.merchantReference !== key &&
  knownTypes.has(each.transactionType);

const knownTypes: ReadonlySet<string> = new Set(Object.values(transactionType));

const pageSize = 100;
/** Maximum number of pages. Together with a look-up's other calls, this is the most that one operation may make. */
const maxPages = 6;
/** A payment has more transactions than may be read. */
export const longList = "long_list";

/** All transactions of one payment, page by page. More than {@link maxPages} are a fault. */
export function* transactionsOf(
  settings: TrustlySettings,
  paymentId: string,
  deadlineMs: number,
): Exchange<{ readonly data: readonly TrustlyTransaction[] } | { readonly problem: string }> {
  const { get } = trustlyCalls(settings);
  // A transaction that is added in the meantime moves others to a later page, so they are listed twice.
  const found = new Map<string, TrustlyTransaction>();
  for (let page = 0; page < maxPages; page += 1) {
    const query = new URLSearchParams({ "payment.paymentId": paymentId, count: String(pageSize) });
    if (page > 0) query.set("startIndex", String(page * pageSize));
    const read = readTrustly(yield get(`/transactions?${query}`, deadlineMs), listedTransactions);
    if ("problem" in read) return read;
    const { transactions } = read.data;
    if (transactions.some(({ payment }) => payment.paymentId !== paymentId)) {
      return { problem: "of_another" };
    }
    for (const transaction of transactions) found.set(transaction.transactionId, transaction);
    if (transactions.length < pageSize) return { data: [...found.values()] };
  }
  return { problem: longList };
}
