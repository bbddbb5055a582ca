import { appendAudit } from "../../operators/audit/index.ts";
import { inTransaction } from "../../platform/database/transaction.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { newHold } from "../flow/attempt-hold.ts";
import type { LookUpAnswer } from "../methods/payment-method.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import { lookUpLeaseMs, withLookUpLease } from "./look-up-lease.ts";
import { readAttempt } from "./mark-payment.ts";
import { findAppliedMark } from "./mark-store.ts";
import { ruleOfPayment } from "./outcome-rules.ts";
import type { auditAbout } from "./records.ts";

export interface LookUpRequest {
  readonly operatorId: string;
  /** The payment's or refund's id. */
  readonly subjectId: string;
  readonly staffId: string;
}

/** The response while another person's look-up runs. */
export const runningLookUp: LookUpAnswer = { answer: "running", reference: null, reason: null };

/**
 * Looks up a card payment with an unknown or marked outcome, under the attempt's key. Applies the response as the
 * recovery job does. Never charges. Throws 404, and 409 `outcome_known`.
 */
export async function lookUpPayment(
  deps: PaymentsDeps,
  { operatorId, subjectId: paymentId, staffId }: LookUpRequest,
): Promise<LookUpAnswer> {
  await deps.keyring.load(operatorId);
  const row = {
    table: "payments",
    operatorId,
    id: paymentId,
    leaseMs: lookUpLeaseMs(deps),
  } as const;
  await requireUnknown(deps, operatorId, paymentId);
  const answer = await withLookUpLease(deps, row, async () => {
    const { intent, attempt } = await requireUnknown(deps, operatorId, paymentId);
    const { paymentIntentId } = intent;
    const handle = {
      deps,
      operatorId,
      paymentIntentId,
      paymentId,
      claim: null,
      successCode: 200 as const,
      hold: newHold(),
    };
    const lookUp = deps.methods.find(attempt.type)?.lookUp;
    if (!lookUp) throw new ApiError("outcome_known");
    return lookUp(handle, intent, attempt);
  });
  if (answer === "running") return runningLookUp;
  const subject = { type: "payment", id: paymentId };
  const about = { action: "payment.looked_up", subject };
  await auditLookUp(deps, { operatorId, staffId }, about, answer);
  return answer;
}

async function requireUnknown(deps: PaymentsDeps, operatorId: string, paymentId: string) {
  const found = await readAttempt(deps, operatorId, paymentId);
  const { attempt } = found;
  const isUnknown =
    ruleOfPayment(attempt, deps.clock.nowMs()) !== null ||
    (await findAppliedMark(deps.database.kysely, operatorId, paymentId)) !== undefined;
  if (!isUnknown) throw new ApiError("outcome_known");
  return found;
}

/** Writes the audit entry in its own transaction, after the look-up. */
export async function auditLookUp(
  deps: Pick<PaymentsDeps, "database" | "clock" | "keyring">,
  { operatorId, staffId }: Pick<LookUpRequest, "operatorId" | "staffId">,
  about: ReturnType<typeof auditAbout>,
  { answer, reference }: LookUpAnswer,
): Promise<void> {
  await inTransaction(deps.database, (tx) =>
    appendAudit(deps, tx, operatorId, {
      actor: { kind: "staff", staffId },
      ...about,
      details: { answer, reference },
    }),
  );
}
