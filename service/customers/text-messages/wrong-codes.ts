import type { Kysely } from "kysely";
import type { Tables } from "../../platform/database/tables.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { lockMs, maxWrongCodes } from "./sms-rules.ts";
import type { SmsSubject } from "./sms-store.ts";

export interface WrongCodes {
  readonly count: number;
  /** Until when no guess is allowed; null if one is allowed now. */
  readonly lockedUntil: Date | null;
}

/**
 * Counts wrong codes within {@link lockMs}, over all subjects and statuses: a second intent or a replaced code gives no
 * further guesses. Counts by purpose, so that a reader of a W-9 link cannot lock the customer out of a payout. Guesses
 * count until a day after their code's end. Exact if the transaction locked the customer.
 */
export async function wrongCodesOf(
  db: Kysely<Tables>,
  customer: SmsSubject,
  nowMs: number,
): Promise<WrongCodes> {
  const rows = await db
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
    // Its guesses must leave the window before the next guess.
    if (count >= maxWrongCodes) lockedUntil ??= new Date(end.getTime() + lockMs);
  }
  return { count, lockedUntil };
}

/** Says when the same request is allowed again. */
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
