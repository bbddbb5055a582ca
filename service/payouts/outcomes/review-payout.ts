import { type OutcomeForReview, outcomesOf } from "../../payments/index.ts";
import type { DisbursementsDeps } from "../disbursements-deps.ts";
import { requirePayout } from "../store/payout-store.ts";
import { canAcceptForPayout } from "./accept-alarm.ts";
import { ruleOfPayout, subjectOfPayout } from "./payout-rule.ts";

/** Reads at most one outcome: unknown, marked or contradicted. Throws 404. */
export async function readPayoutOutcomes(
  deps: DisbursementsDeps,
  operatorId: string,
  disbursementIntentId: string,
): Promise<OutcomeForReview[]> {
  const payout = await requirePayout(deps, operatorId, disbursementIntentId);
  const { record } = payout;
  if (!record) return [];
  const { settings } = await deps.operators.get(operatorId);
  const candidate = {
    subject: subjectOfPayout(payout),
    rule: ruleOfPayout(payout, deps.clock.nowMs()),
    checks: record.checks,
    nextCheckAtMs: record.nextCheckAtMs,
    isFollowed: false,
    accepts: (alarm: Parameters<typeof canAcceptForPayout>[1]) => canAcceptForPayout(payout, alarm),
  };
  const of = { disbursement_intent_id: disbursementIntentId };
  return outcomesOf(deps, operatorId, of, [candidate], () => settings.dualControl);
}
