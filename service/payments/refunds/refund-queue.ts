/** The queue of refunds to check. It never changes a refund's version. */
import { type Kysely, sql } from "kysely";
import type { RefundWait } from "#contract/refund-waits";
import { holdingStates, sanctionsStatesOf } from "../../customers/sanctions/index.ts";
import {
  isClaimable,
  isClaimed,
  leaseColumns,
  type MachineLease,
} from "../../platform/database/machine-lease.ts";
import type { Tables } from "../../platform/database/tables.ts";
import type { Tx } from "../../platform/database/transaction.ts";
import { isInLane, type Lane } from "../../platform/jobs/lanes.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { isCovered } from "./destination/deposit-returns.ts";
import { chargeDisputed, paymentReturned } from "./post-refund.ts";
import { isDepositReturn, type RefundRecord } from "./records.ts";
import { nextCheck, toRefund, toTime } from "./refund-rows.ts";
import type { RefundStoreDeps } from "./refund-store.ts";

/** Failure codes of refunds that are stopped before they are sent. */
export const stopCodes = {
  disputed: chargeDisputed,
  undone: paymentReturned,
  blocked: "destination_declined",
} as const;

type CheckDeps = Pick<RefundStoreDeps, "database" | "clock"> & Pick<PlatformDeps, "machineClock">;

/**
 * Sets the next check, and why the refund waits (null: nothing prevents it). The version stays. A check that {@link
 * checkNow} requested since `refund` was read comes first.
 */
export async function postponeCheck(
  { database, clock }: Pick<RefundStoreDeps, "database" | "clock">,
  refund: RefundRecord,
  nextCheckAtMs: number | null,
  waitsFor: RefundWait | null = null,
): Promise<void> {
  const since = waitsFor === null ? null : new Date(clock.nowMs());
  await database.kysely
    .updateTable("refunds")
    .set((column) => ({
      next_check_at: nextCheck(refund, nextCheckAtMs),
      checks: column("checks", "+", 1),
      waits_for: waitsFor,
      waits_since: sql<Date | null>`case
        when waits_for = ${waitsFor} then waits_since else ${since}::timestamptz end`,
    }))
    .where("operator_id", "=", refund.operatorId)
    .where("refund_id", "=", refund.refundId)
    .where("step", "=", refund.step)
    .execute();
}

/**
 * The other party reported a change. If a job or a person is looking the refund up, it is due afterwards: their
 * response can be older than the change.
 */
export async function checkNow(
  { database, clock, machineClock }: CheckDeps,
  operatorId: string,
  refundId: string,
): Promise<void> {
  const now = new Date(clock.nowMs());
  await database.kysely
    .updateTable("refunds")
    .set({
      next_check_at: now,
      // The claim continues for the new check.
      lease_check_at: sql<Date | null>`case
        when ${isClaimed(machineClock.nowMs())} then ${now}::timestamptz else lease_check_at end`,
    })
    .where("operator_id", "=", operatorId)
    .where("refund_id", "=", refundId)
    .where("step", "in", ["requested", "processing", "success"])
    .execute();
}

/**
 * Like {@link checkNow}, for the payout processor, which only knows the refund's id. Returns false, without an effect,
 * for a refund that it has not received.
 */
export async function checkTransferNow(deps: CheckDeps, refundId: string): Promise<boolean> {
  const found = await deps.database.kysely
    .selectFrom("refunds")
    .select("operator_id")
    .where("refund_id", "=", refundId)
    .where("transfer_provider", "is not", null)
    .executeTakeFirst();
  if (found) await checkNow(deps, found.operator_id, refundId);
  return found !== undefined;
}

/**
 * Records a try before it is sent, so that a crash leaves a trace. `moved`: the refund has moved on, was canceled, or
 * another process sends it now. `disputed`: a dispute of the payment is open, or took what this refund would return.
 * `undone`: the payment came back, which a transfer's rail does not know. `held`, `blocked`: a sanctions review holds
 * the customer whose destination it goes to, or a match was confirmed; `held` also while a refunded deposit is out of
 * the chain. Later tries have the same guards, because an earlier try may never have arrived.
 */
export async function beginSend(
  { database }: Pick<RefundStoreDeps, "database">,
  refund: RefundRecord,
  nowMs: number,
): Promise<"started" | "moved" | "held" | keyof typeof stopCodes> {
  const { kysely } = database;
  if (refund.transfer?.type === "crypto" && !(await isCovered(kysely, refund))) return "held";
  if (await setSentAt(kysely, refund, refund.sentAtMs, nowMs, true)) return "started";
  if (await isDisputed(kysely, refund)) return "disputed";
  if (!refund.transfer) return "moved";
  if (await undonePayment(kysely, refund).executeTakeFirst()) return "undone";
  const { operatorId, externalCustomerId: id } = refund;
  const state = (await sanctionsStatesOf(kysely, operatorId, [id])).get(id);
  return state === undefined ? "moved" : state === "blocked" ? "blocked" : "held";
}

/**
 * Locks a refund until the end of the transaction that queues it at a rail. False if a review holds its customer: then
 * it must not be queued. A review that opens now waits for the lock, and then finds the refund in the queue.
 */
