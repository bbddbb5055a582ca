/** Authorize.Net's responses and its reports of transactions. */
import { toMajor } from "#contract/money";
import { json, type SandboxResponse } from "../../http/response.ts";
import type { BookedCharge } from "../../processors/charge-book.ts";
import { factsOfCharge } from "../../processors/facts-of-charge.ts";
import type { ProcessorParts } from "../../processors/processor-routes.ts";
import type { BookedRefund } from "../../processors/refund-book.ts";
import { clearedAtMs, clearsAfterMs, settleCharge } from "../../processors/settle-charge.ts";
import { reasonCodes } from "./authorize-net-wire.ts";

/** Every response begins with this mark. */
export const byteOrderMark = "\uFEFF";

const dayMs = 24 * 60 * 60_000;

/** The batch of a day in UTC; open until the day ends. */
const batchOfDay = (atMs: number) =>
  `10${new Date(atMs).toISOString().slice(0, 10).replaceAll("-", "")}`;

interface Row {
  readonly transId: string;
  readonly refTransId?: string;
  readonly atMs: number;
  readonly settlesAtMs: number;
  readonly type: string;
  readonly status: string;
  readonly invoiceNumber: string;
  readonly last4: string;
  /** The amount in dollars, as a JSON number. */
  readonly amount: number;
  readonly reasonCode: string;
  readonly authCode?: string;
  readonly networkTransId?: string;
}

interface BatchQuery {
  readonly includeStatistics?: string | undefined;
  readonly firstSettlementDate?: string | undefined;
  readonly lastSettlementDate?: string | undefined;
}

interface Paging {
  readonly limit: string;
  readonly offset: string;
}

/** The reports of one processor of the sandbox. */
export function createReports(name: string, { deps, book, refunds }: ProcessorParts) {
  const rows = (): Row[] => {
    const nowMs = deps.now();
    const charges = book
      .all()
      .filter(({ processor }) => processor === name)
      .map((charge) => rowOfCharge(settleCharge(book, charge, nowMs), nowMs));
    const returned = refunds
      .all()
      .filter(({ processor }) => processor === name)
      .map((refund) => refunds.settle(refund, nowMs))
      .map((refund) => rowOfRefund(refund, book.findById(name, refund.chargeId), nowMs));
    return [...charges, ...returned].sort((one, other) => other.atMs - one.atMs);
  };
  const isSettled = ({ status }: Row) => /settledSuccessfully$/i.test(status);

  const page = (rows: readonly Row[], paging: Paging): SandboxResponse => {
    const limit = Number(paging.limit);
    const from = (Number(paging.offset) - 1) * limit;
    const transactions = rows.slice(from, from + limit).map(summaryOf);
    const totalNumInResultSet = rows.length;
    return transactions.length === 0
      ? succeeded({ totalNumInResultSet }, "I00004")
      : succeeded({ transactions, totalNumInResultSet });
  };

  return {
    details(transId: string): SandboxResponse {
      const row = rows().find((row) => row.transId === transId);
      return row
        ? succeeded({ transaction: detailsOf(row) })
        : apiError("E00040", "The record cannot be found.");
    },
    unsettled: (paging: Paging) =>
      page(
        rows().filter((row) => !isSettled(row)),
        paging,
      ),
    /** Batches that settled between the dates; default: in the last 24 hours. */
    batches({
      firstSettlementDate: first,
      lastSettlementDate: last,
      ...batchQuery
    }: BatchQuery): SandboxResponse {
      const fromMs = first === undefined ? deps.now() - dayMs : Date.parse(first);
      const toMs = last === undefined ? deps.now() : Date.parse(last);
      if (toMs - fromMs > 31 * dayMs) return apiError("E00003", "The date range is too long.");
      const found = new Map<string, Row[]>();
      for (const row of rows().filter(isSettled)) {
        const id = batchOfDay(row.settlesAtMs);
        found.set(id, [...(found.get(id) ?? []), row]);
      }
      const batchList = [...found]
        .map(([batchId, settled]) => describeBatch(batchId, settled, deps.now(), batchQuery))
        .filter(({ settlementTimeUTC }) => {
          const atMs = Date.parse(settlementTimeUTC);
          return atMs >= fromMs && atMs <= toMs;
        });
      return batchList.length === 0 ? succeeded({}, "I00004") : succeeded({ batchList });
    },
    /** Transactions in the order of the ids. */
    batch: (id: string, paging: Paging) =>
      page(
        rows()
          .filter((row) => isSettled(row) && batchOfDay(row.settlesAtMs) === id)
          .sort((one, other) => (one.transId < other.transId ? -1 : 1)),
        paging,
      ),
  };
}

