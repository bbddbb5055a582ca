/*
 * Sends refunds and finds their outcomes. refund-check.ts asks the other party; this file applies its responses.
 *
 * Guarantees at most one refund for each request: the key is the refund's id, and the other party makes one refund for
 * each key. A try is recorded before it is sent. After an unknown outcome only a look-up under the key decides: the
 * refund is sent again, with the same key, only if the other party has none. While an earlier try may be on its way, a
 * refusal of a later one is not trusted.
 *
 * If a bank refuses a refund for good, or offers none, the refund waits for an account that the customer names, unless
 * the payment itself came back (payment-undone.ts). Transfers to named destinations are sent like other refunds, after
 * their approval.
 *
 * If a refund cannot be sent or looked up, for example because the other party refuses our credentials, the reason is
 * stored with it. Staff and the API see that reason (contract/refund-waits.ts).
 *
 * Look-ups continue after a refused repeat or a mark by staff (follow-ended.ts), and after a success
 * (look-up-times.ts): for the reference that the customer's bank asks for, and because a bank can return the money. A
 * person's look-up never sends.
 */
import type { RefundWait } from "#contract/refund-waits";
import { lockExistingCustomer } from "../../customers/profile/index.ts";
import { isUniqueViolation } from "../../platform/database/database.ts";
import { leaseFor } from "../../platform/database/machine-lease.ts";
import { isStoreUnavailable } from "../../platform/database/store-unavailable.ts";
import { inTransaction } from "../../platform/database/transaction.ts";
import type { FailurePauses } from "../../platform/jobs/failure-pauses.ts";
import type { Lane } from "../../platform/jobs/lanes.ts";
import { workAtOnce } from "../../platform/jobs/work-at-once.ts";
import { findAppliedMark } from "../outcomes/mark-store.ts";
import { nextLateCheckMs } from "../outcomes/outcome-rules.ts";
import type { OutcomeMark } from "../outcomes/records.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import { newTransfer } from "./destination/link.ts";
import { acceptLateArrival, compareWithMark } from "./follow-ended.ts";
import { firstWatchMs, nextLookUpMs, pauseMs } from "./look-up-times.ts";
import { leavesNoDebt } from "./post-refund.ts";
import type { RefundRecord } from "./records.ts";
import {
  createRefundCheck,
  lookUp,
  type RefundCheck,
  sendOrLookUp,
  unknownUnlessProven,
} from "./refund-check.ts";
import { claimDue, postponeCheck, releaseClaim } from "./refund-queue.ts";
import type { RefundOutcome } from "./refund-rail.ts";
import type { RefundEvent } from "./refund-steps.ts";
import { moveRefund, type RefundPatch, writeReference } from "./refund-store.ts";

const batchSize = 20;
/** The claim is longer than all calls of one check. */
const claimMs = 120_000;
const dayMs = 24 * 60 * 60_000;

/** Each card processor has its own lane. A refund that fails each time is tried after growing pauses. */
export async function followRefunds(
  deps: PaymentsDeps,
  lane: Lane,
  pauses: FailurePauses,
): Promise<"more" | undefined> {
  const lease = leaseFor(deps, claimMs);
  const { untilMs } = lease;
  const release = (refundIds: readonly string[] | null) =>
    deps.database.onceBack(() =>
      releaseClaim(deps, lane, { refundIds, untilMs, dueMs: deps.clock.nowMs() }),
    );
  const due = await claimDue(deps, lane, lease, batchSize).catch((error: unknown) => {
    // The claim may have been stored although its response is lost.
    if (isStoreUnavailable(error)) release(null);
    throw error;
  });
  await workAtOnce(due, async (refund) => {
    const { refundId } = refund;
    try {
      await followRefund(deps, refund);
      pauses.forget(refundId);
    } catch (error) {
      deps.log.errorHourly("a refund could not be checked", { refundId, error });
      if (isStoreUnavailable(error)) return release([refundId]);
      const dueMs = lease.nowMs + pauses.afterFailure(refundId, error, claimMs);
      await releaseClaim(deps, lane, { refundIds: [refundId], untilMs, dueMs });
    }
  });
  return due.length === batchSize ? "more" : undefined;
}

async function followRefund(deps: PaymentsDeps, refund: RefundRecord): Promise<void> {
  await deps.keyring.load(refund.operatorId);
  const check = await createRefundCheck(deps, refund, "job");
  if (!check) {
    deps.log.error("a refund's payment method is not configured", { refundId: refund.refundId });
    const nextMs = nextLookUpMs(refund, undefined, deps.clock.nowMs());
    return postponeCheck(deps, refund, nextMs, "provider_not_configured");
  }
  const outcome = await sendOrLookUp(deps, check);
  await storeOutcome(deps, check, outcome);
}

