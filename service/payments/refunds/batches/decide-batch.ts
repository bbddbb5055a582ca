import type { StaffRole } from "#contract/console/roles";
import { requireStaffStillAllowed } from "../../../operators/accounts/index.ts";
import { type AuditActor, appendAudit } from "../../../operators/audit/index.ts";
import { isUniqueViolation } from "../../../platform/database/database.ts";
import { inTransaction, type Tx } from "../../../platform/database/transaction.ts";
import { ApiError } from "../../../platform/http/api-error.ts";
import type { PaymentsDeps } from "../../payments-deps.ts";
import { approvalOf, requireOtherPerson } from "../approve-refund.ts";
import { nextBatchState } from "./batch-states.ts";
import { type BatchKey, type BatchRecord, lockBatch, moveBatch } from "./batch-store.ts";
import { returnedByCurrency } from "./plan-batch.ts";
import { requeueFailed } from "./requeue-failed.ts";

/** A staff member, with the limit of the role that they have now. */
export interface BatchDecider extends BatchKey {
  readonly staffId: string;
  limitMinor(currency: string, role: StaffRole): number | null;
}

/**
 * Approves or declines a batch. An approved batch starts. Throws 404, 409 `conflicting_state` if it does not await
 * approval in this version, 403 `refund_approval_by_requester` for the person who requested it, and 403
 * `refund_limit_exceeded` if its sum exceeds the role's limit.
 */
export async function decideBatch(
  deps: PaymentsDeps,
  decider: BatchDecider,
  { approve, version }: { readonly approve: boolean; readonly version: number },
): Promise<void> {
  const decidedBy = { kind: "staff", staffId: decider.staffId } as const;
  await changeBatch(deps, decider, approve ? "approved" : "declined", async (tx, batch, role) => {
    if (batch.state !== "awaiting_approval" || batch.version !== version) {
      throw new ApiError("conflicting_state");
    }
    if (approve) {
      await requireOtherPerson(tx, batch, decidedBy);
      await requireWithinLimit(tx, decider, role);
    }
    const event = approve ? "approve" : "decline";
    const approval = approve ? "given" : "declined";
    await moveBatch(deps, tx, batch, event, { approval, decidedBy });
  });
}

/** Stops a batch: no more of its refunds start. Throws 404, and 409 `conflicting_state` if it has ended. */
export async function stopBatch(
  deps: PaymentsDeps,
  decider: Omit<BatchDecider, "limitMinor">,
): Promise<void> {
  await changeBatch(deps, decider, "stopped", async (tx, batch) => {
    await moveBatch(deps, tx, batch, "stop");
  });
}

/**
 * Requests failed refunds again. If their sum now needs a second person's approval and never had one, the batch waits
 * for it. Throws 404, 403 `refund_limit_exceeded` if their sum exceeds the role's limit, and 409 `conflicting_state` if
 * the batch is not done or no refund can be tried again.
 */
export async function retryBatch(deps: PaymentsDeps, decider: BatchDecider): Promise<void> {
  const { settings } = await deps.operators.get(decider.operatorId);
  try {
    await changeBatch(deps, decider, "retried", async (tx, batch, role) => {
      if (nextBatchState(batch.state, "retry") === undefined) {
        throw new ApiError("conflicting_state");
      }
      if ((await requeueFailed(tx, batch)) === 0) throw new ApiError("conflicting_state");
      await requireWithinLimit(tx, decider, role);
      const sums = await waitingSums(tx, batch);
      const isLarge = sums.some(([currency, minor]) => approvalOf(settings, currency, minor));
      if (!isLarge || batch.approval === "given") await moveBatch(deps, tx, batch, "retry");
      else {
        const requestedBy = { kind: "staff", staffId: decider.staffId } as const;
        const needed = { approval: "needed", decidedBy: null, requestedBy } as const;
        await moveBatch(deps, tx, batch, "ask_again", needed);
      }
    });
  } catch (error) {
    // One of the payments is waiting in another batch.
    if (!isUniqueViolation(error, "refund_batch_items_waiting")) throw error;
    throw new ApiError("conflicting_state");
  }
}

async function changeBatch(
  deps: PaymentsDeps,
  { operatorId, refundBatchId, staffId }: Omit<BatchDecider, "limitMinor">,
  change: "approved" | "declined" | "stopped" | "retried",
  write: (tx: Tx, batch: BatchRecord, role: StaffRole) => Promise<void>,
): Promise<void> {
  await deps.keyring.load(operatorId);
  const actor: AuditActor = { kind: "staff", staffId };
  await inTransaction(deps.database, async (tx) => {
    const batch = await lockBatch(tx, { operatorId, refundBatchId });
    const role = await requireStaffStillAllowed(tx, operatorId, staffId, "payments.refund");
    await write(tx, batch, role);
    await appendAudit(deps, tx, operatorId, {
      actor,
      action: `refund_batch.${change}`,
      subject: { type: "refund_batch", id: refundBatchId },
    });
  });
  deps.refundBatches.wake();
}

/** Throws 403 `refund_limit_exceeded` if the batch's sum exceeds the role's limit. */
async function requireWithinLimit(tx: Tx, decider: BatchDecider, role: StaffRole): Promise<void> {
  for (const [currency, minor] of await waitingSums(tx, decider)) {
    const limit = decider.limitMinor(currency, role);
    if (limit !== null && minor > limit) throw new ApiError("refund_limit_exceeded");
  }
}

/** The waiting refunds and earlier refunds of the same payments, by currency. */
async function waitingSums(
  tx: Tx,
  { operatorId, refundBatchId }: BatchKey,
): Promise<[currency: string, minor: number][]> {
  const rows = await tx
    .selectFrom("refund_batch_items")
    .select(["currency", "base_minor as baseMinor", "seen_returned_minor as seenReturnedMinor"])
    .where("operator_id", "=", operatorId)
    .where("refund_batch_id", "=", refundBatchId)
    .where("state", "=", "waiting")
    .execute();
  return [...returnedByCurrency(rows)];
}
