import { sql } from "kysely";
import { isStoreLost } from "../../platform/database/store-unavailable.ts";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { newId } from "../../platform/randomness.ts";
import { SealBroken } from "../../platform/secrets/seal.ts";
import { addBankingDays, bankTime, type Origination } from "../../providers/nacha/index.ts";
import type { AchDeps } from "./ach-deps.ts";
import { nextAchStatus } from "./ach-states.ts";
import { isInTime, lastCutOff, settlementDate } from "./cut-off.ts";
import { withoutLateCredits } from "./late-credits.ts";
import { readDetails } from "./order-entry.ts";
import { postFiled } from "./post-debits.ts";
import type { AchEntryRow } from "./tables.ts";

/** Maximum number of entries in a file. The rest go into another file, made immediately after. */
const maxEntries = 5_000;
/** Maximum total of a file's debits, and of its credits: twelve digits of cents. */
const maxTotalMinor = 999_999_999_999;
const modifiers = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

interface FileOptions {
  /** Also entries ordered after the last cut-off. */
  readonly everything: boolean;
  /** False: refunds of debits stay in the queue, because unread returns may cancel them. */
  readonly refunds: boolean;
}

/**
 * Puts the entries ordered before the last cut-off into a file, in one transaction: each gets its batch, trace number
 * and effective date (the next banking day). The file is rendered from these rows later. If several services run, only
 * one makes it.
 *
 * Held entries stay in the queue, and so do those that cannot be decrypted: a file goes out as a whole, so one of them
 * would hold all operators' money. Returns false if there are no entries.
 */
export async function makeFile(
  deps: AchDeps,
  origination: Origination,
  options: FileOptions,
): Promise<boolean> {
  const nowMs = deps.clock.nowMs();
  const cutOff = lastCutOff(nowMs, deps.config.ach.cutOff);
  await loadKeys(deps);
  return inTransaction(deps.database, async (tx) => {
    const ready = await readReady(deps, tx, options, cutOff);
    const { date, time } = bankTime(nowMs);
    const due = await withoutLateCredits(deps, tx, withinTotals(ready), date);
    if (due.length === 0) return false;

    const firstTrace = await reserveTraces(tx, due.length);
    const achFileId = newId(deps, "achFile");
    const now = new Date(nowMs);
    const sumOf = (direction: AchEntryRow["direction"]) =>
      due
        .filter((row) => row.direction === direction)
        .reduce((sum, { amount_minor }) => sum + amount_minor, 0);
    await tx
      .insertInto("ach_files")
      .values({
        ach_file_id: achFileId,
        bank_date: date,
        bank_time: time,
        id_modifier: await freeModifier(tx, date),
        first_trace: firstTrace,
        entry_count: due.length,
        debit_minor: sumOf("debit"),
        credit_minor: sumOf("credit"),
        written_at: null,
        status: "made",
        hand_over_token: null,
        content_hash: null,
        reason: null,
        created_at: now,
      })
      .execute();

    const effectiveDate = addBankingDays(date, 1);
    const settlesOn = settlementDate(date);
    let sequence = firstTrace;
    let batchNumber = 0;
    for (const batch of batchesOf(due)) {
      batchNumber += 1;
      for (const row of batch) {
        const status = nextAchStatus(row.status, "put_in_file");
        if (status === undefined) throw new Error("only a queued entry can go into a file");
        await tx
          .updateTable("ach_entries")
          .set({
            status,
            ach_file_id: achFileId,
            batch_number: batchNumber,
            trace_number: traceNumber(origination, sequence),
            effective_date: effectiveDate,
            settles_on: settlesOn,
            version: row.version + 1,
            updated_at: now,
          })
          .where("ach_entry_id", "=", row.ach_entry_id)
          .execute();
        sequence += 1;
      }
    }
    await postFiled(deps, tx, due);
    return true;
  });
}

/** Loads the keys of operators with queued entries, except those that cannot be opened. */
async function loadKeys({ database, keyring }: AchDeps): Promise<void> {
  const owners = await database.kysely
    .selectFrom("ach_entries")
    .select("operator_id")
    .distinct()
    .where("status", "=", "queued")
    .execute();
  for (const { operator_id: operatorId } of owners) {
    await keyring.load(operatorId).catch((error: unknown) => {
      if (isStoreLost(error)) throw error;
    });
  }
}

