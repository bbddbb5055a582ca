/** Charges and refunds that a processor's report should contain by now become breaks. Late rows resolve them. */
import { sql } from "kysely";
import { firstIdAt } from "#contract/ids";
import { type OutcomeReport, reportContradictions } from "../../payments/index.ts";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import { addDays, bankTime, isBankingDay } from "../../providers/nacha/index.ts";
import { missingKey } from "./break-keys.ts";
import { type NewBreak, recordBreaks } from "./break-store.ts";
import { reportOf } from "./contradictions.ts";
import { reportWindowDays, type SettlementDeps } from "./settlement-deps.ts";

/** The most records that one transaction reads. */
const recordsAtOnce = 500;

interface Missing {
  readonly type: "payment" | "refund";
  readonly id: string;
  readonly reference: string | null;
  readonly total_minor: number;
  readonly currency: string;
  readonly at: Date;
}

/** Checks one processor of one operator: records between its oldest reported charge and the report window. */
export async function checkExpectedRows(deps: SettlementDeps): Promise<"more" | undefined> {
  const untilDay = backBankingDays(bankTime(deps.clock.nowMs()).date, reportWindowDays);
  const until = new Date(`${untilDay}T00:00:00Z`);
  const checked = await inTransaction(deps.database, async (tx) => {
    const source = await tx
      .selectFrom("settlement_sources")
      .selectAll()
      .where("kind", "=", "processor")
      .where((where) =>
        where.or([where("checked_until", "is", null), where("checked_until", "<", until)]),
      )
      .orderBy("checked_until", (order) => order.asc().nullsFirst())
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!source) return undefined;
    const { operator_id: operatorId, source: processor } = source;
    const from = source.checked_until ?? (await firstDayOf(tx, operatorId, processor)) ?? until;
    let checkedUntil = from < until ? until : from;
    let reports: OutcomeReport[] = [];
    if (from < until) {
      const missing = await findMissing(tx, operatorId, processor, { from, until });
      // The next run finds the rest: a record with a break is not found again.
      if (missing.length === recordsAtOnce) checkedUntil = from;
      const breaks = missing.map(
        (missing): NewBreak => ({
          key: missingKey(missing.type, missing.id),
          class: "missing_at_processor" as const,
          source: processor,
          currency: missing.currency,
          amountMinor: missing.total_minor,
          subject: { type: missing.type, id: missing.id },
          ...(missing.reference === null ? {} : { processorReference: missing.reference }),
          ours: {
            id: missing.id,
            reference: missing.reference,
            amountMinor: missing.total_minor,
            currency: missing.currency,
            status: "success",
            at: missing.at.toISOString(),
          },
        }),
      );
      await recordBreaks(deps, tx, operatorId, breaks);
      reports = breaks.flatMap(reportOf);
    }
    await tx
      .updateTable("settlement_sources")
      .set({ checked_until: checkedUntil })
      .where("operator_id", "=", operatorId)
      .where("source", "=", processor)
      .execute();
    return { operatorId, reports };
  });
  if (!checked) return undefined;
  const { operatorId, reports } = checked;
  if (reports.length > 0) {
    await deps.keyring.load(operatorId);
    await inTransaction(deps.database, (tx) =>
      reportContradictions(deps.payments, tx, operatorId, reports),
    );
  }
  return "more";
}

/** Records older than the processor's oldest charge row need no row. */
async function firstDayOf(tx: Tx, operatorId: string, source: string): Promise<Date | undefined> {
  const { rows } = await sql<{ first: Date | null }>`
    select min(l.occurred_at) as first from settlement_lines l
    join settlement_batches b on b.operator_id = l.operator_id
      and b.settlement_batch_id = l.settlement_batch_id
    where l.operator_id = ${operatorId} and b.operator_id = ${operatorId}
      and b.source = ${source} and l.row_type = 'charge'`.execute(tx);
  return rows[0]?.first ?? undefined;
}

async function findMissing(
  tx: Tx,
  operatorId: string,
  processor: string,
  { from, until }: { from: Date; until: Date },
): Promise<Missing[]> {
  const { rows } = await sql<Missing>`
    select type, id, reference, total_minor, currency, at from (
      select 'payment' as type, p.payment_id as id, p.charge_id as reference, p.total_minor,
        i.currency, p.created_at as at
      from payments p
      join payment_intents i on i.operator_id = p.operator_id
        and i.payment_intent_id = p.payment_intent_id
      where p.operator_id = ${operatorId} and i.operator_id = ${operatorId}
        and p.processor = ${processor} and p.status = 'success' and p.type = 'card'
        and p.reversal is null
        and p.payment_id >= ${firstIdAt("payment", from.getTime())}
        and p.payment_id < ${firstIdAt("payment", until.getTime())}
        and not exists (select 1 from refunds r where r.operator_id = ${operatorId}
          and r.payment_intent_id = p.payment_intent_id and r.payment_id = p.payment_id
          and r.kind = 'void' and r.step = 'success')
        and not exists (select 1 from settlement_lines l where l.operator_id = ${operatorId}
          and l.matched_type = 'payment' and l.matched_id = p.payment_id)
        and not exists (select 1 from settlement_breaks b where b.operator_id = ${operatorId}
          and b.subject_type = 'payment' and b.subject_id = p.payment_id)
      union all
      select 'refund', r.refund_id, r.provider_refund_id,
        r.base_minor + r.fees_minor + r.tax_minor, r.currency, r.settled_at
      from refunds r
      where r.operator_id = ${operatorId} and r.processor = ${processor} and r.step = 'success'
        and r.kind = 'refund' and r.settled_at >= ${from} and r.settled_at < ${until}
        and not exists (select 1 from settlement_lines l where l.operator_id = ${operatorId}
          and l.matched_type = 'refund' and l.matched_id = r.refund_id)
        and not exists (select 1 from settlement_breaks b where b.operator_id = ${operatorId}
          and b.subject_type = 'refund' and b.subject_id = r.refund_id)
    ) expected
    order by at, id limit ${recordsAtOnce}`.execute(tx);
  return rows.map((row) => ({ ...row, total_minor: Number(row.total_minor) }));
}

export function backBankingDays(date: string, count: number): string {
  let day = date;
  for (let left = count; left > 0; left -= 1) {
    do day = addDays(day, -1);
    while (!isBankingDay(day));
  }
  return day;
}
