/*
 * Sends refunds and finds their outcomes.
 *
 * Guarantees at most one refund for each request: the key is the refund's id, and the other party makes
 * one refund for each key. A try is recorded before it is sent. If its outcome is unknown, only a look-up
 * under the key decides: the refund is sent again, with the same key, only if the other party has none. While an
 * earlier try may still be on its way, a refusal of a later one is not believed.
 *
 * A bank payment's refund that its bank refuses for good, or does not offer, waits for an account that the
 * customer names, unless the payment itself came back (payment-undone.ts). Transfers to named destinations are sent like every other refund, after their approval.
 *
 * A refund that failed because a repeat was refused, and one that staff marked, is looked up further
 * (follow-ended.ts). A look-up at a person's request takes the same way, and never sends.
 *
 * After a success the refund is looked up further (look-up-times.ts): for the reference that the customer's bank asks
 * for, and because a bank can return the money.
 */
import { totalOfParts } from "#contract/refund-parts";
import { lockExistingCustomer } from "../../customers/profile/index.ts";
import { isUniqueViolation } from "../../platform/database/database.ts";
import { leaseFor } from "../../platform/database/machine-lease.ts";
import { isStoreUnavailable } from "../../platform/database/store-unavailable.ts";
import { inTransaction } from "../../platform/database/transaction.ts";
import type { LookUpTimes } from "../../providers/payout/index.ts";
import { findAppliedMark } from "../outcomes/mark-store.ts";
import { nextLateCheckMs } from "../outcomes/outcome-rules.ts";
import type { OutcomeMark } from "../outcomes/records.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import { attemptOf } from "../records.ts";
import { newTransfer } from "./destination/link.ts";
import { acceptLateArrival, compareWithMark } from "./follow-ended.ts";
import { firstWatchMs, isTooEarly, nextLookUpMs, pauseMs } from "./look-up-times.ts";
import { isPointless } from "./post-refund.ts";
import type { RefundRecord } from "./records.ts";
import {
  beginSend,
  claimDue,
  codesOfStops,
  endSend,
  postponeCheck,
  type RefundLane,
  releaseClaim,
} from "./refund-queue.ts";
import type { RefundOrder, RefundOutcome, RefundRail } from "./refund-rail.ts";
import type { RefundEvent } from "./refund-steps.ts";
import { moveRefund, type RefundPatch, writeReference } from "./refund-store.ts";

/** Refunds of one round. */
const batchSize = 20;
/** How long a claimed refund is left alone by other processes: longer than all of one check's calls. */
const claimMs = 120_000;
/** After this, a request that was never answered is no longer on its way. */
const quietMs = 10 * 60_000;
const dayMs = 24 * 60 * 60_000;

/**
 * One round of a lane's job. Each card processor has a lane of its own, so that one that hangs delays only its
 * own refunds.
 */
export async function followRefunds(
  deps: PaymentsDeps,
  lane: RefundLane,
): Promise<"more" | undefined> {
  const lease = leaseFor(deps, claimMs);
  const { untilMs } = lease;
  const release = (refundIds: readonly string[] | null) =>
    deps.database.onceBack(() =>
      releaseClaim(deps, lane, { refundIds, untilMs, nowMs: deps.clock.nowMs() }),
    );
  const due = await claimDue(deps, lane, lease, batchSize).catch((error: unknown) => {
    // The claim may have been made although its answer is lost.
    if (isStoreUnavailable(error)) release(null);
    throw error;
  });
  await Promise.all(
    due.map((refund) =>
      followRefund(deps, refund).catch((error: unknown) => {
        if (isStoreUnavailable(error)) release([refund.refundId]);
        deps.log.error("a refund could not be checked", { refundId: refund.refundId, error });
      }),
    ),
  );
  return due.length === batchSize ? "more" : undefined;
}

/** A refund with what is needed to send it or to look it up. */
interface Check {
  readonly refund: RefundRecord;
  /** Whether the customer can name a destination if the refund is refused. */
  readonly canTransfer: boolean;
  /** The newest try that this check knows of; null: none. */
  newestTryMs: number | null;
  readonly rail: Pick<RefundRail, "send" | "lookUp"> & Partial<RefundRail>;
  readonly order: RefundOrder;
  /** Who asks. Only the job asks again by itself. */
  readonly asker: "job" | "person";
}

