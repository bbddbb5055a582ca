import { isStoreUnavailable } from "../../platform/database/store-unavailable.ts";
import type { BankPayment, OpenBankingDeps } from "./bank-payment.ts";

/** Ends of the leases that one piece of work wrote, or tried to, as `next_check_at`. */
export type Leases = Date[];

/**
 * Does work on a payment at the bank. If it loses the store, the work is over, and recovery takes the
 * payment up as soon as the store is back instead of when the lease runs out. Only a lease of this very
 * work is given up. Nothing is paid twice: recovery asks the bank by the payment's key first, orders only
 * under that key, and the bank takes one payment for each key.
 */
export async function letGoIfCutOff<Result>(
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