/**
 * Looks a refund up at a person's request. Never sends it. The job's schedule stays as it is. Needs the operator's key.
 */
export async function lookUpRefund(
  deps: PaymentsDeps,
  refund: RefundRecord,
): Promise<RefundOutcome> {
  const check = await createRefundCheck(deps, refund, "person");
  if (!check) return { type: "unknown", reason: "no_such_processor" };
  const outcome = unknownUnlessProven(check, await lookUp(deps, check));
  await storeOutcome(deps, check, outcome);
  return outcome;
}

async function storeOutcome(
  deps: PaymentsDeps,
  check: RefundCheck,
  outcome: RefundOutcome,
): Promise<void> {
  const { refund } = check;
  const { operatorId, refundId, step } = refund;
  const nowMs = deps.clock.nowMs();
  if (step === "success" || step === "failed") {
    const mark = await findAppliedMark(deps.database.kysely, operatorId, refundId);
    // After a confirmed correction the refund is followed like any other.
    const isCorrected = step === "success" && mark?.outcome === "failed";
    if (mark && mark.confirmedAtMs === null && !isCorrected) {
      return followMark(deps, check, mark, outcome);
    }
    if (step === "failed") return followFailed(deps, check, outcome);
  }
  switch (outcome.type) {
    case "success": {
      const details = detailsOf(refund, outcome);
      if (step === "success") return storeReference(deps, check, details);
      return move(deps, check, "arrived", {
        ...details,
        settledAtMs: nowMs,
        nextCheckAtMs: firstWatchMs(check.rail.lookUps, details.reference !== null, nowMs),
      });
    }
    case "pending": {
      const details = detailsOf(refund, outcome);
      if (step !== "requested") return postpone(deps, check);
      const nextCheckAtMs = nowMs + pauseMs(check.rail.lookUps, 0);
      return move(deps, check, "accepted", { ...details, nextCheckAtMs });
    }
    case "failed":
      return fail(deps, check, outcome.failureCode, {
        providerRefundId: outcome.providerRefundId,
        kind: outcome.kind,
      });
    case "rejected":
      // The refusal of a repeat says nothing about the first request.
      return fail(deps, check, outcome.failureCode, {
        nextCheckAtMs: refund.sentAtMs === null ? null : nextLateCheckMs(0, nowMs),
      });
    case "credentials_refused":
      deps.log.error("a processor refused our credentials for a refund", { refundId });
      return postpone(deps, check, "credentials_refused");
    case "unreached": {
      const { waitsFor = "provider_unreachable" } = outcome;
      deps.log.warn("a refund could not be sent", { refundId, reason: waitsFor });
      return postpone(deps, check, waitsFor);
    }
    default: {
      const reason = "reason" in outcome ? outcome.reason : outcome.type;
      deps.log.warn("the outcome of a refund is not known yet", { refundId, reason });
      return postpone(deps, check, outcome.type === "unknown" ? outcome.waitsFor : null);
    }
  }
}

/** Follows a marked refund until the other party has confirmed the mark. */
async function followMark(
  deps: PaymentsDeps,
  check: RefundCheck,
  mark: OutcomeMark,
  outcome: RefundOutcome,
): Promise<void> {
  const { refund } = check;
  const verdict = await compareWithMark(deps, refund, mark, unknownUnlessProven(check, outcome));
  if (refund.step === "failed" && verdict !== "open") return postponeCheck(deps, refund, null);
  if (verdict === "agreed" && outcome.type === "success") {
    return storeReference(deps, check, detailsOf(refund, outcome));
  }
  return postpone(deps, check);
}

/** A refund that failed can still succeed: a try before the refused one may have arrived. */
async function followFailed(
  deps: PaymentsDeps,
  check: RefundCheck,
  outcome: RefundOutcome,
): Promise<void> {
  const { refund } = check;
  const hasEnded = outcome.type === "success" || outcome.type === "failed";
  if (!hasEnded) return postpone(deps, check);
  if (outcome.type === "success") await acceptLateArrival(deps, refund, outcome);
  // Has no effect on a refund that arrived after all: that has a new schedule.
  await postponeCheck(deps, refund, null);
}

