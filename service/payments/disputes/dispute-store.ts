/**
 * Each change is one transaction: the dispute, what its payment has lost, and the event. A dispute's row is locked
 * before its payment's rows, like a refund's, so these transactions cannot deadlock.
 */
import type { Kysely } from "kysely";
import type { DisputeStatus } from "#contract/api/disputes";
import type { DisputeEventStatus } from "#contract/events/event-types";
import { recordEvent, sealEvent } from "../../events/index.ts";
import type { Tables } from "../../platform/database/tables.ts";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { postDispute, updateDisputedAmount } from "./dispute-money.ts";
import { toDispute, toRow } from "./dispute-rows.ts";
import { holdOf, isOpen } from "./dispute-states.ts";
import { listFiles } from "./evidence-store.ts";
import { type AnswerDeps, presentDispute } from "./present-dispute.ts";
import type { DisputeRecord } from "./records.ts";

/** Dependencies of the store, which needs the operator's data key. */
export type DisputeStoreDeps = Pick<PlatformDeps, "random" | "keyring" | "database"> & AnswerDeps;

export type DisputeKey = Pick<DisputeRecord, "operatorId" | "disputeId">;

/** Finds an operator's dispute; undefined also for another operator's. Its evidence stays encrypted. */
export async function findDispute(
  db: Kysely<Tables>,
  { operatorId, disputeId }: DisputeKey,
): Promise<DisputeRecord | undefined> {
  const row = await db
    .selectFrom("disputes")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("dispute_id", "=", disputeId)
    .executeTakeFirst();
  return row && toDispute(row);
}

export interface DisputeFilter {
  readonly page: number;
  readonly size: number;
  readonly status?: DisputeStatus | undefined;
  readonly paymentIntentId?: string | undefined;
}

/** Lists disputes, newest first. */
export async function listDisputes(
  db: Kysely<Tables>,
  operatorId: string,
  { page, size, status, paymentIntentId }: DisputeFilter,
): Promise<{ disputes: DisputeRecord[]; total: number }> {
  let matching = db.selectFrom("disputes").where("operator_id", "=", operatorId);
  if (status !== undefined) matching = matching.where("status", "=", status);
  if (paymentIntentId !== undefined) {
    matching = matching.where("payment_intent_id", "=", paymentIntentId);
  }
  const [rows, { total }] = await Promise.all([
    matching
      .selectAll()
      .orderBy("dispute_id", "desc")
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
    matching.select((select) => select.fn.countAll<number>().as("total")).executeTakeFirstOrThrow(),
  ]);
  return { disputes: rows.map(toDispute), total: Number(total) };
}

/** Locks a dispute until the transaction ends. */
export async function lockDispute(
  tx: Tx,
  { operatorId, disputeId }: DisputeKey,
): Promise<DisputeRecord | undefined> {
  const row = await tx
    .selectFrom("disputes")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("dispute_id", "=", disputeId)
    .forUpdate()
    .executeTakeFirst();
  return row && toDispute(row);
}

/**
 * Stores a new dispute with its `created` event. False if the processor's dispute is stored, or an inquiry about the
 * ACH debit is open. Waits for another process that stores it now.
 */
export async function insertDispute(
  deps: DisputeStoreDeps,
  tx: Tx,
  dispute: DisputeRecord,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("disputes")
    .values(toRow(dispute))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) return false;
  await updateDisputedAmount(tx, dispute, deps.clock.nowMs());
  await postDispute(tx, dispute, deps.clock.nowMs());
  await recordDisputeEvent(deps, tx, dispute, "created");
  return true;
}

export type DisputePatch = Partial<
  Omit<
    DisputeRecord,
    "disputeId" | "operatorId" | "paymentId" | "paymentIntentId" | "version" | "reminders"
  >
>;

/**
 * Writes a change of a locked dispute with its event: the new status if stage or status changed, `deadline-near` for a
 * reminder, else `updated`. Sets the times of opening and closing. A reminder keeps the version, so that staff can
 * still save evidence.
 */
export async function writeDispute(
  deps: DisputeStoreDeps,
  tx: Tx,
  before: DisputeRecord,
  patch: DisputePatch,
): Promise<DisputeRecord> {
  const nowMs = deps.clock.nowMs();
  const changed = { ...before, ...patch };
  const isReminder = before.remindedForMs !== changed.remindedForMs;
  const hasMoved = before.stage !== changed.stage || before.status !== changed.status;
  const closedAtMs = hasMoved ? nowMs : before.closedAtMs;
  const dispute: DisputeRecord = {
    ...changed,
    closedAtMs: isOpen(changed.status) ? null : closedAtMs,
    outcome: isOpen(changed.status) ? null : changed.outcome,
    version: before.version + (isReminder ? 0 : 1),
    reminders: before.reminders + (isReminder ? 1 : 0),
    updatedAtMs: nowMs,
  };
  await tx
    .updateTable("disputes")
    .set(toRow(dispute))
    .where("operator_id", "=", dispute.operatorId)
    .where("dispute_id", "=", dispute.disputeId)
    .execute();
  if (hasMoved || before.amountMinor !== dispute.amountMinor) {
    await updateDisputedAmount(tx, dispute, nowMs);
  }
  await postDispute(tx, dispute, nowMs);
  const smallChange = isReminder ? "deadline-near" : "updated";
  await recordDisputeEvent(deps, tx, dispute, hasMoved ? dispute.status : smallChange);
  return dispute;
}

interface ChangeSteps {
  /** A step that runs before the dispute is locked. */
  readonly first?: (tx: Tx) => Promise<void>;
  /** A step that runs after the change. */
  readonly alsoWrite?: (tx: Tx, dispute: DisputeRecord) => Promise<void>;
}

/**
 * Locks and changes a dispute in one transaction. `decide` returns what to change, or undefined; it may throw a
 * refusal.
 */
export async function changeDispute(
  deps: DisputeStoreDeps,
  key: DisputeKey,
  decide: (dispute: DisputeRecord, tx: Tx) => Promise<DisputePatch | undefined>,
  { first, alsoWrite }: ChangeSteps = {},
): Promise<DisputeRecord | undefined> {
  return inTransaction(deps.database, async (tx) => {
    await first?.(tx);
    const before = await lockDispute(tx, key);
    const patch = before && (await decide(before, tx));
    if (!before || !patch) return undefined;
    const dispute = await writeDispute(deps, tx, before, patch);
    await alsoWrite?.(tx, dispute);
    return dispute;
  });
}

export function takesMoney(dispute: DisputeRecord): boolean {
  return holdOf(dispute).takesMoney;
}

async function recordDisputeEvent(
  deps: DisputeStoreDeps,
  tx: Tx,
  dispute: DisputeRecord,
  status: DisputeEventStatus,
): Promise<void> {
  const files = await listFiles(deps, tx, dispute);
  await recordEvent(
    tx,
    sealEvent(deps, {
      operatorId: dispute.operatorId,
      resourceId: dispute.disputeId,
      // Each change increments one of the two.
      sequence: dispute.version + dispute.reminders,
      type: "dispute",
      status,
      data: presentDispute(deps, dispute, files),
      atMs: dispute.updatedAtMs,
    }),
  );
}
