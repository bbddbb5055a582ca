import { isStoreUnavailable } from "../../platform/database/store-unavailable.ts";
import type { FailurePauses } from "../../platform/jobs/failure-pauses.ts";
import { isInLane, type Lane } from "../../platform/jobs/lanes.ts";
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
import { type Leases, releaseLease, releaseLeaseOnOutage } from "./release-lease.ts";
import { reportUpdate } from "./report-update.ts";

const batchSize = 50;

/**
 * One round of a job: expires payments without a return, finishes what a crash interrupted, and looks up orders under
 * way. Each bank has its own lane. Never orders under a new key. A payment that fails each time is tried after growing
 * pauses.
 */
export async function recoverBankPayments(
  deps: OpenBankingDeps,
  lane: Lane,
  pauses: FailurePauses,
): Promise<"more" | undefined> {
  const due = await deps.database.kysely
    .selectFrom("bank_payments")
    .selectAll()
    .where("next_check_at", "<=", new Date(deps.clock.nowMs()))
    .where(isInLane("bank_name", lane))
    .orderBy("next_check_at")
    .limit(batchSize)
    .execute();
  await workAtOnce(due, async (row) => {
    const { payment_id: paymentId, next_check_at: dueAt } = row;
    const leases: Leases = dueAt ? [dueAt] : [];
    try {
      await recoverOne(deps, row, leases);
      pauses.forget(paymentId);
    } catch (error) {
      deps.log.errorHourly("a payment by bank could not be recovered", { paymentId, error });
      if (isStoreUnavailable(error)) return;
      const pauseMs = pauses.afterFailure(paymentId, error, deps.times.leaseMs);
      await releaseLease(deps, row, leases, deps.clock.nowMs() + pauseMs);
    }
  });
  return due.length === batchSize ? "more" : undefined;
}

/** `leases`: gets the times that this work wrote as the row's next check. */
async function recoverOne(deps: OpenBankingDeps, row: BankPayment, leases: Leases): Promise<void> {
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
  leases.push(leaseEnd);
  await releaseLeaseOnOutage(deps, row, leases, async () => {
    const taken = await changeBankPayment(deps, row, { next_check_at: leaseEnd });
    if (taken) await resolveOrder(deps, taken, leases);
  });
}

/** One round of a job: reports updates that could not be reported when they happened. */
export async function reportUnreported(
  deps: OpenBankingDeps,
  signal: AbortSignal,
): Promise<undefined> {
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