export async function lockUnheld(
  tx: Tx,
  { operatorId, refundId, externalCustomerId }: RefundRecord,
): Promise<boolean> {
  await tx
    .selectFrom("refunds")
    .select("refund_id")
    .where("operator_id", "=", operatorId)
    .where("refund_id", "=", refundId)
    .forUpdate()
    .execute();
  return !(await sanctionsStatesOf(tx, operatorId, [externalCustomerId])).has(externalCustomerId);
}

/** Reviews that hold a refund to a named destination. */
function holdingReviews(db: Kysely<Tables>, { operatorId, externalCustomerId }: RefundRecord) {
  return db
    .selectFrom("sanctions_reviews")
    .select("sanctions_review_id")
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "=", externalCustomerId)
    .where("state", "in", [...holdingStates]);
}

async function isDisputed(db: Kysely<Tables>, refund: RefundRecord): Promise<boolean> {
  return (await disputedPayment(db, refund).executeTakeFirst()) !== undefined;
}

/**
 * The refund's payment, if a dispute of it is open, or lost ones and all refunds together would exceed what was paid. A
 * returned debit is not a success, and its rail decides.
 */
function disputedPayment(db: Kysely<Tables>, { operatorId, paymentId }: RefundRecord) {
  return db
    .selectFrom("payments")
    .select("payments.payment_id")
    .where("payments.operator_id", "=", operatorId)
    .where("payments.payment_id", "=", paymentId)
    .where((payment) =>
      payment.or([
        payment("payments.open_disputes", ">", 0),
        payment.and([
          payment("payments.status", "=", "success"),
          payment("payments.lost_base_minor", ">", 0),
          sql<boolean>`payments.refunded_base_minor + payments.lost_base_minor
            > payments.total_minor - payments.fees_minor - payments.tax_minor`,
        ]),
      ]),
    );
}

/** The payment of a transfer, if it is not a success. Deposit returns need no successful payment. */
function undonePayment(db: Kysely<Tables>, { operatorId, paymentId, parts }: RefundRecord) {
  return db
    .selectFrom("payments")
    .select("payments.payment_id")
    .where("payments.operator_id", "=", operatorId)
    .where("payments.payment_id", "=", paymentId)
    .where("payments.status", "!=", "success")
    .where((row) => row.val(!isDepositReturn({ parts })));
}

/** The try of `sentAtMs` moved no money: the one before it counts again. */
export async function endSend(
  { database }: Pick<RefundStoreDeps, "database">,
  refund: RefundRecord,
  sentAtMs: number,
): Promise<void> {
  await setSentAt(database.kysely, refund, sentAtMs, refund.sentAtMs);
}

async function setSentAt(
  db: Kysely<Tables>,
  refund: RefundRecord,
  fromMs: number | null,
  toMs: number | null,
  isBeginning = false,
): Promise<boolean> {
  let query = db
    .updateTable("refunds")
    .set({ sent_at: toTime(toMs) })
    .where("operator_id", "=", refund.operatorId)
    .where("refund_id", "=", refund.refundId)
    .where("step", "=", "requested")
    .where("approval", "is distinct from", "needed")
    .where("sent_at", "is not distinct from", toTime(fromMs));
  if (isBeginning) {
    query = query.where((row) => row.not(row.exists(disputedPayment(db, refund))));
    // A review locks this row before it holds the refund; then this statement checks again.
    if (refund.transfer)
      query = query
        .where("held_at", "is", null)
        .where((row) => row.not(row.exists(undonePayment(db, refund))))
        .where((row) => row.not(row.exists(holdingReviews(db, refund))));
  }
  const { numUpdatedRows } = await query.executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Claims refunds that are due, so that no other process takes them. */
export async function claimDue(
  { database }: Pick<RefundStoreDeps, "database">,
  lane: Lane,
  lease: MachineLease,
  most: number,
): Promise<RefundRecord[]> {
  const rows = await database.kysely
    .with("due", (query) =>
      query
        .selectFrom("refunds")
        .select(["operator_id", "refund_id"])
        .where(isClaimable(lease))
        .where(isInLane("processor", lane))
        .orderBy("next_check_at")
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable("refunds as r")
    .from("due")
    .whereRef("r.operator_id", "=", "due.operator_id")
    .whereRef("r.refund_id", "=", "due.refund_id")
    .set(leaseColumns(lease))
    .returningAll("r")
    .execute();
  return rows.map(toRefund);
}

/**
 * Ends a claim until `untilMs`, for those named, or for all of the lane's if the claim's response was lost: the refunds
 * are due at `dueMs`.
 */
export async function releaseClaim(
  { database }: Pick<RefundStoreDeps, "database">,
  lane: Lane,
  claim: { refundIds: readonly string[] | null; untilMs: number; dueMs: number },
): Promise<void> {
  const { refundIds, untilMs, dueMs } = claim;
  let query = database.kysely
    .updateTable("refunds")
    .set({ next_check_at: new Date(dueMs) })
    .where("next_check_at", "=", new Date(untilMs))
    .where(isInLane("processor", lane));
  if (refundIds) query = query.where("refund_id", "in", [...refundIds]);
  await query.execute();
}
