import type { BankPayment, OpenBankingDeps } from "./bank-payment.ts";

/**
 * Reports an update, and resolves to whether it is reported. Never throws: the job reports again what failed here, so
 * the listener can get an update twice.
 */
export async function reportUpdate(deps: OpenBankingDeps, row: BankPayment): Promise<boolean> {
  const listener = deps.listener.current;
  if (!listener) return false;
  try {
    await deps.keyring.load(row.operator_id);
    await listener({
      operatorId: row.operator_id,
      paymentIntentId: row.payment_intent_id,
      paymentId: row.payment_id,
      status: row.status,
      reason: row.reason,
      returnedMinor: row.returned_minor,
      account: row.account,
    });
    // The reported status, not the current one: the payment may have moved in the meantime.
    const { numUpdatedRows } = await deps.database.kysely
      .updateTable("bank_payments")
      .set({ told_status: row.status })
      .where("payment_id", "=", row.payment_id)
      // A part that came back in the meantime has its own report.
      .where("returned_minor", "=", row.returned_minor)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  } catch (error) {
    deps.log.errorHourly("an update of a payment by bank could not be reported", {
      paymentId: row.payment_id,
      error,
    });
    return false;
  }
}
