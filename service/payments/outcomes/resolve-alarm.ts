import { lockExistingCustomer } from "../../customers/profile/index.ts";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import { ApiError, fieldRefusal } from "../../platform/http/api-error.ts";
import { type IntentChange, moveAttempt, patchAttempt } from "../attempt-changes.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import type { AttemptRecord } from "../records.ts";
import { arriveLate, canArriveLate, changeProviderRefund } from "../refunds/arrive-late.ts";
import { endRefundsOfUndone } from "../refunds/payment-undone.ts";
import { postReturnedTwice } from "../refunds/post-refund.ts";
import type { RefundRecord } from "../refunds/records.ts";
import { lockRefund, moveLocked } from "../refunds/refund-store.ts";
import { nextAttemptStep } from "../states/attempt-states.ts";
import { closeAlarm, lockAlarm } from "./alarm-store.ts";
import { readAttempt, writeMarked } from "./mark-payment.ts";
import { writeRefund } from "./mark-refund.ts";
import { type MarkRequest, requireStillWithinLimit, requireWithinLimit } from "./mark-rules.ts";
import { findAppliedMark } from "./mark-store.ts";
import { nextLateCheckMs } from "./outcome-rules.ts";
import { alarmNotePlace, type OutcomeAlarm, type OutcomeMark } from "./records.ts";

export interface AlarmResolution extends Pick<MarkRequest, "limitMinor"> {
  readonly operatorId: string;
  readonly alarmId: string;
  readonly staffId: string;
  /** `accept` replaces the stored version with the processor's, `keep` leaves it. */
  readonly action: "accept" | "keep";
  readonly note: string;
  /** The processor's id of the charge, where the alarm names none. */
  readonly reference: string | null;
  /** The version that the staff member saw. */
  readonly version: number;
}

/** Corrects a payout with what `close` writes. Throws 409 `conflicting_state` if it cannot. */
export type AcceptForPayout = (
  alarm: OutcomeAlarm,
  close: (tx: Tx) => Promise<void>,
) => Promise<void>;

/** An intent has few writers, so losing this many races in a row is a bug. */
const maxTries = 12;

type Problem = Pick<OutcomeAlarm, "problem">;

/**
 * Whether a person can accept the processor's version now. Not another amount, which people settle outside the
 * service. A reversed charge does not count, and a success counts once.
 */
export function canAcceptForPayment(
  { step, reversal, wasSuccess }: Pick<AttemptRecord, "step" | "reversal" | "wasSuccess">,
  { problem }: Problem,
): boolean {
  switch (problem) {
    case "not_happened_after_all":
      return nextAttemptStep(step, "found_not_charged") !== undefined;
    case "other_reference":
      return step === "success";
    case "happened_after_all":
      return (
        reversal === null && !wasSuccess && nextAttemptStep(step, "found_charged") !== undefined
      );
    default:
      return false;
  }
}

/** Like {@link canAcceptForPayment}, for a refund. `mark`: the one that decided its outcome. */
export function canAcceptForRefund(
  refund: Pick<RefundRecord, "step" | "settledAtMs" | "arrivedLate">,
  { problem }: Problem,
  mark: Pick<OutcomeMark, "outcome" | "confirmedAtMs"> | undefined,
): boolean {
  switch (problem) {
    case "not_happened_after_all":
    case "other_reference":
      return refund.step === "success";
    case "happened_after_all":
    case "happened_twice":
      return canArriveLate(refund, wasOnlyMarked(mark));
    default:
      return false;
  }
}

/** Whether the refund counted as arrived only because of a mark. */
function wasOnlyMarked(mark: Pick<OutcomeMark, "outcome" | "confirmedAtMs"> | undefined): boolean {
  return mark?.outcome === "success" && mark.confirmedAtMs === null;
}

/**
 * `accept` corrects the payment or refund with its posting and event, in one transaction; it moves no money. Throws
 * 404, 409 `conflicting_state` for another version or state, the errors of `requireStillWithinLimit`, and 400
 * `required` for a missing reference. Resolves to the id of the payment or refund.
 */
export async function resolveAlarm(
  deps: PaymentsDeps,
  resolution: AlarmResolution,
  acceptForPayout: AcceptForPayout,
): Promise<string> {
  const { operatorId, action } = resolution;
  await deps.keyring.load(operatorId);
  const alarm = await inTransaction(deps.database, (tx) => lockOpen(tx, resolution));
  requireWithinLimit(alarm.subject, resolution);
  if (action === "accept" && alarm.problem === "other_amount") {
    throw new ApiError("conflicting_state");
  }
  const close = async (tx: Tx) => {
    // No later erasure would remove a note about an erased customer.
    const hasCustomer = await lockCustomerOf(tx, alarm);
    const open = await lockOpen(tx, resolution);
    await requireStillWithinLimit(tx, open.subject, resolution, "payments.refund");
    await closeIn(deps, tx, open, resolution, hasCustomer);
  };
  if (action === "keep") await inTransaction(deps.database, close);
  else if (alarm.subject.type === "payout") await acceptForPayout(alarm, close);
  else if (alarm.subject.type === "refund") await acceptForRefund(deps, alarm, close);
  else await acceptForPayment(deps, alarm, resolution, close);
  deps.webhooks.wake();
  return alarm.subject.id;
}

