import { isStoreUnavailable } from "../../platform/database/store-unavailable.ts";
import type { BankPayment, OpenBankingDeps } from "./bank-payment.ts";

/** Ends of the leases that one piece of work wrote or tried to write, as `next_check_at`. */
export type Leases = Date[];

/**
 * Runs work on a payment at the bank. If the work loses the store, recovery handles the payment as soon as
 * the store is back, and does not wait for the lease to end. Only this work's own leases are released.
 * Nothing is paid twice: recovery first looks the payment up by its key and orders only under that key, and
 * the bank takes one payment per key.
 */
export async function releaseLeaseOnOutage<Result>(
  deps: OpenBankingDeps,
  { payment_id: paymentId }: Pick<BankPayment, "payment_id">,
  leases: Leases,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isStoreUnavailable(error) && leases.length > 0) {
      deps.database.onceBack(() =>
        deps.database.kysely
          .updateTable("bank_payments")
          .set({ next_check_at: new Date(deps.clock.nowMs()) })
          .where("payment_id", "=", paymentId)
          .where("next_check_at", "in", leases)
          .execute(),
      );
    }
    throw error;
  }
}