/** A batch as it is listed. Today's has not settled yet. */
function describeBatch(
  batchId: string,
  rows: readonly Row[],
  nowMs: number,
  { includeStatistics }: Pick<BatchQuery, "includeStatistics">,
) {
  const isOpen = batchId === batchOfDay(nowMs);
  const lastMs = Math.max(...rows.map(({ settlesAtMs }) => settlesAtMs));
  const sum = (isKind: (row: Row) => boolean) =>
    rows.filter(isKind).reduce((minor, { amount }) => minor + Math.round(amount * 100), 0) / 100;
  const isRefund = ({ type }: Row) => type === "refundTransaction";
  const statistic = {
    accountType: "Visa",
    chargeAmount: sum((row) => !isRefund(row)),
    chargeCount: rows.filter((row) => !isRefund(row)).length,
    refundAmount: sum(isRefund),
    refundCount: rows.filter(isRefund).length,
    voidCount: 0,
    declineCount: 0,
    errorCount: 0,
  };
  return {
    batchId,
    settlementTimeUTC: `${new Date(lastMs).toISOString().slice(0, 19)}Z`,
    settlementState: isOpen ? "pendingSettlement" : "settledSuccessfully",
    paymentMethod: "creditCard",
    ...(includeStatistics === "true" && { statistics: [statistic] }),
  };
}

function rowOfCharge(charge: BookedCharge, nowMs: number): Row {
  const settlesAtMs = clearedAtMs(charge);
  return {
    transId: charge.chargeId,
    atMs: Date.parse(charge.createdAt),
    settlesAtMs,
    type: "authCaptureTransaction",
    status: statusOf(charge, settlesAtMs <= nowMs),
    invoiceNumber: charge.idempotencyKey,
    last4: charge.last4,
    amount: toMajor(charge.amountMinor, charge.currency),
    reasonCode: charge.status === "declined" ? (reasonCodes[charge.declineCode ?? ""] ?? "2") : "1",
    ...networkFactsOf(charge),
  };
}

/** The network's facts about an approval, by Authorize.Net's names. */
export function networkFactsOf(charge: BookedCharge): {
  readonly authCode?: string;
  readonly networkTransId?: string;
} {
  const { authorisationCode, networkTransactionId } = factsOfCharge(charge);
  return {
    ...(authorisationCode && { authCode: authorisationCode }),
    ...(networkTransactionId && { networkTransId: networkTransactionId }),
  };
}

function statusOf({ status, reversal }: BookedCharge, isCleared: boolean): string {
  if (status === "declined") return "declined";
  if (status === "pending") return "FDSPendingReview";
  if (status === "unheard_of") return "communicationError";
  if (reversal) return "voided";
  return isCleared ? "settledSuccessfully" : "capturedPendingSettlement";
}

function rowOfRefund(refund: BookedRefund, charge: BookedCharge | undefined, nowMs: number): Row {
  const atMs = Date.parse(refund.createdAt);
  const settlesAtMs = atMs + clearsAfterMs;
  const sent = settlesAtMs <= nowMs ? "refundSettledSuccessfully" : "refundPendingSettlement";
  return {
    transId: refund.refundId,
    refTransId: refund.chargeId,
    atMs,
    settlesAtMs,
    type: "refundTransaction",
    status: refund.status === "failed" ? "settlementError" : sent,
    invoiceNumber: refund.idempotencyKey,
    last4: charge?.last4 ?? "0000",
    amount: toMajor(refund.amountMinor, refund.currency),
    reasonCode: "1",
  };
}

