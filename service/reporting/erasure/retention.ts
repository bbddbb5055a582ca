/**
 * What the law requires us to retain about an erased customer, sealed, and until when.
 *
 * - Signed W-9 forms that support payments on a tax return: four years from the return's due date,
 *   which is March 31 of the following year at the latest (IRS General Instructions for Certain
 *   Information Returns, part "Keeping copies"; Publication 583). Without such a payment they are
 *   deleted at once.
 * - Proofs of bank debits: two years from the end of the authorization (Nacha Operating Rules
 *   2.3.2.7).
 * - Confirmed sanctions matches: ten years from the decision (31 CFR 501.601).
 */
import type { Tx } from "../../platform/database/transaction.ts";
import type { ErasureSubject } from "./blockers.ts";

/** The decision about a confirmed sanctions match until which its record is over at `now`. */
export function sanctionsRecordsOver(now: Date): Date {
  const decidedBefore = new Date(now);
  decidedBefore.setUTCFullYear(now.getUTCFullYear() - 10);
  return decidedBefore;
}

const proofsMs = 2 * 365 * 24 * 60 * 60 * 1000 + 24 * 60 * 60 * 1000;

/** When the signed forms can be deleted; null if now, or if there are none. */
export async function taxRecordsUntil(tx: Tx, subject: ErasureSubject): Promise<Date | null> {
  const { operatorId, externalCustomerId } = subject;
  const signed = await tx
    .selectFrom("w9_forms")
    .select("w9_id")
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "=", externalCustomerId)
    .where("completed_at", "is not", null)
    .executeTakeFirst();
  if (!signed) return null;
  const payout = await tx
    .selectFrom("disbursement_intents")
    .select((select) => select.fn.max("tax_date").as("date"))
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "=", externalCustomerId)
    .where("step", "in", ["success", "refunded"])
    .executeTakeFirst();
  const prize = await tx
    .selectFrom("prizes")
    .select((select) => select.fn.max("tax_year").as("year"))
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "=", externalCustomerId)
    .executeTakeFirst();
  const years = [Number(payout?.date?.slice(0, 4) ?? 0), Number(prize?.year ?? 0)];
  const lastYear = Math.max(...years);
  return lastYear === 0 ? null : new Date(Date.UTC(lastYear + 5, 3, 1));
}

/** When the proofs of the customer's bank debits can be deleted; null if there are none. */
export async function mandatesUntil(tx: Tx, subject: ErasureSubject): Promise<Date | null> {
  const { operatorId, externalCustomerId } = subject;
  const rows = await tx
    .selectFrom("bank_mandates as m")
    .innerJoin("payment_intents as i", "i.payment_intent_id", "m.payment_intent_id")
    .select(["m.accepted_at", "m.ended_at"])
    .where("i.operator_id", "=", operatorId)
    .where("i.external_customer_id", "=", externalCustomerId)
    .execute();
  if (rows.length === 0) return null;
  const ends = rows.map((row) => (row.ended_at ?? row.accepted_at).getTime());
  return new Date(Math.max(...ends) + proofsMs);
}
