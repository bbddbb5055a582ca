import { achReasonCode } from "#contract/payment-reasons/index";
import type { AchOutcome } from "../../../rails/ach/index.ts";
import { disputeUnauthorizedReturn } from "../../disputes/unauthorized-return.ts";
import { type AttemptUpdate, applyUpdate } from "../../flow/apply-update.ts";
import { type AttemptHandle, patch } from "../../flow/attempt-handle.ts";
import type { PaymentsDeps } from "../../payments-deps.ts";
import type { AttemptRecord, IntentRecord } from "../../records.ts";
import { attemptStatus } from "../../states/attempt-states.ts";
import { achRailName, bankDetailOf } from "./bank-attempt.ts";
import { endMandate } from "./mandates.ts";
import { checkAgainMs, orderDebit } from "./order-debit.ts";

type Outcome = Pick<AchOutcome, "status" | "returnCode">;

/**
 * Settled: the payment succeeds. Returned: the mandate ends; a pending payment fails and a success is undone
 * (`bank_return`). Canceled before its file: the payment fails. A repeated outcome changes nothing.
 */
export async function applyAchOutcome(
  deps: PaymentsDeps,
  paymentId: string,
  { status, returnCode }: Outcome,
): Promise<void> {
  const isOver = status === "returned" || status === "canceled";
  // The mandate ends first, so that no other debit of the account starts.
  if (isOver) await endMandates(deps, paymentId, returnCode);
  const result = await applyUpdate(deps, paymentId, (attempt) =>
    updateOf(attempt, { status, returnCode }, deps.clock.nowMs()),
  );
  // This runs even without a change: a crash may have come between the two.
  if (status === "returned") await disputeUnauthorizedReturn(deps, paymentId, returnCode);
  if (result?.written) deps.counters.chargeOutcome(achRailName, status);
}

/** Ends the debit's mandate. If the account is barred, cancels its unfiled debits. */
async function endMandates(
  deps: PaymentsDeps,
  paymentId: string,
  returnCode: string | null,
): Promise<void> {
  const nowMs = deps.clock.nowMs();
  const canceled = await endMandate(deps, paymentId, returnCode, nowMs, (tx, operatorId, other) =>
    deps.ach.cancel(operatorId, other, tx),
  );
  for (const other of canceled) {
    await applyUpdate(deps, other, (attempt) => {
      const isPending = attemptStatus(attempt.step) === "pending";
      const patch = endedAt(attempt, nowMs);
      return isPending ? { event: "refused", patch, reason: "bank_account_barred" } : null;
    });
  }
}

export function endedAt(attempt: AttemptRecord, nowMs: number) {
  const { mandate } = bankDetailOf(attempt);
  return { detail: { ...attempt.detail, mandate: { ...mandate, endedAtMs: nowMs } } };
}

/** What an outcome changes in the attempt; null if nothing. */
function updateOf(
  attempt: AttemptRecord,
  { status, returnCode }: Outcome,
  nowMs: number,
): AttemptUpdate | null {
  const isPending = attemptStatus(attempt.step) === "pending";
  const ended = endedAt(attempt, nowMs);
  switch (status) {
    case "filed":
      return null;
    case "settled":
      return isPending ? { event: "approved" } : null;
    case "canceled":
      return isPending ? { event: "refused", patch: ended, reason: "debit_canceled" } : null;
    case "returned": {
      if (attempt.step === "failed") return null;
      const reason = returnCode === null ? "bank_return" : achReasonCode(returnCode);
      return { event: isPending ? "refused" : "bank_return", patch: ended, reason };
    }
  }
}

/**
 * Orders a debit that a crash left unordered, and asks the rail for the outcome of an ordered one, in case the report
 * was lost.
 */
export async function recoverDebit(
  handle: AttemptHandle,
  intent: IntentRecord,
  attempt: AttemptRecord,
): Promise<void> {
  const { deps, operatorId, paymentId } = handle;
  if (attempt.step === "started") {
    await orderDebit(handle, intent);
    return;
  }
  if (attempt.step !== "settling") return;
  const entry = await deps.ach.find(operatorId, paymentId);
  if (entry && entry.status !== "queued") {
    const { status, return_code: returnCode } = entry;
    await applyAchOutcome(deps, paymentId, { status, returnCode });
  }
  await patch(handle, (latest) =>
    latest.step === "settling" ? { nextCheckAtMs: deps.clock.nowMs() + checkAgainMs } : null,
  );
}
