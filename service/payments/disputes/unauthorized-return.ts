import { unauthorizedReturnCodes } from "#contract/dispute-codes";
import { inTransaction } from "../../platform/database/transaction.ts";
import { newId } from "../../platform/randomness.ts";
import { achRailName } from "../methods/bank/bank-attempt.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import { attemptOf } from "../records.ts";
import { insertDispute } from "./dispute-store.ts";

/**
 * An ACH debit that its account holder calls unauthorised (R05, R07, R10, R11, R29) becomes a dispute that is
 * lost at once, because the network knows no defence. Other return codes, and a return that is stored already,
 * change nothing.
 */
export async function disputeUnauthorizedReturn(
  deps: PaymentsDeps,
  paymentId: string,
  returnCode: string | null,
): Promise<void> {
  if (returnCode === null || !unauthorizedReturnCodes.has(returnCode)) return;
  const found = await deps.store.findByPayment(paymentId);
  const intent = found && (await deps.store.read(found.paymentIntentId));
  const attempt = intent && attemptOf(intent, paymentId);
  if (!attempt) return;
  const { operatorId, paymentIntentId, externalCustomerId, currency } = intent;
  const { returned, price } = attempt;
  await deps.keyring.load(operatorId);
  const nowMs = deps.clock.nowMs();
  const isNew = await inTransaction(deps.database, (tx) =>
    insertDispute(deps, tx, {
      operatorId,
      disputeId: newId(deps, "dispute"),
      paymentIntentId,
      paymentId,
      externalCustomerId,
      processor: achRailName,
      // A debit is returned once.
      providerDisputeId: paymentId,
      network: "ach",
      reasonCode: returnCode,
      category: "unauthorized_debit",
      stage: "chargeback",
      status: "lost",
      outcome: "lost",
      amountMinor: price.totalMinor,
      currency,
      feeMinor: null,
      respondByMs: null,
      defendable: false,
      lastSequence: 0,
      refundedBeforeMinor: returned.baseMinor + returned.feesMinor + returned.taxMinor,
      evidenceSealed: null,
      submittedAtMs: null,
      refusalCode: null,
      refusedAtMs: null,
      version: 1,
      openedAtMs: nowMs,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
      closedAtMs: nowMs,
      remindedForMs: null,
      reminders: 0,
    }),
  );
  if (isNew) deps.webhooks.wake();
}
