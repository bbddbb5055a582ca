import type { Kysely, Selectable } from "kysely";
import type { AuditActor } from "../../../operators/audit/index.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import type { Tx } from "../../../platform/database/transaction.ts";
import { ApiError } from "../../../platform/http/api-error.ts";
import type { PlatformDeps } from "../../../platform/platform-deps.ts";
import { type BatchEvent, type BatchState, nextBatchState } from "./batch-states.ts";
import type { RefundBatchRow } from "./tables.ts";

export interface BatchRecord {
  readonly operatorId: string;
  readonly refundBatchId: string;
  readonly state: BatchState;
  readonly reason: string;
  /** The sealed note, for staff only. */
  readonly noteSealed: string | null;
  readonly requestedBy: AuditActor;
  /** A second person's decision; null if the batch needs no approval. */
  readonly approval: "needed" | "given" | "declined" | null;
  readonly decidedBy: AuditActor | null;
  readonly version: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly finishedAtMs: number | null;
}

export type BatchKey = Pick<BatchRecord, "operatorId" | "refundBatchId">;

export function batchNotePlace({ operatorId, refundBatchId }: BatchKey) {
  return { operatorId, table: "refund_batches", column: "note_sealed", id: refundBatchId };
}

export function toBatch(row: Selectable<RefundBatchRow>): BatchRecord {
  return {
    operatorId: row.operator_id,
    refundBatchId: row.refund_batch_id,
    state: row.state,
    reason: row.reason,
    noteSealed: row.note_sealed,
    requestedBy: row.requested_by as unknown as AuditActor,
    approval: row.approval,
    decidedBy: row.decided_by as unknown as AuditActor | null,
    version: row.version,
    createdAtMs: row.created_at.getTime(),
    updatedAtMs: row.updated_at.getTime(),
    finishedAtMs: row.finished_at?.getTime() ?? null,
  };
}

/** Reads a batch. Throws 404. */
export async function requireBatch(
  db: Kysely<Tables>,
  { operatorId, refundBatchId }: BatchKey,
): Promise<BatchRecord> {
  const row = await db
    .selectFrom("refund_batches")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("refund_batch_id", "=", refundBatchId)
    .executeTakeFirst();
  if (!row) throw new ApiError("resource_not_found");
  return toBatch(row);
}

/** Locks the batch until the transaction ends, so that no refund of it begins. Throws 404. */
export async function lockBatch(
  tx: Tx,
  { operatorId, refundBatchId }: BatchKey,
): Promise<BatchRecord> {
  const row = await tx
    .selectFrom("refund_batches")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("refund_batch_id", "=", refundBatchId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new ApiError("resource_not_found");
  return toBatch(row);
}

/**
 * Applies an event to a locked batch. Throws 409 `conflicting_state` if the table of states does not allow it. Stopping
 * or declining marks the payments whose refunds have not begun.
 */
export async function moveBatch(
  { clock }: Pick<PlatformDeps, "clock">,
  tx: Tx,
  batch: BatchRecord,
  event: BatchEvent,
  decision: Partial<Pick<BatchRecord, "approval" | "decidedBy" | "requestedBy">> = {},
): Promise<BatchRecord> {
  const state = nextBatchState(batch.state, event);
  if (!state) throw new ApiError("conflicting_state");
  const nowMs = clock.nowMs();
  const moved: BatchRecord = {
    ...batch,
    ...decision,
    state,
    version: batch.version + 1,
    updatedAtMs: nowMs,
    finishedAtMs: state === "running" || state === "awaiting_approval" ? null : nowMs,
  };
  await tx
    .updateTable("refund_batches")
    .set({
      state,
      requested_by: JSON.stringify(moved.requestedBy),
      approval: moved.approval,
      decided_by: moved.decidedBy && JSON.stringify(moved.decidedBy),
      version: moved.version,
      updated_at: new Date(nowMs),
      finished_at: moved.finishedAtMs === null ? null : new Date(nowMs),
    })
    .where("operator_id", "=", batch.operatorId)
    .where("refund_batch_id", "=", batch.refundBatchId)
    .execute();
  if (state === "stopped" || state === "declined") await endWaiting(tx, batch);
  return moved;
}

async function endWaiting(tx: Tx, { operatorId, refundBatchId }: BatchKey): Promise<void> {
  await tx
    .updateTable("refund_batch_items")
    .set({ state: "not_begun" })
    .where("operator_id", "=", operatorId)
    .where("refund_batch_id", "=", refundBatchId)
    .where("state", "=", "waiting")
    .execute();
}
