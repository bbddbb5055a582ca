import type { PaymentIntent } from "#contract/api/payment-intents";
import { type AuditActor, appendAudit } from "../../../operators/audit/index.ts";
import { inTransaction } from "../../../platform/database/transaction.ts";
import { ApiError } from "../../../platform/http/api-error.ts";
import type { Answer, LeaseClaim } from "../../../platform/http/idempotency.ts";
import type { PaymentsDeps } from "../../payments-deps.ts";
import { presentIntent } from "../../present.ts";
import { attemptOf } from "../../records.ts";
import { applyAchOutcome } from "./apply-ach-outcome.ts";

/** Answers the operator's request to cancel a debit. See {@link cancelDebit}. */
export async function answerCancelDebit(
  deps: PaymentsDeps,
  { operatorId, actor }: { operatorId: string; actor: AuditActor },
  paymentId: string,
  claim: LeaseClaim,
): Promise<Answer<PaymentIntent>> {
  await requireAttempt(deps, operatorId, paymentId);
  await inTransaction(deps.database, (tx) => claim.begin(tx));
  const body = await cancelDebit(deps, operatorId, paymentId, actor);
  const answer = { statusCode: 200, body };
  await inTransaction(deps.database, (tx) => claim.finish(tx, answer));
  return answer;
}

/**
 * Cancels a debit, because the customer revoked it or the purchase is off. The payment fails as
 * `debit_canceled`. Works only until the debit is in a file. Canceling twice gives the same answer.
 * Refuses with `resource_not_found` and `conflicting_state`.
 */
export async function cancelDebit(
  deps: PaymentsDeps,
  operatorId: string,
  paymentId: string,
  actor: AuditActor,
): Promise<PaymentIntent> {
  const { intent, attempt } = await requireAttempt(deps, operatorId, paymentId);
  const isBank = attempt.type === "bank";
  if (isBank) await cancelEntry(deps, operatorId, paymentId, actor);
  const entry = isBank ? await deps.ach.find(operatorId, paymentId) : undefined;
  if (entry?.status !== "canceled") {
    throw new ApiError("conflicting_state", {
      message: "Only a bank debit that is not in a file yet can be canceled.",
    });
  }
  await applyAchOutcome(deps, paymentId, { status: "canceled", returnCode: null });
  const after = await deps.store.read(intent.paymentIntentId);
  return presentIntent(after ?? intent, deps.clock.nowMs());
}

async function requireAttempt(deps: PaymentsDeps, operatorId: string, paymentId: string) {
  const found = await deps.store.findByPayment(paymentId);
  const intent =
    found?.operatorId === operatorId ? await deps.store.read(found.paymentIntentId) : undefined;
  const attempt = intent && attemptOf(intent, paymentId);
  if (!attempt) throw new ApiError("resource_not_found");
  return { intent, attempt };
}

function cancelEntry(
  deps: PaymentsDeps,
  operatorId: string,
  paymentId: string,
  actor: AuditActor,
): Promise<void> {
  return inTransaction(deps.database, async (tx) => {
    if (!(await deps.ach.cancel(operatorId, paymentId, tx))) return;
    await appendAudit(deps, tx, operatorId, {
      actor,
      action: "payment.canceled",
      subject: { type: "payment", id: paymentId },
    });
  });
}
