/**
 * Each change is one transaction: the refund, what its payment has returned so far, its postings, and the event. A
 * refund's row is locked before its payment's rows, and a new refund locks only the payment's: no deadlocks.
 */
import type { RefundEventStatus } from "#contract/events/event-types";
import { recordEvent, sealEvent } from "../../events/index.ts";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { recordReturn } from "../sales-tax/record-documents.ts";
import { postMoved } from "./post-refund.ts";
import { showRefund } from "./present-refund.ts";
import type { RefundRecord, RefundTransfer } from "./records.ts";
import { endDebts } from "./refund-debts.ts";
import { nextCheck, toRefund, toRow } from "./refund-rows.ts";
import {
  countsAsReturned,
  eventOfStep,
  nextRefundStep,
  type RefundEvent,
  type RefundStep,
} from "./refund-steps.ts";
import { countReturned, touchIntent } from "./refunded-payment.ts";

/** Dependencies of the store, which needs the operator's data key. */
export type RefundStoreDeps = Pick<
  PlatformDeps,
  "clock" | "config" | "random" | "keyring" | "database"
>;

/** What can change together with the step. */
export type RefundPatch = Partial<
  Pick<
    RefundRecord,
    | "kind"
    | "providerRefundId"
    | "reference"
    | "failureCode"
    | "transfer"
    | "sentAtMs"
    | "nextCheckAtMs"
    | "settledAtMs"
    | "arrivedLate"
    | "approval"
    | "decidedBy"
  >
>;

/**
 * Moves a refund in one transaction: its row, its event, and the amount that a failed or canceled refund frees at its
 * payment. Undefined, with nothing written, if the table does not allow the step by now, or if `isStill` is false. A
 * patch that keeps a part of what is stored must be a function of the locked refund: erasures and key rotations change
 * sealed values without a new version.
 */
export function moveRefund(
  deps: RefundStoreDeps,
  { operatorId, refundId }: Pick<RefundRecord, "operatorId" | "refundId">,
  event: RefundEvent,
  patch: RefundPatch | ((locked: RefundRecord) => RefundPatch),
  options: {
    /** Runs first, for locks that precede the refund's. */
    readonly first?: (tx: Tx) => Promise<unknown>;
    readonly isStill?: (refund: RefundRecord) => boolean;
    readonly alsoWrite?: (tx: Tx, refund: RefundRecord) => Promise<void>;
  } = {},
): Promise<RefundRecord | undefined> {
  return inTransaction(deps.database, async (tx) => {
    await options.first?.(tx);
    const before = await lockRefund(tx, operatorId, refundId);
    if (!before || options.isStill?.(before) === false) return undefined;
    const changes = typeof patch === "function" ? patch(before) : patch;
    const moved = await moveLocked(deps, tx, before, event, changes);
    if (moved) await options.alsoWrite?.(tx, moved);
    return moved;
  });
}

/** Locks a refund until the transaction ends. */
export async function lockRefund(
  tx: Tx,
  operatorId: string,
  refundId: string,
): Promise<RefundRecord | undefined> {
  const row = await tx
    .selectFrom("refunds")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("refund_id", "=", refundId)
    .forUpdate()
    .executeTakeFirst();
  return row && toRefund(row);
}

/** Changes where a refund goes; its step stays. Sends no event. */
export async function changeTransfer(
  { clock }: Pick<RefundStoreDeps, "clock">,
  tx: Tx,
  refund: RefundRecord,
  transfer: RefundTransfer,
): Promise<RefundRecord> {
  const version = refund.version + 1;
  const changed = { ...refund, transfer, version, updatedAtMs: clock.nowMs() };
  await writeRefund(tx, changed);
  return changed;
}

