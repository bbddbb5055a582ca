import { type Selectable, sql } from "kysely";
import type { BreakClass } from "#contract/api/settlement-files";
import type { AuditActor } from "../../operators/audit/index.ts";
import type { Tx } from "../../platform/database/transaction.ts";
import { newId } from "../../platform/randomness.ts";
import { undoDecision } from "./postings.ts";
import type { SettlementDeps } from "./settlement-deps.ts";
import type { BreakFields, SettlementBreakRow } from "./tables.ts";

export type StoredBreak = Selectable<SettlementBreakRow>;

export interface NewBreak {
  /** A break with this key is recorded once. */
  readonly key: string;
  readonly class: BreakClass;
  readonly source: string;
  readonly currency: string;
  readonly amountMinor: number;
  readonly settlementBatchId?: string;
  readonly rowNo?: number;
  readonly subject?: { readonly type: string; readonly id: string } | null;
  readonly processorReference?: string;
  readonly ours?: BreakFields;
  readonly theirs?: BreakFields;
}

/** Records a break. Does nothing if its key has one. */
export async function recordBreak(
  deps: Pick<SettlementDeps, "clock" | "random">,
  tx: Tx,
  operatorId: string,
  found: NewBreak,
): Promise<void> {
  await recordBreaks(deps, tx, operatorId, [found]);
}

/** {@link recordBreak} for many breaks, in one statement. */
export async function recordBreaks(
  deps: Pick<SettlementDeps, "clock" | "random">,
  tx: Tx,
  operatorId: string,
  found: readonly NewBreak[],
): Promise<void> {
  if (found.length === 0) return;
  const now = new Date(deps.clock.nowMs());
  const rows = found.map((newBreak) => ({
    operator_id: operatorId,
    settlement_break_id: newId(deps, "settlementBreak"),
    break_key: newBreak.key,
    class: newBreak.class,
    state: "open",
    source: newBreak.source,
    settlement_batch_id: newBreak.settlementBatchId ?? null,
    row_no: newBreak.rowNo ?? null,
    subject_type: newBreak.subject?.type ?? null,
    subject_id: newBreak.subject?.id ?? null,
    processor_reference: newBreak.processorReference ?? null,
    currency: newBreak.currency,
    amount_minor: newBreak.amountMinor,
    ours: newBreak.ours ?? {},
    theirs: newBreak.theirs ?? {},
    version: 1,
    opened_at: now,
    updated_at: now,
  }));
  const names = sql.join(Object.keys(rows[0] ?? {}).map((column) => sql.ref(column)));
  // The breaks are one parameter: a statement with the values of a thousand breaks is slow.
  await sql`
    insert into settlement_breaks (${names})
    select ${names} from jsonb_populate_recordset(
      null::settlement_breaks, ${JSON.stringify(rows)}::jsonb)
    on conflict (operator_id, break_key) do nothing`.execute(tx);
}

/**
 * Resolves a break because what was missing arrived. Adds a note, and undoes what a person decided before, such as a
 * write-off.
 */
export async function resolveByKey(
  { clock }: Pick<SettlementDeps, "clock">,
  tx: Tx,
  operatorId: string,
  keys: readonly string[],
): Promise<number> {
  if (keys.length === 0) return 0;
  const now = new Date(clock.nowMs());
  // Locks open ones, too: a person may be closing one right now.
  const found = await tx
    .selectFrom("settlement_breaks")
    .select("closing")
    .where("operator_id", "=", operatorId)
    .where("break_key", "in", [...keys])
    .orderBy("settlement_break_id")
    .forUpdate()
    .execute();
  for (const { closing } of found) {
    if (closing) await undoDecision(tx, operatorId, closing.decision, clock.nowMs());
  }
  const resolved = await tx
    .updateTable("settlement_breaks")
    .set((set) => ({
      state: "resolved" as const,
      closed_at: now,
      updated_at: now,
      proposal: null,
      closing: null,
      version: set("version", "+", 1),
    }))
    .where("operator_id", "=", operatorId)
    .where("break_key", "in", [...keys])
    .where((where) =>
      where.or([where("state", "in", ["open", "explained"]), where("closing", "is not", null)]),
    )
    .returning(["settlement_break_id", "version"])
    .execute();
  const ids = resolved.map(({ settlement_break_id }) => settlement_break_id);
  const actor = { kind: "service" } as const;
  await addNotes({ clock }, tx, operatorId, ids, { actor, action: "arrived" });
  return resolved.length;
}

/** Reopens breaks that {@link resolveByKey} resolved: a person took back the link with which the missing row came. */
export async function reopenByKey(
  { clock }: Pick<SettlementDeps, "clock">,
  tx: Tx,
  operatorId: string,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  const reopened = await tx
    .updateTable("settlement_breaks")
    .set((set) => ({
      state: "open" as const,
      closed_at: null,
      updated_at: new Date(clock.nowMs()),
      version: set("version", "+", 1),
    }))
    .where("operator_id", "=", operatorId)
    .where("break_key", "in", [...keys])
    .where("state", "=", "resolved")
    .where("closing", "is", null)
    .returning("settlement_break_id")
    .execute();
  const ids = reopened.map(({ settlement_break_id }) => settlement_break_id);
  await addNotes({ clock }, tx, operatorId, ids, { actor: { kind: "service" }, action: "reopen" });
}

/**
 * Adds notes to breaks. The caller changed them in this transaction, so their rows are locked. `seal` seals for the
 * note's place.
 */
export async function addNotes(
  { clock }: Pick<SettlementDeps, "clock">,
  tx: Tx,
  operatorId: string,
  breakIds: readonly string[],
  note: {
    actor: AuditActor;
    action: string;
    seal?: (breakId: string, noteNo: number) => string | null;
  },
): Promise<void> {
  if (breakIds.length === 0) return;
  const counts = await tx
    .selectFrom("settlement_break_notes")
    .select((select) => ["settlement_break_id", select.fn.max("note_no").as("newest")])
    .where("operator_id", "=", operatorId)
    .where("settlement_break_id", "in", [...breakIds])
    .groupBy("settlement_break_id")
    .execute();
  const newest = new Map(counts.map((row) => [row.settlement_break_id, Number(row.newest)]));
  const at = new Date(clock.nowMs());
  await tx
    .insertInto("settlement_break_notes")
    .values(
      breakIds.map((breakId) => {
        const noteNo = (newest.get(breakId) ?? 0) + 1;
        return {
          operator_id: operatorId,
          settlement_break_id: breakId,
          note_no: noteNo,
          at,
          actor: JSON.stringify(note.actor),
          action: note.action,
          text_sealed: note.seal?.(breakId, noteNo) ?? null,
        };
      }),
    )
    .execute();
}
