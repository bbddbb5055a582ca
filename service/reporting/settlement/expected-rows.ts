/** Charges and refunds that a processor's report should contain by now become breaks. Late rows resolve them. */
import { type Kysely, type RawBuilder, sql } from "kysely";
import { firstIdAt } from "#contract/ids";
import { reportContradictions } from "../../payments/index.ts";
import type { Tables } from "../../platform/database/tables.ts";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import { workThrough } from "../../platform/jobs/work-through.ts";
import { addDays, bankTime, isBankingDay } from "../../providers/nacha/index.ts";
import { missingKey } from "./break-keys.ts";
import { type NewBreak, recordBreaks } from "./break-store.ts";
import { reportOf } from "./contradictions.ts";
import { reportWindowDays, type SettlementDeps } from "./settlement-deps.ts";

/** Maximum number of records that one transaction reads. */
const recordsAtOnce = 500;

interface Missing {
  readonly type: "payment" | "refund";
  readonly id: string;
  readonly reference: string | null;
  readonly total_minor: number;
  readonly currency: string;
  readonly at: Date;
}

/**
 * One round of the job: checks the processors of all operators, each for the records between its oldest reported charge
 * and the report window.
 */
export async function checkExpectedRows(
  deps: SettlementDeps,
  signal: AbortSignal,
): Promise<undefined> {
  const untilDay = backBankingDays(bankTime(deps.clock.nowMs()).date, reportWindowDays);
  const until = new Date(`${untilDay}T00:00:00Z`);
  await workThrough(signal, {
    read: (most, skip) =>
      dueSources(deps.database.kysely, until).limit(most).offset(skip).execute(),
    async work({ operator_id: operatorId, source: processor }) {
      // The transaction cannot load keys.
      await deps.keyring.load(operatorId);
      let result: Awaited<ReturnType<typeof checkSource>>;
      do {
        result = await inTransaction(deps.database, (tx) =>
          checkSource(deps, tx, { operatorId, processor, until }),
        );
      } while (result === "more" && !signal.aborted);
      return result === "checked";
    },
    onFailure: ({ operator_id: operatorId, source: processor }, error) =>
      deps.log.errorHourly("a report's missing rows could not be checked", {
        operatorId,
        processor,
        error,
      }),
  });
}

const dueSources = (kysely: Kysely<Tables>, until: Date) =>
  kysely
    .selectFrom("settlement_sources")
    .selectAll()
    .where("kind", "=", "processor")
    .where((where) =>
      where.or([where("checked_until", "is", null), where("checked_until", "<", until)]),
    )
    .orderBy("checked_until", (order) => order.asc().nullsFirst())
    .orderBy("operator_id")
    .orderBy("source");

/** Checks at most {@link recordsAtOnce} records. "busy": another process checks the source, or has checked it. */
async function checkSource(
  deps: SettlementDeps,
  tx: Tx,
  { operatorId, processor, until }: { operatorId: string; processor: string; until: Date },
): Promise<"more" | "checked" | "busy"> {
  const source = await dueSources(tx, until)
    .where("operator_id", "=", operatorId)
    .where("source", "=", processor)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!source) return "busy";
  const from = source.checked_until ?? (await firstDayOf(tx, operatorId, processor)) ?? until;
  const missing = from < until ? await findMissing(tx, operatorId, processor, { from, until }) : [];
  const breaks = missing.map(
    (record): NewBreak => ({
      key: missingKey(record.type, record.id),
      class: "missing_at_processor" as const,
      source: processor,
      currency: record.currency,
      amountMinor: record.total_minor,
      subject: { type: record.type, id: record.id },
      ...(record.reference === null ? {} : { processorReference: record.reference }),
      ours: {
        id: record.id,
        reference: record.reference,
        amountMinor: record.total_minor,
        currency: record.currency,
        status: "success",
        at: record.at.toISOString(),
      },
    }),
  );
  await recordBreaks(deps, tx, operatorId, breaks);
  // The next run finds the rest: a record with a break is not found again.
  const hasMore = missing.length === recordsAtOnce;
  await tx
    .updateTable("settlement_sources")
    .set({ checked_until: hasMore || until < from ? from : until })
    .where("operator_id", "=", operatorId)
    .where("source", "=", processor)
    .execute();
  await reportContradictions(deps.payments, tx, operatorId, breaks.flatMap(reportOf));
  return hasMore ? "more" : "checked";
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