/** Moves a refund that the transaction has locked. */
export async function moveLocked(
  deps: RefundStoreDeps,
  tx: Tx,
  before: RefundRecord,
  event: RefundEvent,
  patch: RefundPatch,
): Promise<RefundRecord | undefined> {
  const step = nextRefundStep(before.step, event);
  if (!step) return undefined;
  const nowMs = deps.clock.nowMs();
  const refund: RefundRecord = {
    ...before,
    nextCheckAtMs: null,
    ...patch,
    // Nothing holds a refund that has ended.
    ...(isEnded(step) && { heldAtMs: null }),
    step,
    checks: 0,
    waiting: null,
    version: before.version + 1,
    updatedAtMs: nowMs,
  };
  await writeRefund(tx, refund);
  const counts = countsAsReturned(step);
  if (counts !== countsAsReturned(before.step)) {
    await touchIntent(tx, refund, nowMs);
    await countReturned(tx, refund, refund.parts, counts ? "+" : "-");
  }
  await postMoved(tx, before.step, refund);
  const arrived = step === "success";
  if (arrived !== (before.step === "success")) {
    await recordReturn(tx, refund, { arrived, now: new Date(nowMs) });
  }
  if (step === "failed" || before.step === "failed") await endDebts(tx, refund, nowMs);
  const status = eventOfStep(step);
  if (status) await recordRefundEvent(deps, tx, refund, status);
  return refund;
}

function isEnded(step: RefundStep): boolean {
  return step === "success" || step === "failed" || step === "canceled";
}

/** Stores the approval of a locked refund, which is then due. Sends no event: the status stays. */
export async function writeApproval(
  { clock }: Pick<RefundStoreDeps, "clock">,
  tx: Tx,
  refund: RefundRecord,
  decidedBy: RefundRecord["decidedBy"],
): Promise<RefundRecord> {
  const nowMs = clock.nowMs();
  const approved: RefundRecord = {
    ...refund,
    approval: "given",
    decidedBy,
    nextCheckAtMs: nowMs,
    updatedAtMs: nowMs,
    version: refund.version + 1,
  };
  await writeRefund(tx, approved);
  return approved;
}

/** Stores when a review began to hold a locked refund; without a hold it is due now. No event. */
export async function writeHold(
  { clock }: Pick<RefundStoreDeps, "clock">,
  tx: Tx,
  refund: RefundRecord,
  heldAtMs: number | null,
): Promise<void> {
  const nowMs = clock.nowMs();
  const isDue = heldAtMs === null && refund.step === "requested";
  await writeRefund(tx, {
    ...refund,
    heldAtMs,
    ...(isDue && { nextCheckAtMs: nowMs, checks: 0 }),
    version: refund.version + 1,
    updatedAtMs: nowMs,
  });
}

/** Stores a reference, such as the ARN, after a success. Sends no event. */
export async function writeReference(
  { database, clock }: Pick<RefundStoreDeps, "database" | "clock">,
  refund: RefundRecord,
  { reference, nextCheckAtMs }: Pick<RefundRecord, "reference" | "nextCheckAtMs">,
): Promise<void> {
  await database.kysely
    .updateTable("refunds")
    .set({
      reference_type: reference?.type ?? null,
      reference_value: reference?.value ?? null,
      next_check_at: nextCheck(refund, nextCheckAtMs),
      version: refund.version + 1,
      updated_at: new Date(clock.nowMs()),
    })
    .where("operator_id", "=", refund.operatorId)
    .where("refund_id", "=", refund.refundId)
    .where("version", "=", refund.version)
    .execute();
}

export async function recordRefundEvent(
  deps: RefundStoreDeps,
  tx: Tx,
  refund: RefundRecord,
  status: RefundEventStatus,
): Promise<void> {
  const event = sealEvent(deps, {
    operatorId: refund.operatorId,
    resourceId: refund.refundId,
    sequence: refund.version,
    type: "refund",
    status,
    data: showRefund(deps, refund),
    atMs: refund.updatedAtMs,
  });
  await recordEvent(tx, event);
}

async function writeRefund(tx: Tx, refund: RefundRecord): Promise<void> {
  await tx
    .updateTable("refunds")
    .set(toRow(refund))
    .where("operator_id", "=", refund.operatorId)
    .where("refund_id", "=", refund.refundId)
    .execute();
}
