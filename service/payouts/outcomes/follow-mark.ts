import type { Kysely } from "kysely";
import {
  confirmMark,
  findAppliedMark,
  nextLateCheckMs,
  type OutcomeAlarm,
  type OutcomeMark,
  openAlarm,
} from "../../payments/index.ts";
import type { Tables } from "../../platform/database/tables.ts";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import type { PayoutOutcome } from "../../providers/payout/index.ts";
import type { DisbursementsDeps } from "../disbursements-deps.ts";
import { expectedOf } from "../flow/expected-payout.ts";
import { backoffMs } from "../flow/payout-schedule.ts";
import { type PayoutRecord, recordOf } from "../records.ts";
import { lockPayout, postponeCheck } from "../store/payout-store.ts";

/**
 * The mark that decided about a payout, while the payout's provider can contradict it. Undefined once the provider
 * confirmed it as paid, or a person corrected it to paid: then the payout can only come back.
 */
export async function markToFollow(
  { database }: Pick<DisbursementsDeps, "database">,
  payout: PayoutRecord,
  db: Kysely<Tables> = database.kysely,
): Promise<OutcomeMark | undefined> {
  const { step, operatorId } = payout;
  if (step !== "success" && step !== "failed") return undefined;
  const { disbursementId, arrivedLate } = recordOf(payout);
  const mark = await findAppliedMark(db, operatorId, disbursementId);
  const isOver = step === "success" && (arrivedLate || mark?.confirmedAtMs !== null);
  return isOver ? undefined : mark;
}

/**
 * Compares a response about a payout that staff marked during the look-up: the provider may not remember the payout
 * next time. The payout must be locked.
 */
export async function compareWithMark(
  deps: DisbursementsDeps,
  tx: Tx,
  payout: PayoutRecord,
  outcome: PayoutOutcome,
): Promise<void> {
  const mark = await markToFollow(deps, payout, tx);
  const verdict = verdictOf(payout, outcome);
  if (mark && verdict) await applyVerdict(deps, tx, { payout, mark, outcome, verdict });
}

/**
 * The same response confirms the mark; another one raises an alarm. Neither moves money. Without a response the job
 * looks the payout up again, a bounded number of times.
 */
export async function followMark(
  deps: DisbursementsDeps,
  payout: PayoutRecord,
  mark: OutcomeMark,
  requester: "job" | "person",
): Promise<PayoutOutcome> {
  const { provider: name, disbursementId, checks } = recordOf(payout);
  const provider = name === null ? undefined : deps.rails.byName(name);
  const outcome: PayoutOutcome = provider
    ? await provider.lookUp(disbursementId, await expectedOf(deps, payout, provider.name))
    : { type: "unknown", reason: "no_such_processor" };
  const verdict = verdictOf(payout, outcome);
  const nowMs = deps.clock.nowMs();
  const isConfirmed = verdict === "agreed" && isSameAs(mark, payout);
  if (verdict) {
    // A person can have corrected the payout during the look-up.
    await inTransaction(deps.database, async (tx) => {
      const latest = await lockPayout(deps, tx, payout.disbursementIntentId);
      await compareWithMark(deps, tx, latest, outcome);
    });
  } else if (requester === "person") return outcome;
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

type Verdict = "agreed" | OutcomeAlarm["problem"];

/** Confirms the mark or raises an alarm. */
async function applyVerdict(
  deps: DisbursementsDeps,
  tx: Tx,
  {
    payout,
    mark,
    outcome,
    verdict,
  }: {
    readonly payout: PayoutRecord;
    readonly mark: OutcomeMark;
    readonly outcome: PayoutOutcome;
    readonly verdict: Verdict;
  },
): Promise<void> {
  if (verdict === "agreed") {
    if (isSameAs(mark, payout)) await confirmMark(tx, mark, deps.clock.nowMs());
    return;
  }
  const reference = "payoutId" in outcome ? outcome.payoutId : "";
  const { subject } = mark;
  await openAlarm(deps, tx, { subject, problem: verdict, source: "look_up", reference });
}

/** What a look-up says about a mark; null if it says nothing, or the provider does not know the payout. */
function verdictOf(payout: PayoutRecord, outcome: PayoutOutcome): Verdict | null {
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
