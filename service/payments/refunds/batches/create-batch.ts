import { maxBatchPayments, type NewRefundBatch } from "#contract/console/refund-batches";
import type { StaffRole } from "#contract/console/roles";
import { requireStaffStillAllowed } from "../../../operators/accounts/index.ts";
import { appendAudit } from "../../../operators/audit/index.ts";
import { isUniqueViolation } from "../../../platform/database/database.ts";
import { inTransaction, type Tx } from "../../../platform/database/transaction.ts";
import { ApiError, fieldRefusal } from "../../../platform/http/api-error.ts";
import { newId } from "../../../platform/randomness.ts";
import type { PaymentsDeps } from "../../payments-deps.ts";
import { batchNotePlace } from "./batch-store.ts";
import { type BatchPlanner, type PlannedRefund, planBatch, type Selection } from "./plan-batch.ts";

/** A batch that a staff member confirmed. */
export interface BatchRequest extends BatchPlanner {
  readonly staffId: string;
  /** The role whose limit the plan applied. */
  readonly role: StaffRole;
}

const pieceSize = 250;

/**
 * Returns the batch's id. The job requests its refunds one by one, after an approval if its sum needs a second person.
 * Throws 400 `invalid_value` for too many payments, and for a note about an erased customer; 409 `conflicting_state` if
 * the payments are not those that were previewed, or the role has changed; what `requireStaffStillAllowed` throws.
 */
export async function createRefundBatch(
  deps: PaymentsDeps,
  requester: BatchRequest,
  selection: Selection,
  { reason, note, count, fingerprint }: Omit<NewRefundBatch, "selection">,
): Promise<string> {
  const { operatorId, staffId } = requester;
  const plan = await planBatch(deps, requester, selection);
  if (plan.matching > maxBatchPayments) {
    const text = `More than ${maxBatchPayments} payments match. Narrow the filter.`;
    throw fieldRefusal("invalid_value", "selection", text);
  }
  if (plan.fingerprint !== fingerprint || plan.refunds.length !== count) {
    throw reviewAgain();
  }
  await deps.keyring.load(operatorId);
  const refundBatchId = newId(deps, "refundBatch");
  const key = { operatorId, refundBatchId };
  const now = new Date(deps.clock.nowMs());
  const requestedBy = { kind: "staff", staffId } as const;
  try {
    await inTransaction(deps.database, async (tx) => {
      // Customers first, in the order of an erasure.
      if (note !== undefined) await requireCustomers(tx, operatorId, plan.refunds);
      const role = await requireStaffStillAllowed(tx, operatorId, staffId, "payments.refund");
      if (role !== requester.role) throw reviewAgain();
      await tx
        .insertInto("refund_batches")
        .values({
          operator_id: operatorId,
          refund_batch_id: refundBatchId,
          state: plan.needsApproval ? "awaiting_approval" : "running",
          reason,
          note_sealed:
            note === undefined ? null : deps.keyring.encryptField(batchNotePlace(key), note),
          requested_by: JSON.stringify(requestedBy),
          approval: plan.needsApproval ? "needed" : null,
          decided_by: null,
          version: 1,
          lease_until: null,
          served_at: new Date(deps.machineClock.nowMs()),
          created_at: now,
          updated_at: now,
          finished_at: null,
        })
        .execute();
      await insertItems(tx, key, plan.refunds);
      await appendAudit(deps, tx, operatorId, {
        actor: requestedBy,
        action: "refund_batch.created",
        subject: { type: "refund_batch", id: refundBatchId },
        details: { refunds: count, needsApproval: plan.needsApproval },
      });
    });
  } catch (error) {
    // Another batch took one of the payments.
    if (!isUniqueViolation(error, "refund_batch_items_waiting")) throw error;
    throw reviewAgain();
  }
  deps.refundBatches.wake();
  return refundBatchId;
}

function reviewAgain(): ApiError {
  return new ApiError("conflicting_state", {
    message: "The payments have changed. Review them again.",
  });
}

/** No later erasure would remove a note about an erased customer. */
async function requireCustomers(
  tx: Tx,
  operatorId: string,
  refunds: readonly PlannedRefund[],
): Promise<void> {
  const ids = [...new Set(refunds.map(({ externalCustomerId }) => externalCustomerId))];
  const found = await tx
    .selectFrom("customers")
    .select("external_customer_id")
    .where("operator_id", "=", operatorId)
    .where((row) => row("external_customer_id", "=", row.fn.any(row.val(ids))))
    .where("erased_at", "is", null)
    .orderBy("external_customer_id")
    .forShare()
    .execute();
  if (found.length === ids.length) return;
  const text = "A customer of these payments is erased. Refund without a note.";
  throw fieldRefusal("invalid_value", "note", text);
}

async function insertItems(
  tx: Tx,
  { operatorId, refundBatchId }: { operatorId: string; refundBatchId: string },
  refunds: readonly PlannedRefund[],
): Promise<void> {
  for (let at = 0; at < refunds.length; at += pieceSize) {
    const rows = refunds.slice(at, at + pieceSize).map((refund, index) => ({
      operator_id: operatorId,
      refund_batch_id: refundBatchId,
      position: at + index + 1,
      payment_intent_id: refund.paymentIntentId,
      payment_id: refund.paymentId,
      processor: refund.processor,
      currency: refund.currency,
      base_minor: refund.baseMinor,
      total_minor: refund.totalMinor,
      seen_returned_minor: refund.seenReturnedMinor,
      state: "waiting" as const,
      tries: 1,
      refund_id: null,
      failure_code: null,
    }));
    await tx.insertInto("refund_batch_items").values(rows).execute();
  }
}
