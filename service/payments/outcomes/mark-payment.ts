import { isUniqueViolation } from "../../platform/database/database.ts";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { type IntentChange, moveAttempt } from "../attempt-changes.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import { type AttemptRecord, attemptOf, type IntentRecord } from "../records.ts";
import {
  type MarkRequest,
  needsSecondPerson,
  requireMarkable,
  requireStillWithinLimit,
  requireWithinLimit,
} from "./mark-rules.ts";
import { insertMark } from "./mark-store.ts";
import { nextLateCheckMs, ruleOfPayment, subjectOfPayment } from "./outcome-rules.ts";
import type { OutcomeMark } from "./records.ts";

/** An intent has few writers, so losing this many races in a row is a bug. */
const maxTries = 12;

/** Reads an attempt from the store. Throws 404. */
export async function readAttempt(
  { store }: Pick<PaymentsDeps, "store">,
  operatorId: string,
  paymentId: string,
): Promise<{ intent: IntentRecord; attempt: AttemptRecord }> {
  const found = await store.findByPayment(paymentId);
  const intent =
    found?.operatorId === operatorId ? await store.read(found.paymentIntentId) : undefined;
  const attempt = intent && attemptOf(intent, paymentId);
  if (!attempt) throw new ApiError("resource_not_found");
  return { intent, attempt };
}

/**
 * Marks a payment with an unknown outcome, or stores the mark until a second person confirms it. Throws 404, the errors
 * of `requireMarkable` and `requireStillWithinLimit`, and 409 `processor_reference_taken`.
 */
export async function markPayment(deps: PaymentsDeps, request: MarkRequest): Promise<void> {
  const { operatorId, subjectId } = request;
  await deps.keyring.load(operatorId);
  const { settings } = await deps.operators.get(operatorId);
  for (let tries = 0; tries < maxTries; tries += 1) {
    const { intent, attempt } = await readAttempt(deps, operatorId, subjectId);
    requireMarkable(ruleOfPayment(attempt, deps.clock.nowMs()), request);
    const subject = subjectOfPayment(intent, attempt);
    requireWithinLimit(subject, request);
    const insert = async (tx: Tx, state: "waiting" | "applied") => {
      await requireStillWithinLimit(tx, subject, request, "payments.refund");
      await insertMark(deps, tx, subject, request, state);
    };
    if (needsSecondPerson(settings, subject)) {
      return inTransaction(deps.database, (tx) => insert(tx, "waiting"));
    }
    const change = markedChange(intent, attempt, request, deps.clock.nowMs());
    if (await writeMarked(deps, change, (tx) => insert(tx, "applied"))) return;
  }
  throw new ApiError("service_unavailable");
}

/**
 * Applies a mark after a second person's confirmation; `alsoWrite` writes in the same transaction. `ended`: the outcome
 * is already known. `lost`: another write came first; try again.
 */
export async function applyMarkToPayment(
  deps: PaymentsDeps,
  mark: OutcomeMark,
  alsoWrite: (tx: Tx) => Promise<void>,
): Promise<"applied" | "ended" | "lost"> {
  const { operatorId, id } = mark.subject;
  const { intent, attempt } = await readAttempt(deps, operatorId, id);
  const nowMs = deps.clock.nowMs();
  const rule = ruleOfPayment(attempt, nowMs);
  if (!rule || (rule.onlyFailed && mark.outcome === "success")) return "ended";
  const change = markedChange(intent, attempt, mark, nowMs);
  return (await writeMarked(deps, change, alsoWrite)) ? "applied" : "lost";
}

/** Moves the attempt as the processor's response would, and schedules the first late look-up. */
function markedChange(
  intent: IntentRecord,
  attempt: AttemptRecord,
  { outcome, reference }: Pick<OutcomeMark, "outcome" | "reference">,
  nowMs: number,
): IntentChange {
  const isReversing = attempt.reversal === "due";
  const nextCheckAtMs = isReversing ? nowMs : nextLateCheckMs(0, nowMs);
  const change =
    outcome === "success"
      ? moveAttempt(intent, attempt, "approved", nowMs, { chargeId: reference, nextCheckAtMs })
      : moveAttempt(intent, attempt, "refused", nowMs, { nextCheckAtMs }, "processing_interrupted");
  if (!change) throw new ApiError("conflicting_state");
  return change;
}

/**
 * Writes a mark's change, like `writeWith` of the payment store. Throws 409 `processor_reference_taken` for another
 * payment's charge.
 */
export async function writeMarked(
  deps: Pick<PaymentsDeps, "store">,
  change: IntentChange,
  alsoWrite: (tx: Tx) => Promise<void>,
  first?: (tx: Tx) => Promise<unknown>,
): Promise<boolean> {
  try {
    return await deps.store.writeWith(change, alsoWrite, { first });
  } catch (error) {
    if (!isUniqueViolation(error, "payments_one_charge")) throw error;
    throw new ApiError("processor_reference_taken");
  }
}