async function lockOpen(
  tx: Tx,
  { operatorId, alarmId, version }: AlarmResolution,
): Promise<OutcomeAlarm> {
  const alarm = await lockAlarm(tx, operatorId, alarmId);
  if (!alarm) throw new ApiError("resource_not_found");
  if (alarm.state !== "open" || alarm.version !== version) throw new ApiError("conflicting_state");
  return alarm;
}

/** Locks the customer: before their payments and alarms, as an erasure does. False if the customer is erased. */
function lockCustomerOf(tx: Tx, { subject }: Pick<OutcomeAlarm, "subject">): Promise<boolean> {
  return lockExistingCustomer(tx, subject.operatorId, subject.externalCustomerId);
}

async function closeIn(
  deps: PaymentsDeps,
  tx: Tx,
  alarm: OutcomeAlarm,
  { operatorId, alarmId, staffId, action, note }: AlarmResolution,
  hasCustomer: boolean,
): Promise<void> {
  const place = alarmNotePlace(operatorId, alarmId);
  await closeAlarm(deps, tx, alarm, {
    resolution: action === "accept" ? "accepted" : "kept",
    noteSealed: hasCustomer ? deps.keyring.encryptField(place, note) : null,
    resolvedBy: { kind: "staff", staffId },
  });
}

async function acceptForPayment(
  deps: PaymentsDeps,
  alarm: OutcomeAlarm,
  resolution: AlarmResolution,
  close: (tx: Tx) => Promise<void>,
): Promise<void> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const change = await correctionOf(deps, alarm, resolution);
    if (await writeMarked(deps, change, close, (tx) => lockCustomerOf(tx, alarm))) {
      await endRefundsOfUndone(deps, { ...alarm.subject, paymentId: alarm.subject.id });
      return;
    }
  }
  throw new ApiError("service_unavailable");
}

/** Changes the payment as the processor's response would. */
async function correctionOf(
  deps: PaymentsDeps,
  alarm: OutcomeAlarm,
  resolution: AlarmResolution,
): Promise<IntentChange> {
  const { subject, problem } = alarm;
  const { intent, attempt } = await readAttempt(deps, subject.operatorId, subject.id);
  if (!canAcceptForPayment(attempt, alarm)) throw new ApiError("conflicting_state");
  const nowMs = deps.clock.nowMs();
  let change: IntentChange | null;
  if (problem === "not_happened_after_all") {
    // A charge that is not found can still turn up.
    const patch = { nextCheckAtMs: nextLateCheckMs(0, nowMs) };
    const event = "found_not_charged";
    change = moveAttempt(intent, attempt, event, nowMs, patch, "processing_interrupted");
  } else {
    const chargeId = alarm.reference || resolution.reference;
    if (chargeId === null) throw fieldRefusal("required", "reference");
    const patch = { chargeId, nextCheckAtMs: null };
    change =
      problem === "other_reference"
        ? patchAttempt(intent, attempt, nowMs, patch)
        : moveAttempt(intent, attempt, "found_charged", nowMs, patch);
  }
  if (!change) throw new ApiError("conflicting_state");
  return change;
}

async function acceptForRefund(
  deps: PaymentsDeps,
  alarm: OutcomeAlarm,
  close: (tx: Tx) => Promise<void>,
): Promise<void> {
  const { operatorId, id } = alarm.subject;
  await writeRefund(deps, async (tx) => {
    await lockCustomerOf(tx, alarm);
    const refund = await lockRefund(tx, operatorId, id);
    if (!refund) throw new ApiError("resource_not_found");
    if (!(await correctRefund(deps, tx, refund, alarm))) throw new ApiError("conflicting_state");
    await close(tx);
  });
}

/** Changes the refund as the processor's response would. False if it is in another state by now. */
async function correctRefund(
  deps: PaymentsDeps,
  tx: Tx,
  refund: RefundRecord,
  { problem, reference }: OutcomeAlarm,
): Promise<boolean> {
  switch (problem) {
    case "not_happened_after_all": {
      const nextCheckAtMs = nextLateCheckMs(0, deps.clock.nowMs());
      const patch = { failureCode: "refund_failed", nextCheckAtMs };
      return (await moveLocked(deps, tx, refund, "returned", patch)) !== undefined;
    }
    case "other_reference":
      if (refund.step !== "success") return false;
      await changeProviderRefund(deps, tx, refund, reference);
      return true;
    case "happened_after_all":
    case "happened_twice": {
      const found = reference === "" ? {} : { providerRefundId: reference };
      const mark = await findAppliedMark(tx, refund.operatorId, refund.refundId);
      const result = await arriveLate(deps, tx, refund, found, wasOnlyMarked(mark));
      // The customer has the money twice: a loss.
      if (result === "twice") await postReturnedTwice(tx, refund, deps.clock.nowMs());
      return result !== "final";
    }
    default:
      return false;
  }
}
