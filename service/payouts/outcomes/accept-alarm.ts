import { lockExistingCustomer } from "../../customers/profile/index.ts";
import { nextLateCheckMs, type OutcomeAlarm } from "../../payments/index.ts";
import type { Tx } from "../../platform/database/transaction.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { DisbursementsDeps } from "../disbursements-deps.ts";
import { backoffMs } from "../flow/payout-schedule.ts";
import { writeChange } from "../flow/store-payout.ts";
import { movePayout, type PayoutChange } from "../payout-changes.ts";
import { type PayoutRecord, recordOf } from "../records.ts";
import { changePayoutId, lockPayout, requirePayout } from "../store/payout-store.ts";
import { paidPatch, writePayout } from "./mark-payout.ts";
import { findTypedId, releaseTypedId } from "./payout-ids.ts";

/**
 * Whether a person can accept the provider's version now. Another amount cannot be accepted: people settle it outside
 * the service. A payout is corrected to paid once.
 */
export function canAcceptForPayout(
  { step, record }: PayoutRecord,
  { problem }: Pick<OutcomeAlarm, "problem">,
): boolean {
  switch (problem) {
    case "not_happened_after_all":
    case "other_reference":
      return step === "success";
    // Without an ID nothing shows that it was paid. The provider may have named one since the alarm.
    case "reference_of_another":
      return step === "success" && record?.payoutId === null;
    case "happened_after_all":
      return step === "failed" && record?.arrivedLate === false;
    default:
      return false;
  }
}

/**
 * Corrects a payout, with its posting and event and what `close` writes. Moves no money. Throws 409 `conflicting_state`
 * if the payout is in another state by now, and `processor_reference_taken`.
 */
export async function acceptForPayout(
  deps: DisbursementsDeps,
  alarm: OutcomeAlarm,
  close: (tx: Tx) => Promise<void>,
): Promise<void> {
  const { subject, problem, reference } = alarm;
  if (subject.type !== "payout") throw new ApiError("conflicting_state");
  const { operatorId, disbursementIntentId } = subject;
  const found = await requirePayout(deps, operatorId, disbursementIntentId);
  const { settings } = await deps.operators.get(operatorId);
  const typed = reference === "" ? undefined : await findTypedId(deps, found, reference);
  await writePayout(deps, async (tx) => {
    // Before the payout, as an erasure does.
    await lockExistingCustomer(tx, operatorId, subject.externalCustomerId);
    const payout = await lockPayout(deps, tx, disbursementIntentId);
    if (!canAcceptForPayout(payout, alarm)) throw new ApiError("conflicting_state");
    if (typed) await releaseTypedId(deps, tx, typed);
    if (problem === "other_reference") {
      // The look-up confirms the mark, and then shows if the payout comes back.
      const nextCheckAtMs = nextLateCheckMs(0, deps.clock.nowMs());
      await changePayoutId(deps, tx, payout, { payoutId: reference, nextCheckAtMs });
    } else {
      const change = correctionOf(deps, payout, alarm, settings.timeZone);
      if (!change) throw new ApiError("conflicting_state");
      await writeChange(deps, tx, change, { actor: "provider" });
    }
    await close(tx);
  });
}

function correctionOf(
  deps: DisbursementsDeps,
  payout: PayoutRecord,
  { problem, reference }: OutcomeAlarm,
  timeZone: string,
): PayoutChange | null {
  const nowMs = deps.clock.nowMs();
  if (problem !== "happened_after_all") {
    const nextCheckAtMs = nextLateCheckMs(0, nowMs);
    return movePayout(payout, "found_not_paid", nowMs, { nextCheckAtMs }, "processing_error");
  }
  const { provider, paidAtMs } = recordOf(payout);
  const lookUps = provider === null ? undefined : deps.rails.byName(provider)?.capabilities.lookUps;
  return movePayout(payout, "found_paid", nowMs, {
    ...paidPatch(payout, reference === "" ? null : reference, timeZone),
    arrivedLate: true,
    arrivedAgain: paidAtMs !== null,
    // The payout can come back like any other.
    nextCheckAtMs: lookUps?.showReturns ? nowMs + backoffMs("success", 0, lookUps) : null,
  });
}
