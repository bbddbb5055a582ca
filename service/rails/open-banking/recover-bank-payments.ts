import { isStoreUnavailable } from "../../platform/database/store-unavailable.ts";
import { workAtOnce } from "../../platform/jobs/work-at-once.ts";
import { workThrough } from "../../platform/jobs/work-through.ts";
import {
  type BankPayment,
  changeBankPayment,
  moveBankPayment,
  type OpenBankingDeps,
} from "./bank-payment.ts";
import { awaitsCustomer } from "./bank-payment-states.ts";
import { resolveOrder } from "./order-payment.ts";
import { releaseLeaseOnOutage } from "./release-lease.ts";
import { reportUpdate } from "./report-update.ts";

const batchSize = 50;

/**
 * One round of the job: expires payments without a return, finishes what a crash interrupted, looks up orders under
 * way, and reports unreported updates. Never orders under a new key.
 */
export async function recoverBankPayments(
  deps: OpenBankingDeps,
  signal: AbortSignal = new AbortController().signal,
): Promise<"more" | undefined> {
  const due = await deps.database.kysely
    .selectFrom("bank_payments")
    .selectAll()
    .where("next_check_at", "<=", new Date(deps.clock.nowMs()))
    .orderBy("next_check_at")
    .limit(batchSize)
    .execute();
  await workAtOnce(due, (row) =>
    recoverOne(deps, row).catch(async (error: unknown) => {
      deps.log.errorHourly("a payment by bank could not be recovered", {
        paymentId: row.payment_id,
        error,
      });
      if (isStoreUnavailable(error)) return;
      // Moves the payment behind the others. Does nothing if a lease was taken: that changed the row.
      const laterMs = deps.clock.nowMs() + deps.times.leaseMs;
      await changeBankPayment(deps, row, { next_check_at: new Date(laterMs) });
    }),
  );
  await reportUnreported(deps, signal);
  return due.length === batchSize ? "more" : undefined;
}

async function recoverOne(deps: OpenBankingDeps, row: BankPayment): Promise<void> {
  await deps.keyring.load(row.operator_id);
  if (awaitsCustomer(row.status)) {
    const expired = await moveBankPayment(deps, row, "time_over", { reason: "bank_timed_out" });
    if (expired) await reportUpdate(deps, expired);
    return;
  }
  if (row.status === "exchanging") {
    // The code works once and its token is lost, without which nothing can have been ordered.
    const failed = await moveBankPayment(deps, row, "exchange_failed", {
      reason: "processing_interrupted",
    });
    if (failed) await reportUpdate(deps, failed);
    return;
  }
  // Only the first process to take the lease looks it up.
  const leaseEnd = new Date(deps.clock.nowMs() + deps.times.leaseMs);
  const leases = [leaseEnd];
  await releaseLeaseOnOutage(deps, row, leases, async () => {
    const taken = await changeBankPayment(deps, row, { next_check_at: leaseEnd });
    if (taken) await resolveOrder(deps, taken, leases);
  });
}

async function reportUnreported(deps: OpenBankingDeps, signal: AbortSignal): Promise<void> {
  await workThrough(signal, {
    read: (most, skip) =>
      deps.database.kysely
        .selectFrom("bank_payments")
        .selectAll()
        .where("status", "not in", ["waiting", "at_bank"])
        .where((where) => where("told_status", "is distinct from", where.ref("status")))
        .orderBy("updated_at")
        .orderBy("payment_id")
        .limit(most)
        .offset(skip)
        .execute(),
    work: (row) => reportUpdate(deps, row),
    onFailure: () => undefined,
  });
}
