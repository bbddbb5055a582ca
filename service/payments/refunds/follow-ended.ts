/*
 * Look-ups of refunds that ended without the other party's response: staff marked them (../outcomes), or a repeat was
 * refused while the first request's outcome was unknown.
 *
 * Guarantees: nothing is sent. A response that contradicts a mark only raises an alarm. An unmarked failed refund that
 * arrived after all becomes a success if its amount is still free; otherwise the job raises an alarm.
 */
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import { openAlarm } from "../outcomes/alarm-store.ts";
import { confirmMark } from "../outcomes/mark-store.ts";
import { subjectOfRefund } from "../outcomes/outcome-rules.ts";
import type { OutcomeAlarm, OutcomeMark } from "../outcomes/records.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import { arriveLate } from "./arrive-late.ts";
import type { RefundRecord } from "./records.ts";
import type { RefundOutcome } from "./refund-rail.ts";
import { lockRefund } from "./refund-store.ts";

/**
 * Compares a response with a marked refund, which a person may have corrected. `agreed`: the response matches how the
 * refund counts now. If the mark says the same, it is confirmed, and the refund is treated like any other.
 */
export async function compareWithMark(
  deps: PaymentsDeps,
  refund: RefundRecord,
  mark: OutcomeMark,
  outcome: RefundOutcome,
): Promise<"agreed" | "contradicted" | "open"> {
  return inTransaction(deps.database, async (tx) => {
    // A person can have corrected the refund during the look-up.
    const latest = await lockRefund(tx, refund.operatorId, refund.refundId);
    const verdict = latest ? verdictOf(latest, outcome) : null;
    if (!latest || verdict === null) return "open";
    if (verdict !== "agreed") {
      await raise(deps, tx, latest, verdict, outcome);
      return "contradicted";
    }
    const isMark = mark.outcome === latest.step;
    if (isMark) await confirmMark(tx, mark, deps.clock.nowMs());
    return "agreed";
  });
}

function verdictOf(
  { step, providerRefundId }: RefundRecord,
  outcome: RefundOutcome,
): "agreed" | OutcomeAlarm["problem"] | null {
  const isSuccess = step === "success";
  switch (outcome.type) {
    case "success":
      if (!isSuccess) return "happened_after_all";
      return outcome.providerRefundId === providerRefundId ? "agreed" : "other_reference";
    case "failed":
      return isSuccess ? "not_happened_after_all" : "agreed";
    case "not_found":
      return isSuccess ? "not_happened_after_all" : null;
    default:
      return null;
  }
}

/** Handles the arrival of a failed refund without a mark. */
export async function acceptLateArrival(
  deps: PaymentsDeps,
  refund: RefundRecord,
  outcome: Extract<RefundOutcome, { type: "pending" | "success" }>,
): Promise<void> {
  const { providerRefundId, kind, reference } = outcome;
  await inTransaction(deps.database, async (tx) => {
    const locked = await lockRefund(tx, refund.operatorId, refund.refundId);
    if (!locked) return;
    const found = { providerRefundId, kind, reference };
    const result = await arriveLate(deps, tx, locked, found);
    if (result === "twice") await raise(deps, tx, locked, "happened_twice", outcome);
  });
  deps.webhooks.wake();
}

async function raise(
  deps: PaymentsDeps,
  tx: Tx,
  refund: RefundRecord,
  problem: OutcomeAlarm["problem"],
  outcome: RefundOutcome,
): Promise<void> {
  const reference = "providerRefundId" in outcome ? outcome.providerRefundId : "";
  const subject = subjectOfRefund(refund);
  await openAlarm(deps, tx, { subject, problem, source: "look_up", reference });
}
