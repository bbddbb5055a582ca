import {
  type BankPayment,
  changeBankPayment,
  moveBankPayment,
  type OpenBankingDeps,
} from "./bank-payment.ts";
import { awaitsCustomer } from "./bank-payment-states.ts";
import { letGoIfCutOff } from "./let-go.ts";
import { findOut } from "./order.ts";
import { tell } from "./tell.ts";

const mostAtOnce = 50;

/**
 * One round: ends what customers did not come back for, finishes what a crash cut off, asks banks about
 * what is under way, and tells what has not been told. It never orders anything under a new key.
 */
export async function recoverBankPayments(deps: OpenBankingDeps): Promise<"more" | undefined> {
  const due = await deps.database.kysely
    .selectFrom("bank_payments")
    .selectAll()
    .where("next_check_at", "<=", new Date(deps.clock.nowMs()))
    .orderBy("next_check_at")
    .limit(mostAtOnce)
    .execute();
  await Promise.all(
    due.map((row) =>
      recoverOne(deps, row).catch((error: unknown) => {
        deps.log.error("a payment by bank could not be recovered", {
          paymentId: row.payment_id,
          error,
        });
      }),
    ),
  );
  await tellUntold(deps);
  return due.length === mostAtOnce ? "more" : undefined;
}

async function recoverOne(deps: OpenBankingDeps, row: BankPayment): Promise<void> {
  await deps.keyring.load(row.operator_id);
  if (awaitsCustomer(row.status)) {
    const expired = await moveBankPayment(deps, row, "time_over", { reason: "bank_timed_out" });
    if (expired) await tell(deps, expired);
    return;
  }
  if (row.status === "exchanging") {
    // A code is good once, and nothing has been ordered without what it was to be traded for.
    const failed = await moveBankPayment(deps, row, "exchange_failed", {
      reason: "processing_interrupted",
    });
    if (failed) await tell(deps, failed);
    return;
  }
  // Whoever takes it first asks; the others find it changed.
  const leaseEnd = new Date(deps.clock.nowMs() + deps.times.leaseMs);
  await letGoIfCutOff(deps, row, [leaseEnd], async () => {
    const taken = await changeBankPayment(deps, row, { next_check_at: leaseEnd });
    if (taken) await findOut(deps, taken);
  });
}

async function tellUntold(deps: OpenBankingDeps): Promise<void> {
  const untold = await deps.database.kysely
    .selectFrom("bank_payments")
    .selectAll()
    .where("status", "not in", ["waiting", "at_bank"])
    .where((where) => where("told_status", "is distinct from", where.ref("status")))
    .orderBy("updated_at")
    .limit(mostAtOnce)
    .execute();
  for (const row of untold) await tell(deps, row);
}
