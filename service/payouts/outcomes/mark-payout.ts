import {
  insertMark,
  type MarkRequest,
  nextLateCheckMs,
  type OutcomeMark,
  requireMarkable,
  requireStillWithinLimit,
} from "../../payments/index.ts";
import { isUniqueViolation } from "../../platform/database/database.ts";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import { dateIn } from "../../platform/date-in.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { DisbursementsDeps } from "../disbursements-deps.ts";
import { writeChange } from "../flow/store-payout.ts";
import { movePayout, type RecordPatch } from "../payout-changes.ts";
import { type PayoutRecord, recordOf } from "../records.ts";
import { lockPayout, requirePayout } from "../store/payout-store.ts";
import { requireFreeId } from "./payout-ids.ts";
import { ruleOfPayout, subjectOfPayout } from "./payout-rule.ts";

/** The reason that the customer reads. */
const notPaid = "processing_error";

/**
 * Marks a payout with an unknown outcome, or stores the mark until a second person confirms it, if `dualControl`
 * requires that. `subjectId` is the intent's id. Throws 404, what `requireMarkable` and `requireStillWithinLimit`
 * throw, and 409 `processor_reference_taken`.
 */
export async function markPayout(deps: DisbursementsDeps, request: MarkRequest): Promise<void> {
  const { operatorId, subjectId } = request;
  await requirePayout(deps, operatorId, subjectId);
  const { settings } = await deps.operators.get(operatorId);
  await writePayout(deps, async (tx) => {
    const payout = await lockPayout(deps, tx, subjectId);
    requireMarkable(ruleOfPayout(payout, deps.clock.nowMs()), request);
    const subject = subjectOfPayout(payout);
    await requireStillWithinLimit(tx, subject, request, "payouts.decide");
    if (request.reference !== null) await requireFreeId(tx, payout, request.reference);
    const isWaiting = settings.dualControl;
    if (!isWaiting) {
      await moveMarked(deps, tx, payout, request, {
        ...settings,
        actor: `staff:${request.staffId}`,
      });
    }
    const state = isWaiting ? "waiting" : "applied";
    await insertMark(deps, tx, subject, request, state);
  });
  deps.webhooks.wake();
}

/**
 * Applies a mark after a second person's confirmation, with what `alsoWrite` writes. False if the payout has changed.
 * Throws 409 `processor_reference_taken`.
 */
export async function applyMarkToPayout(
  deps: DisbursementsDeps,
  mark: OutcomeMark,
  alsoWrite: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  const { subject, markedBy } = mark;
  if (subject.type !== "payout" || markedBy.kind !== "staff") return false;
  const { operatorId, disbursementIntentId } = subject;
  const { settings } = await deps.operators.get(operatorId);
  await requirePayout(deps, operatorId, disbursementIntentId);
  const isApplied = await writePayout(deps, async (tx) => {
    const payout = await lockPayout(deps, tx, disbursementIntentId);
    const rule = ruleOfPayout(payout, deps.clock.nowMs());
    // A later step or try makes it another outcome.
    if (!rule || rule.markableAtMs > mark.createdAtMs) return false;
    // The provider can have named the ID for another payout in the meantime.
    if (mark.reference !== null) await requireFreeId(tx, payout, mark.reference);
    await moveMarked(deps, tx, payout, mark, { ...settings, actor: `staff:${markedBy.staffId}` });
    await alsoWrite(tx);
    return true;
  });
  if (isApplied) deps.webhooks.wake();
  return isApplied;
}

/** Moves the payout as the provider's own response would, and schedules the first late look-up. */
async function moveMarked(
  deps: DisbursementsDeps,
  tx: Tx,
  payout: PayoutRecord,
  { outcome, reference }: Pick<OutcomeMark, "outcome" | "reference">,
  { timeZone, actor }: { readonly timeZone: string; readonly actor: string },
): Promise<void> {
  const nowMs = deps.clock.nowMs();
  const nextCheckAtMs = nextLateCheckMs(0, nowMs);
  const change =
    outcome === "success"
      ? movePayout(payout, "arrived", nowMs, {
          ...paidPatch(payout, reference, timeZone),
          nextCheckAtMs,
        })
      : movePayout(payout, "failed", nowMs, { nextCheckAtMs }, notPaid);
  if (!change) throw new ApiError("conflicting_state");
  await writeChange(deps, tx, change, { actor });
}

/** Counts it as paid on the day on which it was sent: nobody reported when it arrived, and the year may have ended. */
export function paidPatch(
  payout: PayoutRecord,
  reference: string | null,
  timeZone: string,
): RecordPatch {
  const { payoutId, sentAtMs } = recordOf(payout);
  const paidAtMs = sentAtMs ?? payout.updatedAtMs;
  return { payoutId: reference ?? payoutId, paidAtMs, taxDate: dateIn(timeZone, paidAtMs) };
}

/** Writes a payout's change. Throws 409 `processor_reference_taken` if it stores another payout's ID. */
export async function writePayout<Result>(
  deps: Pick<DisbursementsDeps, "database">,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  try {
    return await inTransaction(deps.database, work);
  } catch (error) {
    if (!isUniqueViolation(error, "disbursement_intents_one_payout")) throw error;
    throw new ApiError("processor_reference_taken");
  }
}