async function followRefund(deps: PaymentsDeps, refund: RefundRecord): Promise<void> {
  await deps.keyring.load(refund.operatorId);
  const check = await checkOf(deps, refund, "job");
  if (!check) {
    deps.log.error("a refund's payment method is not configured", { refundId: refund.refundId });
    return askLater(deps, refund);
  }
  const outcome = await outcomeOf(deps, check);
  await storeOutcome(deps, check, outcome);
}

/**
 * Looks a refund up at a person's request and applies the answer. Never sends it. The job's schedule stays as it is.
 * The operator's key must be loaded.
 */
export async function lookUpRefund(
  deps: PaymentsDeps,
  refund: RefundRecord,
): Promise<RefundOutcome> {
  const check = await checkOf(deps, refund, "person");
  if (!check) return { type: "unknown", reason: "no_such_processor" };
  const outcome = provenOf(check, await lookUp(deps, check));
  await storeOutcome(deps, check, outcome);
  return outcome;
}

/** That a refund is not found says nothing where the other party does not show every refund. */
function provenOf({ rail, order }: Check, outcome: RefundOutcome): RefundOutcome {
  const isProven = outcome.type !== "not_found" || rail.provesAbsence?.(order) !== false;
  return isProven ? outcome : { type: "unknown", reason: "not_found_yet" };
}

async function checkOf(
  deps: PaymentsDeps,
  refund: RefundRecord,
  asker: Check["asker"],
): Promise<Check | undefined> {
  const intent = await deps.store.read(refund.paymentIntentId);
  const attempt = intent && attemptOf(intent, refund.paymentId);
  const own = attempt && deps.methods.find(attempt.type)?.refunds;
  const rail = refund.transfer ? deps.transfers.railOf(refund) : own;
  if (!attempt || !rail) return undefined;
  const { operatorId, paymentIntentId, paymentId, processor, currency, parts, reason } = refund;
  const order: RefundOrder = {
    operatorId,
    paymentIntentId,
    paymentId,
    processor,
    chargeId: attempt.chargeId,
    amountMinor: totalOfParts(parts),
    surchargeMinor: parts.feesMinor,
    currency,
    reason: reason ?? "other",
    isReversal: refund.achError !== null,
  };
  const canTransfer = refund.transfer === null && own?.canTransfer === true;
  return { refund, canTransfer, newestTryMs: refund.sentAtMs, rail, order, asker };
}

async function outcomeOf(deps: PaymentsDeps, check: Check): Promise<RefundOutcome> {
  const { refund, rail, order } = check;
  if (isTooEarly(refund, rail.lookUps, deps.clock.nowMs())) {
    return { type: "unknown", reason: "too_early" };
  }
  if (refund.step !== "requested") return lookUp(deps, check);
  if (refund.sentAtMs === null) return send(deps, check);
  const found = await lookUp(deps, check);
  if (found.type !== "not_found") return found;
  const nowMs = deps.clock.nowMs();
  // Each try moves `sentAtMs`; the first one cannot be before the refund's creation.
  const isTooOld = nowMs - refund.createdAtMs > (rail.repeatsForMs?.(order) ?? Infinity);
  if (isTooOld) return { type: "unknown", reason: "too_old_to_repeat" };
  const waitsMs = rail.resendAfterMs?.(order) ?? 0;
  const sinceMs = nowMs - refund.sentAtMs;
  return sinceMs >= waitsMs ? send(deps, check) : { type: "unknown", reason: "not_found_yet" };
}

/** Looks the refund up. That one is not found proves nothing once the other party no longer lists what is so old. */
async function lookUp(
  { clock }: Pick<PaymentsDeps, "clock">,
  { refund, rail, order }: Check,
): Promise<RefundOutcome> {
  const found = await rail.lookUp(order, refund.refundId);
  const { sentAtMs } = refund;
  if (found.type !== "not_found" || sentAtMs === null) return found;
  const findsForMs = rail.findsForMs?.(order) ?? Number.POSITIVE_INFINITY;
  const isTooOld = clock.nowMs() - sentAtMs > findsForMs;
  return isTooOld ? { type: "unknown", reason: "too_old_to_find" } : found;
}

