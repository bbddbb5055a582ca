import { isRoutingNumber } from "#contract/routing-number";
import type { Tx } from "../../platform/database/transaction.ts";
import { newId } from "../../platform/randomness.ts";
import type { FieldPlace } from "../../platform/secrets/keyring.ts";
import { unlessBroken } from "../../platform/secrets/seal.ts";
import { addBankingDays } from "../../providers/nacha/index.ts";
import type { AchDeps, AchSource } from "./ach-deps.ts";
import { nextAchStatus } from "./ach-states.ts";
import { nextCutOffDay } from "./cut-off.ts";
import type { AchEntryRow } from "./tables.ts";

/** Money to (`credit`) or from (`debit`) one account, in US dollars. */
export interface AchOrder {
  readonly operatorId: string;
  readonly source: AchSource;
  /** Each key orders one entry. */
  readonly entryKey: string;
  readonly direction: "credit" | "debit";
  readonly accountType: "checking" | "savings";
  readonly routingNumber: string;
  readonly accountNumber: string;
  readonly holderName: string;
  /** The amount, at most {@link maxAchMinor}. */
  readonly amountMinor: number;
  /** Name on the receiver's statement. The bank gets its first sixteen characters. */
  readonly companyName: string;
}

/** The largest amount of an entry: $99,999,999.99. */
export const maxAchMinor = 9_999_999_999;

interface EntryDetails {
  routingNumber: string;
  accountNumber: string;
  holderName: string;
}

/**
 * Queues an entry for the next file, in the caller's transaction. The same key again changes nothing. Throws for an
 * order that does not fit a file; callers check first.
 */
export function orderEntry(
  deps: Pick<AchDeps, "clock" | "random" | "keyring">,
  tx: Tx,
  order: AchOrder,
): Promise<void> {
  return insertEntry(deps, tx, order, { debitKey: null, isReversal: false });
}