function summaryOf(row: Row) {
  return {
    transId: row.transId,
    submitTimeUTC: new Date(row.atMs).toISOString(),
    transactionStatus: row.status,
    invoiceNumber: row.invoiceNumber,
    accountType: "Visa",
    accountNumber: `XXXX${row.last4}`,
    settleAmount: settledOf(row),
    marketType: "eCommerce",
    product: "Card Not Present",
  };
}

function detailsOf(row: Row) {
  return {
    transId: row.transId,
    ...(row.refTransId === undefined ? {} : { refTransId: row.refTransId }),
    submitTimeUTC: new Date(row.atMs).toISOString(),
    transactionType: row.type,
    transactionStatus: row.status,
    responseCode: row.reasonCode === "1" ? 1 : 2,
    responseReasonCode: Number(row.reasonCode),
    ...(row.authCode === undefined ? {} : { authCode: row.authCode }),
    order: { invoiceNumber: row.invoiceNumber },
    authAmount: row.amount,
    settleAmount: settledOf(row),
    payment: { creditCard: { cardNumber: `XXXX${row.last4}`, expirationDate: "XXXX" } },
    ...(row.networkTransId === undefined ? {} : { networkTransId: row.networkTransId }),
  };
}

function settledOf({ status, amount }: Row): number {
  return status === "declined" || status === "voided" ? 0 : amount;
}

export function succeeded(body: object, code = "I00001"): SandboxResponse {
  const text = code === "I00004" ? "No records found." : "Successful.";
  return withMark({ ...body, messages: { resultCode: "Ok", message: [{ code, text }] } });
}

/** The response if the request did not become a transaction. */
export function apiError(code: string, text: string): SandboxResponse {
  return withMark({ messages: { resultCode: "Error", message: [{ code, text }] } });
}

interface TransactionFields {
  readonly responseCode: string;
  readonly transId: string;
  readonly last4: string;
  readonly code: string;
  readonly refTransID?: string;
  readonly avsResultCode?: string;
  readonly cvvResultCode?: string;
  readonly authCode?: string;
  readonly networkTransId?: string;
  /** The amount in dollars, if only a part was authorized. */
  readonly approved?: string;
}

export function transactionReply(refId: string, fields: TransactionFields): SandboxResponse {
  const { responseCode, transId, last4, code, approved } = fields;
  return withMark({
    transactionResponse: {
      responseCode,
      authCode: fields.authCode ?? "",
      avsResultCode: fields.avsResultCode ?? "P",
      cvvResultCode: fields.cvvResultCode ?? "",
      cavvResultCode: "",
      transId,
      refTransID: fields.refTransID ?? "",
      testRequest: "0",
      accountNumber: `XXXX${last4}`,
      accountType: "Visa",
      ...(approved === undefined ? {} : { prePaidCard: { approvedAmount: approved } }),
      messages: [{ code, description: "See the code." }],
      ...(fields.networkTransId === undefined ? {} : { networkTransId: fields.networkTransId }),
    },
    refId,
    messages: { resultCode: "Ok", message: [{ code: "I00001", text: "Successful." }] },
  });
}

/** A declined transaction, or one with an error. */
export function failed(
  refId: string,
  errorCode: string,
  overrides: Partial<TransactionFields> = {},
): SandboxResponse {
  return withMark({
    transactionResponse: {
      responseCode: overrides.responseCode ?? "3",
      authCode: "",
      avsResultCode: overrides.avsResultCode ?? "P",
      cvvResultCode: overrides.cvvResultCode ?? "",
      cavvResultCode: "",
      transId: overrides.transId ?? "0",
      refTransID: "",
      testRequest: "0",
      accountNumber: `XXXX${overrides.last4 ?? "0000"}`,
      accountType: "Visa",
      errors: [{ errorCode, errorText: "See the code." }],
    },
    refId,
    messages: {
      resultCode: "Error",
      message: [{ code: "E00027", text: "The transaction was unsuccessful." }],
    },
  });
}

function withMark(body: object): SandboxResponse {
  return { ...json(200, ""), body: `${byteOrderMark}${JSON.stringify(body)}` };
}
