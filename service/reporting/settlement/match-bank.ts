/**
 * Matches payouts with bank entries in both directions: the one that arrives later finds the other. Imports of one
 * operator match one after the other, because two at once would not see each other's rows.
 *
 * A payout's entry names it (by its id, or the batch's number), has its exact amount, and lies within
 * {@link bankWindowDays} banking days of its day. Another amount is a break, whichever of the two arrives later. Amount
 * and date alone only suggest (suggest-batches.ts).
 */
import { type Selectable, sql } from "kysely";
import type { Tx } from "../../platform/database/transaction.ts";
import { addBankingDays } from "../../providers/nacha/index.ts";
import { type BankEntry, textOf } from "./bank-entry.ts";
import { payoutKey, rowKey } from "./break-keys.ts";
import { type NewBreak, recordBreaks, resolveByKey } from "./break-store.ts";
import { compareWithPayouts, releaseOtherEntries } from "./entry-breaks.ts";
import { backBankingDays } from "./expected-rows.ts";
import { matchAch } from "./match-ach.ts";
import { NamedPayouts } from "./named-payouts.ts";
import { decisionPostings, entryMove, entryPosting, post } from "./postings.ts";
import { bankWindowDays, type SettlementDeps } from "./settlement-deps.ts";
import type { SettlementBatchRow, SettlementLineRow } from "./tables.ts";

type Batch = Selectable<SettlementBatchRow>;
type Line = Selectable<SettlementLineRow>;

/** Maximum number of entries and payouts that matching reads for one statement. */
const maxAtOnce = 5_000;
/** Locks an operator's bank entries and payouts until the transaction ends. */
const lockNumber = 7_304_558;

/**
 * Matches stored rows, and opens breaks for the others. The transaction that stores a row posts it. The caller has
 * called {@link lockMatching}.
 */
export async function bankLinesArrived(
  deps: SettlementDeps,
  tx: Tx,
  operatorId: string,
  arrived: readonly BankEntry[],
): Promise<void> {
  const batches = await openPayouts(tx, operatorId);
  const { left: unnamed, mismatched } = await settle(deps, tx, operatorId, batches, arrived);
  const left = await matchAch(tx, operatorId, unnamed);
  const atMs = deps.clock.nowMs();
  await post(
    tx,
    [...left, ...mismatched].map((entry) => entryPosting(entry, null, atMs)),
  );
  await recordBreaks(
    deps,
    tx,
    operatorId,
    left.map((entry) => ({
      key: rowKey(entry.settlement_batch_id, entry.row_no),
      class: "bank_line_unknown" as const,
      source: entry.source,
      currency: entry.currency,
      amountMinor: Math.abs(entry.net_minor),
      settlementBatchId: entry.settlement_batch_id,
      rowNo: entry.row_no,
      processorReference: entry.processor_reference,
      theirs: { ...entryFields(entry), achFile: entry.achFile },
    })),
  );
  await openLines(tx, operatorId, left);
}

async function openLines(
  tx: Tx,
  operatorId: string,
  lines: readonly Pick<Line, "settlement_batch_id" | "row_no">[],
): Promise<void> {
  if (lines.length === 0) return;
  const keys = lines.map(({ settlement_batch_id: batch, row_no: row }) => ({ batch, row }));
  // One parameter: the embedded store cannot parse a thousand pairs.
  await sql`
    update settlement_lines set state = 'open' where operator_id = ${operatorId}
      and (settlement_batch_id, row_no) in (
        select k.batch, k.row from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb)
          as k (batch text, row integer))`.execute(tx);
}

/** Matches a report's payouts with earlier bank entries. The caller has called {@link lockMatching}. */
export async function matchBatches(
  deps: SettlementDeps,
  tx: Tx,
  operatorId: string,
): Promise<void> {
  const batches = await openPayouts(tx, operatorId);
  const entries = await openEntries(deps, tx, operatorId);
  await settle(deps, tx, operatorId, batches, entries);
}

/**
 * Waits for the operator's other matching, and for people who close or reopen breaks. Lock it before the file's
 * sources: a request that sends a statement waits for its source, and must not wait for the matching of another file.
 */