async function insertEntry(
  deps: Pick<AchDeps, "clock" | "random" | "keyring">,
  tx: Tx,
  order: AchOrder,
  { debitKey, isReversal }: { readonly debitKey: string | null; readonly isReversal: boolean },
): Promise<void> {
  const { operatorId, routingNumber, accountNumber, holderName, amountMinor } = order;
  if (!isRoutingNumber(routingNumber) || !/^[A-Za-z0-9-]{1,17}$/.test(accountNumber)) {
    throw new Error("an ACH entry needs a routing number and an account number");
  }
  if (!Number.isSafeInteger(amountMinor) || amountMinor <= 0 || amountMinor > maxAchMinor) {
    throw new Error("an ACH entry must move 1 to 9,999,999,999 cents");
  }
  const achEntryId = newId(deps, "achEntry");
  const now = new Date(deps.clock.nowMs());
  const details: EntryDetails = { routingNumber, accountNumber, holderName };
  await tx
    .insertInto("ach_entries")
    .values({
      ach_entry_id: achEntryId,
      operator_id: operatorId,
      entry_key: order.entryKey,
      source: order.source,
      debit_key: debitKey,
      direction: order.direction,
      is_reversal: isReversal,
      account_type: order.accountType,
      details_sealed: deps.keyring.encryptField(
        detailsPlace(operatorId, achEntryId),
        JSON.stringify(details),
      ),
      amount_minor: amountMinor,
      company_name: order.companyName,
      status: "queued",
      told_status: "queued",
      ach_file_id: null,
      batch_number: null,
      trace_number: null,
      effective_date: null,
      settles_on: null,
      return_code: null,
      held_at: null,
      version: 1,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.columns(["operator_id", "entry_key"]).doNothing())
    .execute();
}

export interface AchRefundOrder
  extends Pick<AchOrder, "operatorId" | "entryKey" | "amountMinor" | "companyName"> {
  readonly debitKey: string;
  /** Whether the debit was an error, and the credit reverses all of it. */
  readonly isReversal: boolean;
}

/**
 * Queues a credit to the debited account for the next file. The same key again changes nothing. `not_settled`: there is
 * no such debit, or it came back. `erased`: its account is no longer known. `unreadable`: its account cannot be
 * decrypted. `too_late`: a reversal would reach the bank after {@link reversibleUntil}. Throws if the debit's credits
 * would exceed it.
 */
export async function orderRefund(
  deps: Pick<AchDeps, "clock" | "random" | "keyring" | "config">,
  tx: Tx,
  { debitKey, isReversal, ...order }: AchRefundOrder,
): Promise<"ordered" | "not_settled" | "erased" | "unreadable" | "too_late"> {
  const { operatorId, entryKey, amountMinor } = order;
  // With the lock, a return of the debit comes before this order or cancels it.
  const debit = await tx
    .selectFrom("ach_entries")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("entry_key", "=", debitKey)
    .where("direction", "=", "debit")
    .where("status", "=", "settled")
    .forUpdate()
    .executeTakeFirst();
  if (!debit) return "not_settled";
  const details = unlessBroken(() => readDetails(deps, debit));
  if (!details) return "unreadable";
  if (!isRoutingNumber(details.routingNumber ?? "")) return "erased";
  const others = await tx
    .selectFrom("ach_entries")
    .select("amount_minor")
    .where("operator_id", "=", operatorId)
    .where("debit_key", "=", debitKey)
    .where("entry_key", "!=", entryKey)
    .where("status", "not in", ["canceled", "returned"])
    .execute();
  const total = others.reduce((sum, row) => sum + row.amount_minor, amountMinor);
  if (total > debit.amount_minor) throw new Error("the refunds of a debit exceed it");
  if (isReversal) {
    const isKnown = await isOrdered(tx, operatorId, entryKey);
    if (!isKnown && !isReversible(deps, debit)) return "too_late";
    if (amountMinor !== debit.amount_minor) throw new Error("a reversal reverses the whole debit");
  }
  const accountType = debit.account_type;
  await insertEntry(
    deps,
    tx,
    { ...order, ...details, accountType, source: "refund", direction: "credit" },
    { debitKey, isReversal },
  );
  return "ordered";
}

async function isOrdered(tx: Tx, operatorId: string, entryKey: string): Promise<boolean> {
  const found = await tx
    .selectFrom("ach_entries")
    .select("ach_entry_id")
    .where("operator_id", "=", operatorId)
    .where("entry_key", "=", entryKey)
    .executeTakeFirst();
  return found !== undefined;
}

/** A reversal must reach the receiver's bank within this many banking days of the debit's settlement. */
const reversalBankingDays = 5;

/**
 * The last day (`YYYY-MM-DD`) for a file with a reversal of this debit (Nacha Operating Rules, 2.9: five banking days);
 * null if the debit is not in a file or has come back.
 */
export function reversibleUntil(
  debit: Pick<AchEntryRow, "direction" | "status" | "effective_date">,
): string | null {
  const { direction, status, effective_date: settledOn } = debit;
  if (direction !== "debit" || status !== "settled" || settledOn === null) return null;
  // The effective date of that day's file is the next banking day.
  return addBankingDays(settledOn, reversalBankingDays - 1);
}

export function isReversible(
  { clock, config }: Pick<AchDeps, "clock" | "config">,
  debit: Parameters<typeof reversibleUntil>[0],
): boolean {
  const until = reversibleUntil(debit);
  return until !== null && nextCutOffDay(clock.nowMs(), config.ach.cutOff) <= until;
}

/** Cancels unfiled refunds, in the transaction that records the debit's return. */
export async function cancelRefundsOf(
  { clock }: Pick<AchDeps, "clock">,
  tx: Tx,
  { operator_id: operatorId, entry_key: debitKey }: AchEntryRow,
): Promise<void> {
  const status = nextAchStatus("queued", "canceled");
  if (status === undefined) return;
  await tx
    .updateTable("ach_entries")
    .set((column) => ({
      status,
      version: column("version", "+", 1),
      updated_at: new Date(clock.nowMs()),
    }))
    .where("operator_id", "=", operatorId)
    .where("debit_key", "=", debitKey)
    .where("status", "=", "queued")
    .execute();
}

/** Opens what {@link orderEntry} sealed. Needs the operator's key. */
export function readDetails(deps: Pick<AchDeps, "keyring">, row: AchEntryRow): EntryDetails {
  const place = detailsPlace(row.operator_id, row.ach_entry_id);
  return JSON.parse(deps.keyring.decryptField(place, row.details_sealed)) as EntryDetails;
}

/** Finds an entry; undefined if it was never ordered. */
export function findEntry(
  deps: Pick<AchDeps, "database">,
  operatorId: string,
  entryKey: string,
): Promise<AchEntryRow | undefined> {
  return deps.database.kysely
    .selectFrom("ach_entries")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("entry_key", "=", entryKey)
    .executeTakeFirst();
}

/** Finds entries by their trace number, which a return names, too. */
export async function findEntriesByTrace(
  deps: Pick<AchDeps, "database">,
  operatorId: string,
  traceNumber: string,
): Promise<{ source: AchSource; entryKey: string }[]> {
  if (!/^\d{15}$/.test(traceNumber)) return [];
  const rows = await deps.database.kysely
    .selectFrom("ach_entries")
    .select(["source", "entry_key"])
    .where("trace_number", "=", traceNumber)
    .where("operator_id", "=", operatorId)
    .execute();
  return rows.map(({ source, entry_key: entryKey }) => ({ source, entryKey }));
}

function detailsPlace(operatorId: string, id: string): FieldPlace {
  return { operatorId, table: "ach_entries", column: "details_sealed", id };
}
