import type { PayoutRequest } from "#contract/connectors/payout";
import type { PayoutDecision } from "./decide-payout.ts";
import type { BookedPayout, PayoutBook } from "./payout-book.ts";

/** Delays until a payout settles and until it is returned. What takes a day in reality takes seconds here. */
const settlesAfterMs = 1_500;
const returnsAfterMs = 4_500;

export function settlePayout(book: PayoutBook, payout: BookedPayout, nowMs: number): BookedPayout {
  const { next } = payout;
  if (!next || Date.parse(next.at) > nowMs) return payout;
  const { next: _, reasonCode: __, ...rest } = payout;
  const settled: BookedPayout = {
    ...rest,
    status: next.status,
    ...(next.reasonCode === undefined ? {} : { reasonCode: next.reasonCode }),
    ...(next.status === "paid" ? { paidAt: next.at } : {}),
    ...(next.then ? { next: next.then } : {}),
  };
  book.save(settled);
  return settlePayout(book, settled, nowMs);
}

/** A new payout's first status and its later changes, by its script. */
export function firstStep(
  { outcome, reasonCode }: PayoutDecision,
  nowMs: number,
): Pick<BookedPayout, "status" | "reasonCode" | "paidAt" | "next"> {
  const at = (ms: number) => new Date(nowMs + ms).toISOString();
  const reason = reasonCode === undefined ? {} : { reasonCode };
  switch (outcome) {
    case "paid":
      return { status: "paid", paidAt: at(0) };
    case "paid_later":
      return { status: "pending", next: { status: "paid", at: at(settlesAfterMs) } };
    case "declined":
      return { status: "declined", ...reason };
    case "failed_later":
      return { status: "pending", next: { status: "failed", ...reason, at: at(settlesAfterMs) } };
    case "returned_later": {
      const then = { status: "returned" as const, ...reason, at: at(returnsAfterMs) };
      return { status: "pending", next: { status: "paid", at: at(settlesAfterMs), then } };
    }
    case "pending_forever":
      return { status: "pending" };
  }
}

/** The only part of the destination that is booked. */
export function last4Of(destination: PayoutRequest["destination"]): string {
  switch (destination.type) {
    case "bank":
      return destination.accountNumber.slice(-4);
    case "card":
      return destination.number.slice(-4);
    case "crypto":
      return destination.address.slice(-4);
  }
}