/**
 * Payments that were created or charged in the window: one may succeed only after the window of its creation, for
 * example when staff mark it as charged.
 */
async function findMissing(
  tx: Tx,
  operatorId: string,
  processor: string,
  { from, until }: { from: Date; until: Date },
): Promise<Missing[]> {
  // A break of another row says nothing: a second charge, or a refund that only names the charge, is not this row.
  const hasBreak = (type: string, id: RawBuilder<unknown>, rowType: string) => sql`exists (
    select 1 from settlement_breaks b
    left join settlement_lines l on l.operator_id = ${operatorId}
      and l.settlement_batch_id = b.settlement_batch_id and l.row_no = b.row_no
    where b.operator_id = ${operatorId} and b.subject_type = ${type} and b.subject_id = ${id}
      and b.class <> 'duplicate' and (b.row_no is null or l.row_type = ${rowType}))`;
  const { rows } = await sql<Missing>`
    select type, id, reference, total_minor, currency, at from (
      select 'payment' as type, p.payment_id as id, p.charge_id as reference, p.total_minor,
        i.currency, p.created_at as at
      from (
        select c.payment_id from payments c
        where c.operator_id = ${operatorId} and c.processor = ${processor}
          and c.payment_id >= ${firstIdAt("payment", from.getTime())}
          and c.payment_id < ${firstIdAt("payment", until.getTime())}
        union
        select g.source_id from ledger_postings g
        where g.operator_id = ${operatorId} and g.posted_at >= ${from} and g.posted_at < ${until}
          and g.source_type = 'payment' and g.cause = 'charge'
      ) due
      join payments p on p.operator_id = ${operatorId} and p.payment_id = due.payment_id
      join payment_intents i on i.operator_id = p.operator_id
        and i.payment_intent_id = p.payment_intent_id
      where p.operator_id = ${operatorId} and i.operator_id = ${operatorId}
        and p.processor = ${processor} and p.status = 'success' and p.type = 'card'
        and p.reversal is null
        and not exists (select 1 from refunds r where r.operator_id = ${operatorId}
          and r.payment_intent_id = p.payment_intent_id and r.payment_id = p.payment_id
          and r.kind = 'void' and r.step = 'success')
        and not exists (select 1 from settlement_lines l where l.operator_id = ${operatorId}
          and l.matched_type = 'payment' and l.matched_id = p.payment_id)
        and not ${hasBreak("payment", sql`p.payment_id`, "charge")}
      union all
      select 'refund', r.refund_id, r.provider_refund_id,
        r.base_minor + r.fees_minor + r.tax_minor, r.currency, r.settled_at
      from refunds r
      where r.operator_id = ${operatorId} and r.processor = ${processor} and r.step = 'success'
        and r.kind = 'refund' and r.settled_at >= ${from} and r.settled_at < ${until}
        and not exists (select 1 from settlement_lines l where l.operator_id = ${operatorId}
          and l.matched_type = 'refund' and l.matched_id = r.refund_id)
        and not ${hasBreak("refund", sql`r.refund_id`, "refund")}
    ) expected
    order by at, id limit ${recordsAtOnce}`.execute(tx);
  return rows.map((row) => ({ ...row, total_minor: Number(row.total_minor) }));
}

/** The date that is `count` banking days earlier. Dates are `YYYY-MM-DD`. */
export function backBankingDays(date: string, count: number): string {
  let day = date;
  for (let left = count; left > 0; left -= 1) {
    do day = addDays(day, -1);
    while (!isBankingDay(day));
  }
  return day;
}