async function send(deps: PaymentsDeps, check: Check): Promise<RefundOutcome> {
  const { refund, rail, order } = check;
  const nowMs = deps.clock.nowMs();
  const earlierMs = refund.sentAtMs;
  const begun = await beginSend(deps, refund, nowMs);
  if (begun !== "begun" && begun !== "moved" && begun !== "held") {
    // The customer has the money in another way, or must not get it. An earlier try may still arrive.
    const failureCode = codesOfStops[begun];
    const isQuiet = earlierMs === null || nowMs - earlierMs >= quietMs;
    return isQuiet ? { type: "rejected", failureCode } : { type: "unknown", reason: failureCode };
  }
  if (begun !== "begun") return { type: "unknown", reason: begun };
  check.newestTryMs = nowMs;
  const sent = await rail.send(order, refund.refundId);
  if (sent.type === "unknown") {
    return rail.lookUps?.atOnce === false ? sent : rail.lookUp(order, refund.refundId);
  }
  if (sent.type === "unreached" || sent.type === "credentials_refused") {
    await endSend(deps, refund, nowMs);
    check.newestTryMs = earlierMs;
    return sent;
  }
  if (sent.type !== "rejected" || earlierMs === null) return sent;
  // The refusal says nothing about the earlier try.
  const found = await rail.lookUp(order, refund.refundId);
  if (found.type !== "not_found") return found;
  return nowMs - earlierMs >= quietMs ? sent : { type: "unknown", reason: "refused_on_resend" };
}