/**
 * Reads and locks the oldest entries that this process can decrypt, at most as many as fit into a file. Logs the number
 * of the others, which take no space from later entries.
 */
async function readReady(
  deps: AchDeps,
  tx: Tx,
  { everything, refunds }: FileOptions,
  cutOff: ReturnType<typeof lastCutOff>,
): Promise<AchEntryRow[]> {
  const found: AchEntryRow[] = [];
  const unreadable = new Map<string, number>();
  const seen: string[] = [];
  for (let isMore = true; isMore; ) {
    const rows = await readQueued(tx, seen, refunds);
    const inTime = rows.filter((row) => everything || isInTime(row.created_at.getTime(), cutOff));
    for (const row of inTime) {
      if (isReadable(deps, row)) found.push(row);
      else unreadable.set(row.operator_id, (unreadable.get(row.operator_id) ?? 0) + 1);
    }
    seen.push(...rows.map((row) => row.ach_entry_id));
    // The rows are ordered by time: after a late one there are only late ones.
    isMore = inTime.length === maxEntries && found.length < maxEntries;
  }
  for (const [operatorId, count] of unreadable) {
    const problem = "ACH entries stay in the queue, because they cannot be decrypted";
    deps.log.errorHourly(problem, { operatorId, count });
  }
  return found.slice(0, maxEntries);
}

/** Reads and locks the oldest entries whose ids are not in `seen`. */
function readQueued(tx: Tx, seen: readonly string[], refunds: boolean): Promise<AchEntryRow[]> {
  return (
    tx
      .selectFrom("ach_entries")
      .selectAll()
      .where("status", "=", "queued")
      // PostgreSQL checks this again for a row that another transaction held in the meantime (hold-entry.ts).
      .where("held_at", "is", null)
      .where(sql<boolean>`ach_entry_id <> all(${seen}::text[])`)
      .$if(!refunds, (query) => query.where("debit_key", "is", null))
      .orderBy("created_at")
      .limit(maxEntries)
      .forUpdate()
      .skipLocked()
      .execute()
  );
}

function isReadable(deps: AchDeps, row: AchEntryRow): boolean {
  try {
    readDetails(deps, row);
    return true;
  } catch (error) {
    // Broken, or sealed with a key that this process cannot open.
    if (!(error instanceof SealBroken || error instanceof ApiError)) throw error;
    return false;
  }
}

/** The entries that fit into one file's maximum totals. */
function withinTotals(rows: readonly AchEntryRow[]): AchEntryRow[] {
  const totals = { debit: 0, credit: 0 };
  return rows.filter(({ direction, amount_minor: amountMinor }) => {
    if (totals[direction] + amountMinor > maxTotalMinor) return false;
    totals[direction] += amountMinor;
    return true;
  });
}

/** Makes a batch for each operator, company name, direction, source and purpose. */
function batchesOf(rows: readonly AchEntryRow[]): AchEntryRow[][] {
  const batches = new Map<string, AchEntryRow[]>();
  for (const row of rows) {
    const key = JSON.stringify([
      row.operator_id,
      row.company_name,
      row.direction,
      row.source,
      row.is_reversal,
    ]);
    batches.set(key, [...(batches.get(key) ?? []), row]);
  }
  return [...batches.values()];
}

/** Returns the first of `count` rising numbers. Locks the row until the transaction ends. */
async function reserveTraces(tx: Tx, count: number): Promise<number> {
  const name = "ach_last_trace";
  await tx
    .insertInto("service_settings")
    .values({ name, value: "0" })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  const { value } = await tx
    .selectFrom("service_settings")
    .select("value")
    .where("name", "=", name)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const last = Number(value);
  await tx
    .updateTable("service_settings")
    .set({ value: String(last + count) })
    .where("name", "=", name)
    .execute();
  return last + 1;
}

/** The ODFI's first eight digits and seven digits of the sequence, which wraps after ten million. */
function traceNumber({ odfiRoutingNumber }: Origination, sequence: number): string {
  return odfiRoutingNumber.slice(0, 8) + String(sequence % 10_000_000).padStart(7, "0");
}

async function freeModifier(tx: Tx, bankDate: string): Promise<string> {
  const taken = await tx
    .selectFrom("ach_files")
    .select("id_modifier")
    .where("bank_date", "=", bankDate)
    .execute();
  const modifier = modifiers[taken.length];
  if (modifier === undefined) throw new Error("at most 36 ACH files are possible per day");
  return modifier;
}
