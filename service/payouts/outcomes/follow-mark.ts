import {
  confirmMark,
  findAppliedMark,
  nextLateCheckMs,
  type OutcomeAlarm,
  type OutcomeMark,
  openAlarm,
} from "../../payments/index.ts";
import { inTransaction } from "../../platform/database/transaction.ts";
import type { PayoutOutcome } from "../../providers/payout/index.ts";
import type { DisbursementsDeps } from "../disbursements-deps.ts";
import { backoffMs } from "../flow/payout-schedule.ts";
import { netMinorOf, type PayoutRecord, recordOf } from "../records.ts";
import { postponeCheck } from "../store/payout-store.ts";

/**
 * The mark that decided about a payout, as long as its provider can contradict it. A mark that the provider confirmed
 * as paid, or that a person corrected to paid, is over: the payout can only come back.
 */
export async function markToFollow(
  deps: DisbursementsDeps,
  payout: PayoutRecord,
): Promise<OutcomeMark | undefined> {
  const { step, operatorId } = payout;
  if (step !== "success" && step !== "failed") return undefined;
  const { disbursementId } = recordOf(payout);
  const mark = await findAppliedMark(deps.database.kysely, operatorId, disbursementId);
  const isOver = step === "success" && (mark?.outcome === "failed" || mark?.confirmedAtMs !== null);
  return isOver ? undefined : mark;
}

/**
 * Asks the provider about a payout that staff marked. The same answer confirms the mark; another one opens an alarm.
 * Neither moves money. Without either the job asks again, a bounded number of times.
 */
export async function followMark(
  deps: DisbursementsDeps,
  payout: PayoutRecord,
  mark: OutcomeMark,
  asker: "job" | "person",
): Promise<PayoutOutcome> {
  const { provider: name, disbursementId, checks } = recordOf(payout);
  const provider = name === null ? undefined : deps.rails.byName(name);
  const { operatorId, currency } = payout;
  // By our key: a person typed the provider's id.
  const expected = { operatorId, amountMinor: netMinorOf(payout), currency };
  const outcome: PayoutOutcome = provider
    ? await provider.lookUp(disbursementId, expected)
    : { type: "unknown", reason: "no_such_processor" };
  const verdict = verdictOf(payout, outcome);
  const nowMs = deps.clock.nowMs();
  const isConfirmed = verdict === "agreed" && isSameAs(mark, payout);
  if (isConfirmed) await confirmMark(deps.database.kysely, mark, nowMs);
  else if (verdict && verdict !== "agreed") await raise(deps, mark, verdict, outcome);
  if (verdict === null && asker === "person") return outcome;
  await postponeCheck(deps, payout, nextCheck());
  return outcome;

  function nextCheck(): number | null {
    if (verdict === null) return nextLateCheckMs(checks + 1, nowMs);
    const lookUps = provider?.capabilities.lookUps;
    const isWatched = isConfirmed && payout.step === "success" && lookUps?.showReturns;
    return isWatched ? nowMs + backoffMs("success", 0, lookUps) : null;
  }
}

function isSameAs({ outcome }: OutcomeMark, { step }: PayoutRecord): boolean {
  return outcome === step;
}

async function raise(
  deps: DisbursementsDeps,
  { subject }: OutcomeMark,
  problem: OutcomeAlarm["problem"],
  outcome: PayoutOutcome,
): Promise<void> {
  const reference = "payoutId" in outcome ? outcome.payoutId : "";
  await inTransaction(deps.database, (tx) =>
    openAlarm(deps, tx, { subject, problem, source: "look_up", reference }),
  );
}

/** What the answer says about the payout as it counts now. Null: nothing, also when the provider knows none. */
function verdictOf(
  payout: PayoutRecord,
  outcome: PayoutOutcome,
): "agreed" | OutcomeAlarm["problem"] | null {
  const isPaid = payout.step === "success";
  switch (outcome.type) {
    case "paid":
      if (!isPaid) return "happened_after_all";
      return outcome.payoutId === recordOf(payout).payoutId ? "agreed" : "other_reference";
    case "declined":
    case "failed":
    case "canceled":
    case "returned":
      return isPaid ? "not_happened_after_all" : "agreed";
    case "mismatch":
      return "other_amount";
    default:
      return null;
  }
}
