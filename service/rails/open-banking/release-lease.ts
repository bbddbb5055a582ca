import { isStoreUnavailable } from "../../platform/database/store-unavailable.ts";
import type { BankPayment, OpenBankingDeps } from "./bank-payment.ts";

/** `next_check_at` values that one piece of work wrote or tried to write. */
export type Leases = Date[];

/**
 * Runs the work. If it loses the store, recovery handles the payment when the store is back, without waiting for the
 * lease's end. Releases only this work's leases. Nothing is paid twice: recovery looks the payment up and orders only
 * under its key, and the bank takes one payment per key.
 */
export async function releaseLeaseOnOutage<Result>(
  deps: OpenBankingDeps,
  row: Pick<BankPayment, "payment_id">,
  leases: Leases,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isStoreUnavailable(error) && leases.length > 0) {
      deps.database.onceBack(() => releaseLease(deps, row, leases, deps.clock.nowMs()));
    }
    throw error;
  }
}

/** Makes a payment due at this time, unless its next check has another time than `leases`. */
export async function releaseLease(
  { database }: Pick<OpenBankingDeps, "database">,
  { payment_id: paymentId }: Pick<BankPayment, "payment_id">,
  leases: Leases,
  dueMs: number,
): Promise<void> {
  await database.kysely
    .updateTable("bank_payments")
    .set({ next_check_at: new Date(dueMs) })
    .where("payment_id", "=", paymentId)
    .where("next_check_at", "in", leases)
    .execute();
}
