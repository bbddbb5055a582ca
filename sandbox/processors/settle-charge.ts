import type { BookedCharge, ChargeBook } from "./charge-book.ts";

/** How long after its approval a charge clears. Until then, a refund of all of it is a void. */
export const clearsAfterMs = 10 * 60_000;

/** Decides a pending charge that is due. */
export function settleCharge(book: ChargeBook, booked: BookedCharge, nowMs: number): BookedCharge {
  const isDue = booked.settlesAt !== undefined && Date.parse(booked.settlesAt) <= nowMs;
  if (booked.status !== "pending" || !booked.settlesAs || !isDue) return booked;
  const settled: BookedCharge = { ...booked, status: booked.settlesAs };
  book.save(settled);
  return settled;
}

export function hasCleared(charge: BookedCharge, nowMs: number): boolean {
  return clearedAtMs(charge) <= nowMs;
}

export function clearedAtMs({ settlesAt, createdAt, refunds }: BookedCharge): number {
  return Date.parse(settlesAt ?? createdAt) + (refunds?.clearsAtOnce ? 0 : clearsAfterMs);
}
