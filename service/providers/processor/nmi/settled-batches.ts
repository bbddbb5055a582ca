/**
 * Reads settled batches. NMI lists only transactions; each `settle` action names its batch. It states no totals, so a
 * batch is trusted only if it lies wholly in the requested period.
 */
import { type Call, type Exchange, problemOf, type VendorResponse } from "../../kit/exchange.ts";
import { minorOfDecimal } from "../kit/decimal-amount.ts";
import {
  inFileOrder,
  maxBatchCalls,
  netOfRows,
  type SettledBatches,
  type SettledBatchQuery,
  type SettledRow,
} from "../kit/settled-batches.ts";
import type { Fields } from "./charge-form.ts";
import type { QueriedAction, QueriedTransaction } from "./query-response.ts";
import { isId } from "./read-response.ts";

const hourMs = 60 * 60_000;
/** All actions of a batch come within minutes. A batch near either end of the requested time may be incomplete. */
const marginMs = hourMs;
/** NMI does not document its time zone. */
const zonesMs = 26 * hourMs;

/** The number of transactions in a page. */
const pageSize = 200;
const pageBytes = 4 * 1024 * 1024;

export interface BatchTools {
  readonly query: (fields: Fields, maxBytes: number) => Call;
  readonly read: (response: VendorResponse) => readonly QueriedTransaction[] | null;
  /** The processor whose batches are read; absent for all. */
  readonly processorId: string | undefined;
}

const kinds: Readonly<Record<string, "charge" | "refund">> = {
  sale: "charge",
  capture: "charge",
  offline: "charge",
  refund: "refund",
  credit: "refund",
};

/** The card batches that settled in this period. Fees are between the merchant and its acquirer. */
export function* settledBatches(
  tools: BatchTools,
  { sinceMs, untilMs, known }: SettledBatchQuery,
): Exchange<SettledBatches> {
  const found = yield* transactionsSince(tools, sinceMs - zonesMs);
  if ("reason" in found) return { type: "unknown", reason: found.reason };
  const batches = new Map<
    string,
    { rows: SettledRow[]; times: number[]; currency: string; isReadable: boolean }
  >();
  for (const transaction of found.values()) {
    const { processorId, currency, transactionType } = transaction;
    const isOther = tools.processorId !== undefined && processorId !== tools.processorId;
    if (isOther || transactionType !== "cc") continue;
    for (const settle of transaction.actions.filter(isSettlement)) {
      const row = rowOf(transaction, settle);
      const atMs = timeOf(settle.date);
      const id = [processorId || "nmi", settle.batchId, currency].join("-");
      const batch = batches.get(id) ?? { rows: [], times: [], currency, isReadable: true };
      batches.set(id, batch);
      if (row === null || atMs === null) {
        batch.isReadable = false;
        continue;
      }
      batch.times.push(atMs);
      // The amount can be zero, for example after a tip was removed.
      if (row.grossMinor !== 0) batch.rows.push(row);
    }
  }
  const whole = [...batches].flatMap(([id, { rows, times, currency, isReadable }]) => {
    const lastMs = Math.max(...times);
    const isWhole = Math.min(...times) >= sinceMs + marginMs && lastMs <= untilMs - marginMs;
    if (!isWhole || !isReadable || known.has(id) || rows.length === 0) return [];
    return [
      {
        id,
        currency,
        settledAt: new Date(lastMs).toISOString(),
        rows: inFileOrder(rows),
        netMinor: netOfRows(rows),
      },
    ];
  });
  const isAllReadable = [...batches].every(([id, { isReadable }]) => isReadable || known.has(id));
  return { type: "found", batches: whole, problem: isAllReadable ? null : "malformed" };
}

/**
 * All settled transactions that changed since, oldest first, by id. While pages are read, others are only added: a
 * transaction can come twice but not be missed. NMI does not document whether pages count from 0 or 1; reading the
 * first page twice does no harm.
 */
function* transactionsSince(
  { query, read }: BatchTools,
  sinceMs: number,
): Exchange<ReadonlyMap<string, QueriedTransaction> | { readonly reason: string }> {
  const found = new Map<string, QueriedTransaction>();
  let old = 0;
  for (let page = 0; page < maxBatchCalls; page += 1) {
    const fields = {
      action_type: "settle",
      start_date: new Date(sinceMs).toISOString().replace(/\D/g, "").slice(0, 14),
      result_limit: String(pageSize),
      page_number: String(page),
    };
    const response = yield query(fields, pageBytes);
    const listed = read(response);
    if (listed === null) return { reason: problemOf(response) };
    const before = found.size;
    for (const transaction of listed) {
      if (!isId(transaction.transactionId)) return { reason: "malformed" };
      found.set(transaction.transactionId, transaction);
    }
    old = found.size > before ? 0 : old + 1;
    if (listed.length < pageSize || old > 1) return found;
  }
  return { reason: "too_long" };
}

function isSettlement({ type, succeeded, batchId }: QueriedAction): boolean {
  return type === "settle" && succeeded && !/^0*$/.test(batchId);
}

/**
 * A settlement's row. If a transaction charged and returned, the sign says which of them settled. Null if it cannot be
 * read.
 */
function rowOf(
  { transactionId, originalId, orderId, currency, actions }: QueriedTransaction,
  settle: QueriedAction,
): SettledRow | null {
  const minor = minorOfDecimal(settle.amount, currency);
  if (minor === null) return null;
  const succeededActions = actions.filter(
    ({ type, succeeded }) => succeeded && Object.hasOwn(kinds, type),
  );
  const types = new Set(succeededActions.map(({ type }) => kinds[type]));
  const type =
    types.size === 2 ? (minor < 0 ? "refund" : "charge") : ([...types][0] ?? otherKindOf(actions));
  const at = timeOf(
    succeededActions.find((action) => kinds[action.type] === type)?.date ?? settle.date,
  );
  if (at === null) return null;
  return {
    type,
    reference: transactionId,
    original: type === "refund" && types.size === 2 ? transactionId : originalId,
    merchant: orderId,
    at: new Date(at).toISOString(),
    grossMinor: type === "refund" ? -Math.abs(minor) : minor,
  };
}

/** NMI's name for an unknown kind, which the import refuses. */
function otherKindOf(actions: readonly QueriedAction[]): string {
  return actions.find(({ type }) => type !== "settle")?.type || "unknown";
}

/** `YYYYMMDDhhmmss` in UTC; null for anything else. */
function timeOf(text: string): number | null {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
  const [year, month, day, hour, minute, second] = parts;
  const ms = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(ms) ? null : ms;
}
