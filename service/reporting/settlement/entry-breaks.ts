/** Breaks of bank entries whose payout arrives after them, or is paid by another entry. */
import { sql } from "kysely";
import type { Tx } from "../../platform/database/transaction.ts";
import { addNotes, type NewBreak } from "./break-store.ts";
import type { SettlementDeps } from "./settlement-deps.ts";

type Deps = Pick<SettlementDeps, "clock">;

/**
 * Unknown entries that name a payout which has arrived, but does not fit: their breaks now compare the two. A proposal
 * to close such a break lapses.
 */
export async function compareWithPayouts(
  deps: Deps,
  tx: Tx,
  operatorId: string,
  found: readonly NewBreak[],
): Promise<void> {
  if (found.length === 0) return;
  const given = found.map((one) => ({
    key: one.key,
    class: one.class,
    amount: one.amountMinor,
    subject: one.subject?.id,
    reference: one.processorReference,
    ours: one.ours,
  }));
  // One parameter: thousands of entries may be open.
  const { rows } = await sql<{ settlement_break_id: string }>`
    update settlement_breaks k
    set class = g.class, amount_minor = g.amount, subject_type = 'batch', subject_id = g.subject,
      processor_reference = g.reference, ours = g.ours, proposal = null,
      version = k.version + 1, updated_at = ${new Date(deps.clock.nowMs())}
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as g (key text, class text, amount bigint, subject text, reference text, ours jsonb)
    where k.operator_id = ${operatorId} and k.break_key = g.key
      and k.class = 'bank_line_unknown' and k.state in ('open', 'explained')
    returning k.settlement_break_id`.execute(tx);
  const ids = rows.map(({ settlement_break_id: id }) => id);
  await addNotes(deps, tx, operatorId, ids, { actor: { kind: "service" }, action: "payout_found" });
}

/**
 * Payouts are paid, so every other entry that names one of them without fitting is unknown again. Otherwise nobody
 * could close its break, because a payout is paid once. A proposal to close it lapses.
 */
export async function releaseOtherEntries(
  deps: Deps,
  tx: Tx,
  operatorId: string,
  payoutIds: readonly string[],
  /** The break that pays them, if a person closes one. */
  closing: string | null = null,
): Promise<void> {
  const { rows } = await sql<{ settlement_break_id: string }>`
    update settlement_breaks k
    set class = 'bank_line_unknown', amount_minor = abs(l.net_minor), subject_type = null,
      subject_id = null, processor_reference = l.processor_reference, ours = '{}', proposal = null,
      version = k.version + 1, updated_at = ${new Date(deps.clock.nowMs())}
    from settlement_lines l
    where k.operator_id = ${operatorId} and l.operator_id = ${operatorId}
      and k.subject_type = 'batch' and k.subject_id = any(${[...payoutIds]}::text[])
      and k.class in ('batch_total_mismatch', 'late', 'currency_mismatch')
      and k.state in ('open', 'explained')
      and k.settlement_break_id is distinct from ${closing}::text
      and l.settlement_batch_id = k.settlement_batch_id and l.row_no = k.row_no
    returning k.settlement_break_id`.execute(tx);
  const ids = rows.map(({ settlement_break_id: id }) => id);
  await addNotes(deps, tx, operatorId, ids, { actor: { kind: "service" }, action: "payout_paid" });
}
