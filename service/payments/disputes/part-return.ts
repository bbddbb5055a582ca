import { findDisputeCode } from "#contract/dispute-codes";
import { returnCodeOf } from "#contract/payment-reasons/bank-reasons";
import { totalOfParts } from "#contract/refund-parts";
import { payByBankProcessor } from "../../ledger/index.ts";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import type { BankPaymentUpdate } from "../../rails/open-banking/index.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import { attemptOf } from "../records.ts";
import { lockPayment, type PaymentKey } from "../refunds/refunded-payment.ts";
import { insertDispute } from "./dispute-store.ts";
import { newDispute } from "./new-dispute.ts";

/** The code of a partial return without a Nacha return code. */
const noCode = "bank_return";

/**
 * Opens a dispute, lost at once, for the part of a payment by bank that the bank sent back. The rest stays paid; the
 * lost part cannot be refunded. Each part has a separate dispute. `returnedMinor` counts all parts, so a repeated or
 * late update changes nothing.
 */
export async function disputePartReturn(
  deps: PaymentsDeps,
  {
    operatorId,
    paymentIntentId,
    paymentId,
    returnedMinor,
    reason,
  }: Pick<
    BankPaymentUpdate,
    "operatorId" | "paymentIntentId" | "paymentId" | "returnedMinor" | "reason"
  >,
): Promise<void> {
  if (returnedMinor === 0) return;
  const intent = await deps.store.read(paymentIntentId);
  const attempt = intent && attemptOf(intent, paymentId);
  if (!attempt || intent.operatorId !== operatorId) return;
  const { externalCustomerId, currency } = intent;
  const key = { operatorId, paymentIntentId, paymentId };
  const reasonCode = returnCodeOf(reason ?? "") ?? noCode;
  const isNew = await inTransaction(deps.database, async (tx) => {
    // The payment is locked first, so that two concurrent reports do not count the same part twice.
    const payment = await lockPayment(deps, tx, key);
    const amountMinor = returnedMinor - (await disputedSoFar(tx, key));
    if (!payment || amountMinor <= 0) return false;
    const dispute = newDispute(deps, {
      ...key,
      externalCustomerId,
      processor: payByBankProcessor,
      providerDisputeId: `${paymentId}-${returnedMinor}`,
      network: "ach",
      reasonCode,
      category: findDisputeCode("ach", reasonCode)?.category ?? "other",
      stage: "chargeback",
      status: "lost",
      outcome: "lost",
      amountMinor,
      currency,
      defendable: false,
      refundedBeforeMinor: totalOfParts(payment.returned),
    });
    return insertDispute(deps, tx, dispute);
  });
  if (isNew) deps.webhooks.wake();
}

async function disputedSoFar(
  tx: Tx,
  { operatorId, paymentIntentId, paymentId }: PaymentKey,
): Promise<number> {
  const rows = await tx
    .selectFrom("disputes")
    .select("amount_minor")
    .where("operator_id", "=", operatorId)
    .where("payment_intent_id", "=", paymentIntentId)
    .where("payment_id", "=", paymentId)
    .where("processor", "=", payByBankProcessor)
    .execute();
  return rows.reduce((sum, row) => sum + row.amount_minor, 0);
}
