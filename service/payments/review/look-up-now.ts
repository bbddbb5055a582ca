import { sql } from "kysely";
import { isClaimed } from "../../platform/database/machine-lease.ts";
import type { PaymentsDeps } from "../payments-deps.ts";

/**
 * Makes a look-up of an unsuccessful card payment due: for a pending one its outcome, for a failed one a late charge,
 * which is reversed. False if there is no such payment.
 */
export async function lookUpNow(
  { database, clock, machineClock }: Pick<PaymentsDeps, "database" | "clock" | "machineClock">,
  { operatorId, paymentId }: { operatorId: string; paymentId: string },
): Promise<boolean> {
  const { numUpdatedRows } = await database.kysely
    .updateTable("payments")
    .set((row) => ({
      // A running look-up stays.
      next_check_at: sql<Date>`case
        when ${isClaimed(machineClock.nowMs())} then ${row.ref("next_check_at")}
        else ${new Date(clock.nowMs())}::timestamptz end`,
    }))
    .where("operator_id", "=", operatorId)
    .where("payment_id", "=", paymentId)
    .where("type", "=", "card")
    .where("status", "!=", "success")
    .where((where) =>
      where.or([where("status", "=", "failed"), where("next_check_at", "is not", null)]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
