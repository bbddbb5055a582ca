import type { Tx } from "../../platform/database/transaction.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { lockMs, mostWrongCodes } from "./sms-rules.ts";
import type { SmsSubject } from "./sms-store.ts";

/** The wrong codes that a customer typed for one purpose. */
export interface WrongCodes {
  readonly count: number;
  /** When the next one may be typed; null: now. */
  readonly lockedUntil: Date | null;
}

/**
 * The wrong codes of the last {@link lockMs}. Counted over all subjects and over verifications of every
 * status: neither a second intent nor a replaced code gives further guesses. Counted by purpose: somebody
 * with a W-9 link can't lock the customer out of a payout. A code's guesses count until a day after its
 * end. Exact in a transaction that holds the customer.
 */
export async function wrongCodesOf(
  tx: Tx,
  customer: SmsSubject,
  nowMs: number,
): Promise<WrongCodes> {
  const rows = await tx
    .selectFrom("sms_verifications")
    .select(["failed_checks", "expires_at"])
    .where("operator_id", "=", customer.operatorId)
    .where("external_customer_id", "=", customer.externalCustomerId)
    .where("purpose", "=", customer.purpose)
    .where("failed_checks", ">", 0)
    .where("expires_at", ">", new Date(nowMs - lockMs))
    .orderBy("expires_at", "desc")
    .execute();
  let count = 0;
  let lockedUntil: Date | null = null;
  for (const { failed_checks: wrong, expires_at: end } of rows) {
    count += wrong;
    // The newest one whose guesses have to leave the window before another guess fits in.
    if (count >= mostWrongCodes) lockedUntil ??= new Date(end.getTime() + lockMs);
  }
  return { count, lockedUntil };
}

/** A refusal that says from when on the same request may be made. */
export function waitUntil(
  code: "sms_sent_recently" | "sms_locked" | "rate_limited",
  until: Date,
  nowMs: number,
): ApiError {
  const seconds = Math.max(1, Math.ceil((until.getTime() - nowMs) / 1000));
  return new ApiError(code, {
    headers: { "retry-after": String(seconds) },
    extra: { resendAt: until.toISOString() },
  });
}