/** A known reference stays, even if a later response omits it. */
function detailsOf(
  refund: RefundRecord,
  outcome: Extract<RefundOutcome, { type: "pending" | "success" }>,
) {
  const { providerRefundId, kind } = outcome;
  return { providerRefundId, kind, reference: outcome.reference ?? refund.reference };
}

async function storeReference(
  deps: PaymentsDeps,
  check: RefundCheck,
  details: ReturnType<typeof detailsOf>,
): Promise<void> {
  const { refund } = check;
  const isNew = details.reference !== null && refund.reference === null;
  if (!isNew) return postpone(deps, check);
  const nextCheckAtMs = deps.clock.nowMs() + dayMs;
  await writeReference(deps, refund, { reference: details.reference, nextCheckAtMs });
}

async function fail(
  deps: PaymentsDeps,
  check: RefundCheck,
  failureCode: string,
  patch: RefundPatch,
): Promise<void> {
  const { refund } = check;
  // Until an earlier request can no longer arrive, a transfer could return the money twice.
  const mayHaveArrived = typeof patch.nextCheckAtMs === "number";
  const isNeeded = check.canTransfer && !leavesNoDebt({ ...refund, failureCode });
  if (isNeeded && refund.step !== "success" && !mayHaveArrived) {
    return askForDestination(deps, check, failureCode);
  }
  const event = refund.step === "success" ? "returned" : "refused";
  deps.log.warn("a refund failed", { refundId: refund.refundId, failureCode });
  return move(deps, check, event, { ...patch, failureCode });
}

/**
 * Asks the customer for an account after a final refusal. An erased customer is not asked: their erasure is over, so
 * nothing would delete the account again.
 */
async function askForDestination(
  deps: PaymentsDeps,
  check: RefundCheck,
  refusal: string,
): Promise<void> {
  const { operatorId, externalCustomerId, refundId } = check.refund;
  // An erasure waits until this refund ends, so a customer who exists now stays.
  const isErased = await inTransaction(
    deps.database,
    async (tx) => !(await lockExistingCustomer(tx, operatorId, externalCustomerId)),
  );
  if (isErased) return move(deps, check, "refused", { failureCode: "account_erased" });
  deps.log.warn("a refund is not possible at the bank; the customer must name an account", {
    refundId,
    failureCode: refusal,
  });
  const transfer = newTransfer(deps, { type: "bank" });
  await move(deps, check, "destination_needed", { transfer, kind: "transfer", sentAtMs: null });
}

/**
 * Moves the refund only from the step in which the other party was asked. Ignores a refusal if another process has sent
 * the refund again since then.
 */
async function move(
  deps: PaymentsDeps,
  check: RefundCheck,
  event: RefundEvent,
  patch: RefundPatch,
): Promise<void> {
  const { refund, newestTryMs } = check;
  try {
    const changes = (latest: RefundRecord) => withRequestedCheck(refund, latest, patch);
    const moved = await moveRefund(deps, refund, event, changes, {
      isStill: (latest) =>
        latest.step === refund.step && (!isRefusal(event) || latest.sentAtMs === newestTryMs),
    });
    if (moved) deps.webhooks.wake();
    else await postpone(deps, check);
  } catch (error) {
    if (!isUniqueViolation(error, "refunds_one_at_provider")) throw error;
    deps.log.error("a processor returned the id of another payment's refund", {
      refundId: refund.refundId,
    });
    await postpone(deps, check);
  }
}

/** A check that a report requested since `refund` was read comes first, as in {@link postponeCheck}. */
function withRequestedCheck(
  refund: RefundRecord,
  latest: RefundRecord,
  patch: RefundPatch,
): RefundPatch {
  const { nextCheckAtMs: requestedMs } = latest;
  if (requestedMs === null || requestedMs === refund.nextCheckAtMs) return patch;
  if (typeof patch.nextCheckAtMs !== "number") return patch;
  return { ...patch, nextCheckAtMs: Math.min(requestedMs, patch.nextCheckAtMs) };
}

function isRefusal(event: RefundEvent): boolean {
  return event === "refused" || event === "destination_needed";
}

/** Only the job schedules another check. */
async function postpone(
  deps: PaymentsDeps,
  { refund, rail, requester }: RefundCheck,
  waitsFor: RefundWait | null = null,
): Promise<void> {
  if (requester !== "job") return;
  const nextMs = nextLookUpMs(refund, rail.lookUps, deps.clock.nowMs());
  await postponeCheck(deps, refund, nextMs, waitsFor);
}
