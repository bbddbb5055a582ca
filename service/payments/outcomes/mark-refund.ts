import { isUniqueViolation } from "../../platform/database/database.ts";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import { findRefund } from "../refunds/read-refunds.ts";
import type { RefundRecord } from "../refunds/records.ts";
import { lockRefund, moveLocked, type RefundPatch } from "../refunds/refund-store.ts";
import {
  type MarkRequest,
  needsSecondPerson,
  requireMarkable,
  requireStillWithinLimit,
} from "./mark-rules.ts";
import { insertMark } from "./mark-store.ts";
import { nextLateCheckMs, ruleOfRefund, subjectOfRefund } from "./outcome-rules.ts";
import type { OutcomeMark } from "./records.ts";

/** The failure code after staff entered that the refund did not return the money. */
const notReturned = "refund_failed";

/** Like `markPayment`, for a refund with an unknown outcome. */
export async function markRefund(deps: PaymentsDeps, request: MarkRequest): Promise<void> {
  const { operatorId, subjectId } = request;
  const found = await findRefund(deps.database.kysely, operatorId, subjectId);
  if (!found) throw new ApiError("resource_not_found");
  await deps.keyring.load(operatorId);
  const { settings } = await deps.operators.get(operatorId);
  await writeRefund(deps, async (tx) => {
    const refund = await lockRefund(tx, operatorId, subjectId);
    if (!refund) throw new ApiError("resource_not_found");
    requireMarkable(ruleOfRefund(refund, deps.clock.nowMs()), request);
    const subject = subjectOfRefund(refund);
    await requireStillWithinLimit(tx, subject, request, "payments.refund");
    const isWaiting = needsSecondPerson(settings, subject);
    if (!isWaiting) await moveMarked(deps, tx, refund, request);
    await insertMark(deps, tx, subject, request, isWaiting ? "waiting" : "applied");
  });
  deps.webhooks.wake();
}

/**
 * Applies a mark after a second person's confirmation, with what `alsoWrite` writes. False if the refund has changed.
 */
export async function applyMarkToRefund(
  deps: PaymentsDeps,
  mark: OutcomeMark,
  alsoWrite: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  const { operatorId, id } = mark.subject;
  const applied = await writeRefund(deps, async (tx) => {
    const refund = await lockRefund(tx, operatorId, id);
    const rule = refund && ruleOfRefund(refund, deps.clock.nowMs());
    // Since the mark, the other party has accepted the refund, or it went another way: that is another outcome.
    if (!rule || rule.markableAtMs > mark.createdAtMs) return false;
    await moveMarked(deps, tx, refund, mark);
    await alsoWrite(tx);
    return true;
  });
  if (applied) deps.webhooks.wake();
  return applied;
}

/** Moves the refund as the other party's own response would, and schedules the first late look-up. */
async function moveMarked(
  deps: PaymentsDeps,
  tx: Tx,
  refund: RefundRecord,
  { outcome, reference }: Pick<OutcomeMark, "outcome" | "reference">,
): Promise<void> {
  const nowMs = deps.clock.nowMs();
  const nextCheckAtMs = nextLateCheckMs(0, nowMs);
  const patch: RefundPatch =
    outcome === "success"
      ? { providerRefundId: reference, settledAtMs: nowMs, nextCheckAtMs }
      : { failureCode: notReturned, nextCheckAtMs };
  const event = outcome === "success" ? "arrived" : "refused";
  if (!(await moveLocked(deps, tx, refund, event, patch))) throw new ApiError("conflicting_state");
}

/**
 * Writes a refund's change. Throws 409 `processor_reference_taken` if it stores another refund's id at the processor.
 */
export async function writeRefund<Result>(
  deps: Pick<PaymentsDeps, "database">,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  try {
    return await inTransaction(deps.database, work);
  } catch (error) {
    if (!isUniqueViolation(error, "refunds_one_at_provider")) throw error;
    throw new ApiError("processor_reference_taken");
  }
}
