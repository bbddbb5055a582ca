import { unauthorizedReturnCodes } from "#contract/dispute-codes";
import { totalOfParts } from "#contract/refund-parts";
import { inTransaction } from "../../platform/database/transaction.ts";
import { achRailName } from "../methods/bank/bank-attempt.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import { attemptOf } from "../records.ts";
import { statusAfter } from "./dispute-states.ts";
import { insertDispute, writeDispute } from "./dispute-store.ts";
import { lockNewestInquiry, stopWaiting } from "./inquiries/inquiry-store.ts";
import { newDispute } from "./new-dispute.ts";

/**
 * Opens a dispute, lost at once, for an ACH debit that its account holder calls unauthorized (R05, R07, R10, R11, R29):
 * the network allows no defence. Names the bank's earlier inquiry about the debit and ends it as lost. Other return
 * codes, and a known return, change nothing.
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
  const isNew = await inTransaction(deps.database, async (tx) => {
    // The inquiry is locked first: a dispute's row comes before its payment's.
    const inquiry = await lockNewestInquiry(tx, operatorId, paymentId);
    const dispute = newDispute(deps, {
      operatorId,
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
      defendable: false,
      refundedBeforeMinor: totalOfParts(returned),
      inquiryId: inquiry?.disputeId ?? null,
    });
    const isStored = await insertDispute(deps, tx, dispute);
    const status = inquiry && statusAfter(inquiry.status, "lose");
    if (isStored && status) {
      await stopWaiting(tx, inquiry);
      await writeDispute(deps, tx, inquiry, { status, outcome: "lost" });
    }
    return isStored;
  });
  if (isNew) deps.webhooks.wake();
}
