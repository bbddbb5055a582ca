import type { PaymentIntent } from "#contract/api/payment-intents";
import { requireActorStillAllowed } from "../operators/accounts/index.ts";
import { type AuditActor, appendAudit } from "../operators/audit/index.ts";
import { inTransaction } from "../platform/database/transaction.ts";
import { ApiError } from "../platform/http/api-error.ts";
import type { ApiResponse, LeaseClaim } from "../platform/http/idempotency.ts";
import { moveAttempt } from "./attempt-changes.ts";
import type { PaymentCancellation } from "./methods/payment-method.ts";
import type { PaymentsDeps } from "./payments-deps.ts";
import { presentIntent } from "./present.ts";
import { type AttemptRecord, attemptOf, type IntentRecord } from "./records.ts";
import { attemptStatus } from "./states/attempt-states.ts";

export interface CancelRequest {
  readonly operatorId: string;
  readonly paymentId: string;
  readonly actor: AuditActor;
}

/** An intent has few writers, so losing this many races in a row means a defect. */
const maxTries = 12;

/** {@link cancelPayment} for the API, once for each idempotency key. */
export async function answerCancelPayment(
  deps: PaymentsDeps,
  request: CancelRequest,
  claim: LeaseClaim,
): Promise<ApiResponse<PaymentIntent>> {
  await read(deps, request);
  await inTransaction(deps.database, (tx) => claim.begin(tx));
  const response = { statusCode: 200, body: await cancelPayment(deps, request) };
  await inTransaction(deps.database, (tx) => claim.finish(tx, response));
  return response;
}

/**
 * Cancels a payment that has not been charged or collected. One transaction fails the attempt, ends it at its rail, and
 * writes the event and the audit entry.
 *
 * It competes with the customer's steps for the intent's version, so a payment is canceled or continues, never both: a
 * charge begins only after its step is stored, and a canceled attempt has no such step. A processor that charges by
 * itself must confirm that it has ended the payment; otherwise nothing changes.
 *
 * A second call gives the same response. Throws `resource_not_found`, 409 `payment_not_cancelable`, and what
 * {@link requireActorStillAllowed} throws.
 */
export async function cancelPayment(
  deps: PaymentsDeps,
  request: CancelRequest,
): Promise<PaymentIntent> {
  await deps.keyring.load(request.operatorId);
  for (let tries = 0; tries < maxTries; tries += 1) {
    const { intent, attempt } = await read(deps, request);
    const cancellation = deps.methods.find(attempt.type)?.cancellation;
    if (isCanceled(attempt, cancellation)) return presentIntent(intent, deps.clock.nowMs());
    if (!cancellation?.isPossible(attempt)) throw refusalOf(attempt);
    const isEnded = (await cancellation.endOutside?.(intent, attempt)) ?? true;
    if (!isEnded) throw refusalOf(attempt);
    const canceled = await tryToCancel(deps, request, cancellation, intent, attempt);
    if (canceled) return presentIntent(canceled, deps.clock.nowMs());
  }
  throw new ApiError("service_unavailable");
}

/** Cancels the attempt; undefined if the intent has changed since it was read. */
async function tryToCancel(
  deps: PaymentsDeps,
  { operatorId, paymentId, actor }: CancelRequest,
  cancellation: PaymentCancellation,
  intent: IntentRecord,
  attempt: AttemptRecord,
): Promise<IntentRecord | undefined> {
  const nowMs = deps.clock.nowMs();
  const patch = cancellation.patch?.(attempt, nowMs) ?? {};
  const change = moveAttempt(intent, attempt, "refused", nowMs, patch, cancellation.reason);
  if (!change) throw refusalOf(attempt);
  const written = await deps.store.writeWith(change, async (tx) => {
    await requireActorStillAllowed(tx, operatorId, actor, "payments.decide");
    const isEnded = (await cancellation.endAtRail?.(tx, { operatorId, paymentId })) ?? true;
    if (!isEnded) throw refusalOf(attempt);
    await appendAudit(deps, tx, operatorId, {
      actor,
      action: "payment.canceled",
      subject: { type: "payment", id: paymentId },
      details: { type: attempt.type },
    });
  });
  return written ? change.intent : undefined;
}

/**
 * Whether the payment method allows it now. {@link cancelPayment} may still be refused, because the payment continues.
 */
export function canCancel(
  { methods }: Pick<PaymentsDeps, "methods">,
  attempt: AttemptRecord,
): boolean {
  return methods.find(attempt.type)?.cancellation.isPossible(attempt) ?? false;
}

async function read(deps: PaymentsDeps, { operatorId, paymentId }: CancelRequest) {
  const found = await deps.store.findByPayment(paymentId);
  const intent =
    found?.operatorId === operatorId ? await deps.store.read(found.paymentIntentId) : undefined;
  const attempt = intent && attemptOf(intent, paymentId);
  if (!attempt) throw new ApiError("resource_not_found");
  return { intent, attempt };
}

function isCanceled(
  { step, messages }: AttemptRecord,
  cancellation?: PaymentCancellation,
): boolean {
  return step === "failed" && messages.some(({ code }) => code === cancellation?.reason);
}

function refusalOf({ step }: AttemptRecord): ApiError {
  const status = attemptStatus(step);
  const messages = {
    success: "The payment has succeeded, so it can no longer be canceled. Refund it instead.",
    failed: "The payment has already failed, so there is nothing to cancel or refund.",
    pending:
      "The payment may already be charged, so it can no longer be canceled. If it succeeds, refund it.",
  };
  return new ApiError("payment_not_cancelable", { message: messages[status] });
}