export async function lockMatching(tx: Tx, operatorId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${operatorId}, ${lockNumber}))`.execute(
    tx,
  );
}

/** Open payouts except those of zero. */
export function openPayouts(tx: Pick<Tx, "selectFrom">, operatorId: string): Promise<Batch[]> {
  return tx
    .selectFrom("settlement_batches")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("kind", "=", "processor")
    .where("bank_batch_id", "is", null)
    .where("is_complete", "=", true)
    .where("net_minor", "!=", 0)
    .orderBy("value_date", "desc")
    .limit(maxAtOnce)
    .execute();
}

export async function openEntries(
  deps: Pick<SettlementDeps, "keyring">,
  tx: Pick<Tx, "selectFrom">,
  operatorId: string,
): Promise<BankEntry[]> {
  const rows = await tx
    .selectFrom("settlement_lines as l")
    .innerJoin("settlement_batches as b", (join) =>
      join
        .onRef("b.operator_id", "=", "l.operator_id")
        .onRef("b.settlement_batch_id", "=", "l.settlement_batch_id"),
    )
    .selectAll("l")
    .select("b.source")
    .where("l.operator_id", "=", operatorId)
    .where("b.operator_id", "=", operatorId)
    .where("l.state", "=", "open")
    .where("l.row_type", "=", "bank_entry")
    .orderBy("l.value_date", "desc")
    .limit(maxAtOnce)
    .execute();
  return rows.map((row) => openEntry(deps, row, row.source));
}

export function isNear(payoutDay: string, entryDay: string): boolean {
  const from = backBankingDays(payoutDay, bankWindowDays);
  return entryDay >= from && entryDay <= addBankingDays(payoutDay, bankWindowDays);
}

/**
 * Returns the entries without a clear payout (`left`), and those that name a payout that does not fit (`mismatched`).
 */
async function settle(
  deps: SettlementDeps,
  tx: Tx,
  operatorId: string,
  batches: readonly Batch[],
  entries: readonly BankEntry[],
): Promise<{ left: BankEntry[]; mismatched: BankEntry[] }> {
  const paid = new Set<string>();
  const left: BankEntry[] = [];
  const unfit: { readonly entry: BankEntry; readonly batch: Batch }[] = [];
  const index = new NamedPayouts(batches);
  for (const entry of entries) {
    const named = index.namedIn(entry.text).filter(({ settlement_batch_id: id }) => !paid.has(id));
    const fits = named.filter(
      (batch) =>
        batch.currency === entry.currency &&
        batch.net_minor === entry.net_minor &&
        isNear(batch.value_date, entry.value_date ?? batch.value_date),
    );
    const [batch] = fits;
    if (batch && fits.length === 1) {
      paid.add(batch.settlement_batch_id);
      await payBatch(deps, tx, operatorId, batch, entry, "payout_reference");
      continue;
    }
    const [other] = named;
    if (other && named.length === 1) unfit.push({ entry, batch: other });
    else left.push(entry);
  }
  // An entry that names a payout which a later one has paid is unknown.
  const isPaid = ({ batch }: { batch: Batch }) => paid.has(batch.settlement_batch_id);
  left.push(...unfit.filter(isPaid).map(({ entry }) => entry));
  const open = unfit.filter((each) => !isPaid(each));
  const mismatched = open.map(({ entry }) => entry);
  const breaks = open.map(({ entry, batch }) => mismatch(batch, entry));
  await compareWithPayouts(deps, tx, operatorId, breaks);
  await recordBreaks(deps, tx, operatorId, breaks);
  await openLines(tx, operatorId, mismatched);
  return { left, mismatched };
}

/** Marks a payout as paid by an entry, and resolves the breaks of both. False if the entry is already matched. */
export async function payBatch(
  deps: SettlementDeps,
  tx: Tx,
  operatorId: string,
  batch: Pick<Batch, "settlement_batch_id" | "source">,
  entry: BankEntry,
  rule: string,
): Promise<boolean> {
  const line = await tx
    .updateTable("settlement_lines")
    .set({
      state: "matched",
      matched_type: "batch",
      matched_id: batch.settlement_batch_id,
      match_rule: rule,
    })
    .where("operator_id", "=", operatorId)
    .where("settlement_batch_id", "=", entry.settlement_batch_id)
    .where("row_no", "=", entry.row_no)
    .where("state", "!=", "matched")
    .executeTakeFirst();
  if (line.numUpdatedRows === 0n) return false;
  const payout = await tx
    .updateTable("settlement_batches")
    .set({ bank_batch_id: entry.settlement_batch_id, bank_row_no: entry.row_no })
    .where("operator_id", "=", operatorId)
    .where("settlement_batch_id", "=", batch.settlement_batch_id)
    .where("bank_batch_id", "is", null)
    .executeTakeFirst();
  // Another import matched it, so this one runs again.
  if (payout.numUpdatedRows === 0n) throw new Error("another entry has paid the payout");
  const atMs = deps.clock.nowMs();
  const isNew = entry.state === "noted";
  await post(tx, [
    isNew ? entryPosting(entry, batch.source, atMs) : null,
    ...(isNew
      ? []
      : decisionPostings(
          {
            operatorId,
            decision: `${entry.settlement_batch_id}:${entry.row_no}`,
            paymentId: null,
          },
          [entryMove(entry, batch.source)],
          atMs,
        )),
  ]);
  await resolveByKey(deps, tx, operatorId, [
    rowKey(entry.settlement_batch_id, entry.row_no),
    payoutKey(batch.settlement_batch_id),
  ]);
  await releaseOtherEntries(deps, tx, operatorId, [batch.settlement_batch_id]);
  return true;
}

function mismatch(batch: Batch, entry: BankEntry): NewBreak {
  const isOtherCurrency = batch.currency !== entry.currency;
  const isAmount = !isOtherCurrency && batch.net_minor !== entry.net_minor;
  return {
    key: rowKey(entry.settlement_batch_id, entry.row_no),
    class: isOtherCurrency ? "currency_mismatch" : isAmount ? "batch_total_mismatch" : "late",
    source: entry.source,
    currency: entry.currency,
    // Amounts in two currencies have no difference: then all of the entry is open.
    amountMinor: isAmount ? Math.abs(batch.net_minor - entry.net_minor) : Math.abs(entry.net_minor),
    settlementBatchId: entry.settlement_batch_id,
    rowNo: entry.row_no,
    subject: { type: "batch", id: batch.settlement_batch_id },
    processorReference: batch.payout_reference,
    ours: batchFields(batch),
    theirs: entryFields(entry),
  };
}

/** Our side of the comparison. */
export function batchFields(batch: Batch) {
  return {
    id: batch.settlement_batch_id,
    reference: batch.payout_reference,
    amountMinor: batch.net_minor,
    currency: batch.currency,
    date: batch.value_date,
  };
}

/** The bank's side of the comparison, without the text. */
export function entryFields(entry: Line) {
  return {
    reference: entry.processor_reference || null,
    amountMinor: entry.net_minor,
    currency: entry.currency,
    date: entry.value_date,
    code: entry.reason_code,
  };
}

function openEntry(
  { keyring }: Pick<SettlementDeps, "keyring">,
  line: Line,
  source: string,
): BankEntry {
  return { ...line, source, text: textOf({ keyring }, line) };
}
