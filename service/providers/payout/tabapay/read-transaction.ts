import * as z from "zod/mini";
import type { OutgoingResponse } from "../../../platform/outgoing-http.ts";
import { parseJson } from "../../connector-responses.ts";
import { problemOf } from "../../kit/exchange.ts";
import { minorOfDecimal } from "../../processor/kit/decimal-amount.ts";
import type { ExpectedPayout, PayoutOutcome } from "../payout-provider.ts";
import { payoutReason, refusalReason } from "./reasons.ts";

const text = z.optional(z.string().check(z.maxLength(200)));

const transaction = z.object({
  SC: z.int(),
  EM: text,
  status: text,
  transactionID: text,
  referenceID: text,
  networkRC: text,
  amount: text,
  amountUSD: text,
  partialAmount: text,
  reversalStatus: text,
});
export type Transaction = z.infer<typeof transaction>;

const idPattern = /^[A-Za-z0-9_-]{8,64}$/;

/** Reads a transaction; null if body and status disagree, which means that TabaPay did not send it. */
export function transactionOf(response: OutgoingResponse): Transaction | null {
  const parsed = transaction.safeParse(parseJson(response.text));
  return parsed.success && parsed.data.SC === response.statusCode ? parsed.data : null;
}

/** A transaction's id; null if the response has none, for example after a lost outcome. */
export function idOf({ transactionID = "" }: Transaction): string | null {
  return idPattern.test(transactionID) ? transactionID : null;
}

/** Statuses after which certainly nothing was sent. 401 and 404 are about our account. */
const refusals: ReadonlySet<number> = new Set([400, 401, 404, 406, 415, 422]);

/** Reads the response to Create Transaction. It has no amount, but can only belong to this request. */
export function readCreated(response: OutgoingResponse): PayoutOutcome {
  const { statusCode } = response;
  const found = transactionOf(response);
  if (refusals.has(statusCode)) {
    const isAboutOurAccount = statusCode === 401 || statusCode === 404;
    const reasonCode = found?.EM === undefined ? undefined : refusalReason(found.EM);
    return {
      type: "rejected",
      reason: `status_${statusCode}`,
      isAboutOurAccount,
      ...(reasonCode !== undefined && { reasonCode }),
    };
  }
  if (!found || ![200, 201, 207].includes(statusCode)) return unreadable(response);
  const payoutId = idOf(found);
  if (payoutId === null) return { type: "unknown", reason: "no_transaction" };
  // TabaPay has the transaction, but not the network's response.
  if (statusCode === 207) return { type: "pending", payoutId };
  return outcomeOf(found, payoutId);
}

/** Reads a transaction found by its id. It must have our reference and amount. */
export function readFound(
  found: Transaction,
  payoutId: string,
  reference: string,
  expected: Pick<ExpectedPayout, "amountMinor" | "currency">,
): PayoutOutcome {
  const { referenceID, amount, amountUSD } = found;
  if (referenceID?.toLowerCase() !== reference) return { type: "unknown", reason: "reference" };
  if (amount === undefined) return { type: "unknown", reason: "no_amount" };
  const isSame =
    expected.currency === "USD" &&
    amountUSD === undefined &&
    minorOfDecimal(amount, "USD") === expected.amountMinor;
  return isSame ? outcomeOf(found, payoutId) : { type: "mismatch", payoutId };
}

function outcomeOf(found: Transaction, payoutId: string): PayoutOutcome {
  const { status = "", networkRC = "", partialAmount, reversalStatus } = found;
  if (partialAmount !== undefined) return { type: "mismatch", payoutId };
  if (reversalStatus?.toUpperCase() === "REVERSED") {
    return { type: "returned", payoutId, reasonCode: "returned" };
  }
  switch (status.toUpperCase()) {
    case "COMPLETED":
    case "COMPLETE":
      return { type: "paid", payoutId, paidAtMs: null };
    case "ERROR":
      return { type: "declined", payoutId, reasonCode: payoutReason(networkRC) };
    case "BATCH":
    case "CREATED":
    case "PENDING":
    case "UNKNOWN":
      return { type: "pending", payoutId };
    case "PARTIAL_COMPLETED":
      return { type: "mismatch", payoutId };
    default:
      return { type: "unknown", reason: "status_word" };
  }
}

export function unreadable(response: OutgoingResponse): PayoutOutcome {
  const reason = response.statusCode === 409 ? "reference_used" : problemOf(response);
  return { type: "unknown", reason };
}
