/**
 * What the law requires us to retain about an erased customer, sealed, and until when.
 *
 * - Signed W-9 forms that support payments on a tax return: four years from the return's due date, March 31 of the
 *   following year at the latest (IRS General Instructions for Certain Information Returns, part "Keeping copies";
 *   Publication 583). Others are deleted at once. A payout that only staff marked as not paid may have been paid: its
 *   form stays until its year's return is due, and while the service asks the processor or a disagreement is open. The
 *   deleting job decides again, so a payout that was paid after all keeps its form.
 * - Proofs of bank debits: two years from the end of the authorization (Nacha Operating Rules 2.3.2.7).
 * - Confirmed sanctions matches: ten years from the decision (31 CFR 501.601).
 */
import type { Tx } from "../../platform/database/transaction.ts";
import type { ErasureSubject } from "./blockers.ts";

/** The retention of matches confirmed before this time is over. */
export function sanctionsRecordsOver(now: Date): Date {
  const decidedBefore = new Date(now);
  decidedBefore.setUTCFullYear(now.getUTCFullYear() - 10);
  // On February 29, `setUTCFullYear` yields March 1 of that year, so go back to February 28.
  if (decidedBefore.getUTCDate() !== now.getUTCDate()) decidedBefore.setUTCDate(0);
  return decidedBefore;
}

const dayMs = 24 * 60 * 60 * 1000;
/** The wait before the next decision about payouts whose outcome may change. */
const decideAgainMs = 31 * dayMs;
const proofsMs = 2 * 365 * dayMs + dayMs;

/** Until when tax forms must be kept; null if they can be deleted now, or if there are none. */
export async function taxRecordsUntil(
  tx: Tx,
  subject: ErasureSubject,
  now: Date,
): Promise<Date | null> {
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
  const times = [
    ...(lastYear === 0 ? [] : [Date.UTC(lastYear + 5, 3, 1)]),
    ...(await possiblyPaidUntil(tx, subject, now)),
  ].filter((timeMs) => timeMs > now.getTime());
  return times.length === 0 ? null : new Date(Math.max(...times));
}

/** The time until which the forms of payouts that may have been paid are needed. */
async function possiblyPaidUntil(
  tx: Tx,
  { operatorId, externalCustomerId }: ErasureSubject,
  now: Date,
): Promise<number[]> {
  const rows = await tx
    .selectFrom("disbursement_intents as d")
    .innerJoin("outcome_marks as m", (join) =>
      join
        .onRef("m.operator_id", "=", "d.operator_id")
        .onRef("m.disbursement_intent_id", "=", "d.disbursement_intent_id")
        .on("m.state", "=", "applied"),
    )
    .select((row) => [
      "d.tax_date",
      "d.next_check_at",
      "m.outcome",
      "m.confirmed_at",
      row
        .exists(
          row
            .selectFrom("outcome_alarms as a")
            .select("a.outcome_alarm_id")
            .where("a.operator_id", "=", operatorId)
            .whereRef("a.disbursement_intent_id", "=", "d.disbursement_intent_id")
            .where("a.state", "=", "open"),
        )
        .as("is_disputed"),
    ])
    .where("d.operator_id", "=", operatorId)
    .where("m.operator_id", "=", operatorId)
    .where("d.external_customer_id", "=", externalCustomerId)
    .where("d.step", "=", "failed")
    .execute();
  return rows.flatMap((row) => {
    const isOpen = row.next_check_at !== null || row.is_disputed;
    // Only staff said that it was not paid. After a correction, the processor itself says so.
    const isUnconfirmed = row.outcome === "failed" && row.confirmed_at === null;
    const year = Number(row.tax_date?.slice(0, 4) ?? 0);
    return [
      ...(isOpen ? [now.getTime() + decideAgainMs] : []),
      ...(isUnconfirmed && year > 0 ? [Date.UTC(year + 1, 3, 1)] : []),
    ];
  });
}

/** Until when proofs of mandates must be kept; null if there are none. */
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
