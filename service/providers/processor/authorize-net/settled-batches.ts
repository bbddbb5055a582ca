import * as z from "zod/mini";
import { type Exchange, problemOf } from "../../kit/exchange.ts";
import { minorOfDecimal } from "../kit/decimal-amount.ts";
import {
  inFileOrder,
  maxBatchCalls,
  netOfRows,
  type SettledBatch,
  type SettledBatches,
  type SettledBatchQuery,
  type SettledRow,
} from "../kit/settled-batches.ts";
import { amount, bodyOf, code, listResponse, messages, type Summary } from "./responses.ts";
import { type Ask, pageBytes, pageSize } from "./search.ts";

const statistic = z.object({ chargeAmount: amount, refundAmount: amount });

const batch = z.object({
  batchId: code,
  settlementTimeUTC: z.string(),
  settlementState: z.string(),
  paymentMethod: z.optional(z.string()),
  statistics: z.optional(z.array(statistic)),
});
type Batch = z.infer<typeof batch>;

const batchesResponse = z.object({ messages, batchList: z.optional(z.array(batch)) });

/** Our kind of row by a transaction's status, and the sign of its amount, which the API omits. */
const kinds: Readonly<Record<string, { readonly type: string; readonly sign: 1 | -1 }>> = {
  settledSuccessfully: { type: "charge", sign: 1 },
  refundSettledSuccessfully: { type: "refund", sign: -1 },
  chargeback: { type: "dispute", sign: -1 },
  chargebackReversal: { type: "dispute_reversal", sign: 1 },
};

/** Batches also list these, which moved no money. */
const withoutMoney: ReadonlySet<string> = new Set([
  ...["voided", "declined", "expired", "couldNotVoid", "generalError", "communicationError"],
  ...["failedReview", "settlementError"],
]);

/** Statuses that will change: the batch is read again later. */
const unsettled: ReadonlySet<string> = new Set([
  ...["authorizedPendingCapture", "capturedPendingSettlement", "refundPendingSettlement"],
  ...["pendingSettlement", "pendingFinalSettlement", "updatingSettlement", "approvedReview"],
  ...["underReview", "FDSPendingReview", "FDSAuthorizedPendingReview", "authorizedPendingRelease"],
]);

/**
 * The card batches that settled in this period. A batch's net amount comes from its statistics, which do not count
 * chargebacks. No row has fees: they are between merchant and acquirer.
 */
export function* settledBatches(
  ask: Ask,
  currency: string,
  { sinceMs, untilMs, known }: SettledBatchQuery,
): Exchange<SettledBatches> {
  const response = yield ask(
    "getSettledBatchListRequest",
    {
      includeStatistics: "true",
      firstSettlementDate: secondsOf(sinceMs),
      lastSettlementDate: secondsOf(untilMs),
    },
    pageBytes,
  );
  const parsed = batchesResponse.safeParse(bodyOf(response));
  if (!parsed.success || parsed.data.messages.resultCode !== "Ok") {
    return { type: "unknown", reason: problemOf(response) };
  }
  const batches: SettledBatch[] = [];
  let problem: string | null = null;
  let calls = 1;
  for (const batch of parsed.data.batchList ?? []) {
    if (known.has(batch.batchId) || !isCardBatch(batch)) continue;
    const found: Read = yield* transactionsOf(ask, batch.batchId, maxBatchCalls - calls);
    calls += found.calls;
    const read = "problem" in found ? found : rowsOf(found.transactions, currency);
    if ("problem" in read) {
      problem = read.problem;
      continue;
    }
    const { rows } = read;
    const netMinor = netOf(batch, rows, currency);
    const settledAt = timeOf(batch.settlementTimeUTC);
    if (netMinor === null || settledAt === null) problem = "malformed";
    else if (rows.length > 0)
      batches.push({ id: batch.batchId, currency, settledAt, rows, netMinor });
  }
  return { type: "found", batches, problem };
}

type Read =
  | { readonly calls: number; readonly transactions: readonly Summary[] }
  | { readonly calls: number; readonly problem: string };

function isCardBatch({ settlementState, paymentMethod = "creditCard" }: Batch): boolean {
  return settlementState === "settledSuccessfully" && paymentMethod === "creditCard";
}

/**
 * All of a batch's transactions, in the order of their ids: many can have the same time, and would move between pages.
 * A list that is shorter than its stated total, or has a transaction twice, is not trusted. A batch that needs too
 * many calls ends after its first page and leaves the calls for other batches.
 */
function* transactionsOf(ask: Ask, batchId: string, maxCalls: number): Exchange<Read> {
  const transactions = new Map<string, Summary>();
  let rows = 0;
  for (let calls = 1; ; calls += 1) {
    if (calls > maxCalls) return { calls: calls - 1, problem: "too_long" };
    const paging = { limit: String(pageSize), offset: String(calls) };
    const response = yield ask(
      "getTransactionListRequest",
      { batchId, sorting: { orderBy: "id", orderDescending: false }, paging },
      pageBytes,
    );
    const parsed = listResponse.safeParse(bodyOf(response));
    if (!parsed.success || parsed.data.messages.resultCode !== "Ok") {
      return { calls, problem: problemOf(response) };
    }
    const { transactions: page = [], totalNumInResultSet: total } = parsed.data;
    for (const each of page) transactions.set(each.transId, each);
    rows += page.length;
    if (total !== undefined && total >= maxCalls * pageSize) return { calls, problem: "too_long" };
    if (page.length === pageSize) continue;
    // The documentation does not say whether the number covers all pages or this one.
    const isCounted = total === undefined || total === rows || total === page.length;
    return isCounted && rows === transactions.size
      ? { calls, transactions: [...transactions.values()] }
      : { calls, problem: "list_cut_off" };
  }
}

function rowsOf(
  transactions: readonly Summary[],
  currency: string,
): { readonly rows: readonly SettledRow[] } | { readonly problem: string } {
  const rows: SettledRow[] = [];
  for (const { transId, transactionStatus: status, ...more } of transactions) {
    if (withoutMoney.has(status)) continue;
    if (unsettled.has(status)) return { problem: "not_settled_yet" };
    const { type, sign } =
      Object.hasOwn(kinds, status) && kinds[status] ? kinds[status] : { type: status, sign: 1 };
    const minor = minorOfDecimal(more.settleAmount ?? "", currency);
    const at = timeOf(more.submitTimeUTC ?? "");
    if (minor === null || at === null) return { problem: "malformed" };
    // The amount can be zero, for example after a tip was removed.
    if (minor === 0) continue;
    rows.push({
      type,
      reference: transId,
      original: "",
      merchant: more.invoiceNumber ?? "",
      at,
      grossMinor: sign * Math.abs(minor),
    });
  }
  return { rows: inFileOrder(rows) };
}

/** The statistics plus the disputed rows, which they do not count. Null if an amount cannot be read. */
function netOf(
  { statistics }: Batch,
  rows: readonly SettledRow[],
  currency: string,
): number | null {
  if (statistics === undefined) return netOfRows(rows);
  let netMinor = netOfRows(rows.filter(({ type }) => type !== "charge" && type !== "refund"));
  for (const { chargeAmount, refundAmount } of statistics) {
    const chargeMinor = minorOfDecimal(chargeAmount, currency);
    const refundMinor = minorOfDecimal(refundAmount, currency);
    if (chargeMinor === null || refundMinor === null) return null;
    netMinor += chargeMinor - Math.abs(refundMinor);
  }
  return netMinor;
}

function timeOf(text: string): string | null {
  const ms = Date.parse(/(?:Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text}Z`);
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}

function secondsOf(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
