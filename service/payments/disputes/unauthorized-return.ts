import { unauthorizedReturnCodes } from "#contract/dispute-codes";
import { inTransaction } from "../../platform/database/transaction.ts";
import { newId } from "../../platform/randomness.ts";
import { achRailName } from "../methods/bank/bank-attempt.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import { attemptOf } from "../records.ts";
import { statusAfter } from "./dispute-states.ts";
import { insertDispute, writeDispute } from "./dispute-store.ts";
import { lockNewestInquiry, stopWaiting } from "./inquiries/inquiry-store.ts";

/**
 * An ACH debit that its account holder calls unauthorised (R05, R07, R10, R11, R29) becomes a dispute that is
 * lost at once, because the network knows no defence. It names the bank's inquiry about the debit, if there was one,
 * and ends it as lost. Other return codes, and a return that is stored already, change nothing.
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
  const isNew = await inTransaction(deps.database, async (tx) => {
    // Locked first: a dispute's row comes before its payment's.
    const inquiry = await lockNewestInquiry(tx, operatorId, paymentId);
    const isStored = await insertDispute(deps, tx, {
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
      bankReference: null,
      inquiryId: inquiry?.disputeId ?? null,
    });
    const status = inquiry && statusAfter(inquiry.status, "lose");
    if (isStored && status) {
      await stopWaiting(tx, inquiry);
      await writeDispute(deps, tx, inquiry, { status, outcome: "lost" });
    }
    return isStored;
  });
  if (isNew) deps.webhooks.wake();
}