async function storeOutcome(
  deps: PaymentsDeps,
  check: Check,
  outcome: RefundOutcome,
): Promise<void> {
  const { refund } = check;
  const { operatorId, refundId, step } = refund;
  const nowMs = deps.clock.nowMs();
  if (step === "success" || step === "failed") {
    const mark = await findAppliedMark(deps.database.kysely, operatorId, refundId);
    // One that a person has corrected to a success has the other party's word, and is one like any other.
    const isCorrected = step === "success" && mark?.outcome === "failed";
    if (mark && mark.confirmedAtMs === null && !isCorrected) {
      return followMark(deps, check, mark, outcome);
    }
    if (step === "failed") return followFailed(deps, check, outcome);
  }
  switch (outcome.type) {
    case "success": {
      const found = detailsOf(refund, outcome);
      if (step === "success") return storeReference(deps, check, found);
      return move(deps, check, "arrived", {
        ...found,
        settledAtMs: nowMs,
        nextCheckAtMs: firstWatchMs(check.rail.lookUps, found.reference !== null, nowMs),
      });
    }
    case "pending": {
      const found = detailsOf(refund, outcome);
      if (step !== "requested") return postpone(deps, check);
      const nextCheckAtMs = nowMs + pauseMs(check.rail.lookUps, 0);
      return move(deps, check, "accepted", { ...found, nextCheckAtMs });
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
      return postpone(deps, check);
    default: {
      const reason = ("reason" in outcome && outcome.reason) || outcome.type;
      deps.log.warn("the outcome of a refund is not known yet", { refundId, reason });
      return postpone(deps, check);
    }
  }
}

/** A refund that staff marked, before the other party has confirmed it. */
async function followMark(
  deps: PaymentsDeps,
  check: Check,
  mark: OutcomeMark,
  outcome: RefundOutcome,
): Promise<void> {
  const { refund } = check;
  const verdict = await compareWithMark(deps, refund, mark, provenOf(check, outcome));
  const isKnown = refund.step === "failed" && verdict !== "open";
  if (isKnown) return postponeCheck(deps, refund, null);
  if (verdict === "agreed" && outcome.type === "success") {
    return storeReference(deps, check, detailsOf(refund, outcome));
  }
  return postpone(deps, check);
}

/** A refund that failed while an earlier request may have arrived. */
async function followFailed(
  deps: PaymentsDeps,
  check: Check,
  outcome: RefundOutcome,
): Promise<void> {
  const { refund } = check;
  const hasEnded = outcome.type === "success" || outcome.type === "failed";
  if (!hasEnded) return postpone(deps, check);
  if (outcome.type === "success") await acceptLateArrival(deps, refund, outcome);
  // No effect on a refund that arrived: it has a schedule of its own.
  await postponeCheck(deps, refund, null);
}

/** A reference that is known stays, even if a later answer leaves it out. */
function detailsOf(
  refund: RefundRecord,
  outcome: Extract<RefundOutcome, { type: "pending" | "success" }>,
) {
  const { providerRefundId, kind } = outcome;
  return { providerRefundId, kind, reference: outcome.reference ?? refund.reference };
}

async function storeReference(
  deps: PaymentsDeps,
  check: Check,
  found: ReturnType<typeof detailsOf>,
): Promise<void> {
  const { refund } = check;
  const isNew = found.reference !== null && refund.reference === null;
  if (!isNew) return postpone(deps, check);
  const nextCheckAtMs = deps.clock.nowMs() + dayMs;
  await writeReference(deps, refund, { reference: found.reference, nextCheckAtMs });
}

async function fail(
  deps: PaymentsDeps,
  check: Check,
  failureCode: string,
  patch: RefundPatch,
): Promise<void> {
  const { refund } = check;
  // While an earlier request may still arrive, a transfer could return the money a second time.
  const mayHaveArrived = typeof patch.nextCheckAtMs === "number";
  const isNeeded = check.canTransfer && !isPointless({ ...refund, failureCode });
  if (isNeeded && refund.step !== "success" && !mayHaveArrived) {
    return askForDestination(deps, check, failureCode);
  }
  const event = refund.step === "success" ? "returned" : "refused";
  deps.log.warn("a refund failed", { refundId: refund.refundId, failureCode });
  return move(deps, check, event, { ...patch, failureCode });
}

/** The bank refused it for good: the customer names an account instead, unless nobody could erase that. */
async function askForDestination(deps: PaymentsDeps, check: Check, refusal: string): Promise<void> {
  const { operatorId, externalCustomerId, refundId } = check.refund;
  // An erasure waits until this refund ends, so a customer who exists now stays.
  const isErased = await inTransaction(
    deps.database,
    async (tx) => !(await lockExistingCustomer(tx, operatorId, externalCustomerId)),
  );
  if (isErased) return move(deps, check, "refused", { failureCode: "account_erased" });
  deps.log.warn("a bank does not refund a payment; its customer names an account", {
    refundId,
    failureCode: refusal,
  });
  const transfer = newTransfer(deps, { type: "bank" });
  await move(deps, check, "destination_needed", { transfer, kind: "transfer", sentAtMs: null });
}

/**
 * Moves the refund if it is still where it was when the other party was asked. A refusal is not
 * believed if another process has sent the refund again since then.
 */
async function move(
  deps: PaymentsDeps,
  check: Check,
  event: RefundEvent,
  patch: RefundPatch,
): Promise<void> {
  const { refund, newestTryMs } = check;
  try {
    const moved = await moveRefund(deps, refund, event, patch, {
      isStill: (latest) =>
        latest.step === refund.step && (!isRefusal(event) || latest.sentAtMs === newestTryMs),
    });
    if (moved) deps.webhooks.wake();
    else await postpone(deps, check);
  } catch (error) {
    if (!isUniqueViolation(error, "refunds_one_at_provider")) throw error;
    deps.log.error("a processor named the refund of another payment", {
      refundId: refund.refundId,
    });
    await postpone(deps, check);
  }
}

function isRefusal(event: RefundEvent): boolean {
  return event === "refused" || event === "destination_needed";
}

async function postpone(deps: PaymentsDeps, { refund, rail, asker }: Check): Promise<void> {
  if (asker === "job") await askLater(deps, refund, rail.lookUps);
}

async function askLater(
  deps: PaymentsDeps,
  refund: RefundRecord,
  lookUps?: LookUpTimes,
): Promise<void> {
  await postponeCheck(deps, refund, nextLookUpMs(refund, lookUps, deps.clock.nowMs()));
}
