import type { BankPayment, OpenBankingDeps } from "./bank-payment.ts";

/**
 * Tells the payment what became of it at the bank. Where that fails the job does it again, so it never
 * throws; the listener must not mind being told twice.
 */
export async function tell(deps: OpenBankingDeps, row: BankPayment): Promise<void> {
  const listener = deps.listener.current;
  if (!listener) return;
  try {
    await deps.keyring.load(row.operator_id);
    await listener({
      operatorId: row.operator_id,
      paymentIntentId: row.payment_intent_id,
      paymentId: row.payment_id,
      status: row.status,
      reason: row.reason,
      account: row.account,
    });
    // Only what was told: it may have moved on meanwhile.
    await deps.database.kysely
      .updateTable("bank_payments")
      .set({ told_status: row.status })
      .where("payment_id", "=", row.payment_id)
      .execute();
  } catch (error) {
    deps.log.error("what became of a payment by bank could not be told", {
      paymentId: row.payment_id,
      error,
    });
  }
}
