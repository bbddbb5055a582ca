import { isClaimed } from "../../platform/database/machine-lease.ts";
import type { PaymentsDeps } from "../payments-deps.ts";

/**
 * Makes a look-up of an unsuccessful card payment due: for one in `processing` its outcome, for a failed one a late
 * charge, which is reversed. Does nothing while the customer or a request acts on the payment, and while a reversal is
 * due: its next request waits until the processor's look-ups know the last one.
 */
export async function lookUpNow(
  { database, clock, machineClock }: Pick<PaymentsDeps, "database" | "clock" | "machineClock">,
  { operatorId, paymentId }: { operatorId: string; paymentId: string },
): Promise<void> {
  await database.kysely
    .updateTable("payments")
    .set({ next_check_at: new Date(clock.nowMs()) })
    .where("operator_id", "=", operatorId)
    .where("payment_id", "=", paymentId)
    .where("type", "=", "card")
    .where("step", "in", ["processing", "failed"])
    .where((row) => row.or([row("reversal", "is", null), row("reversal", "=", "done")]))
    // A running look-up stays.
    .where((row) => row.not(isClaimed(machineClock.nowMs())))
    .execute();
}
