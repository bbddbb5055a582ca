import type { WirePayoutDestination } from "#contract/connectors/payout";
import { readProfile } from "../../customers/profile/index.ts";
import { sanctionsStatesOf } from "../../customers/sanctions/index.ts";
import { isUniqueViolation } from "../../platform/database/database.ts";
import { inTransaction } from "../../platform/database/transaction.ts";
import { dateIn } from "../../platform/date-in.ts";
import { unlessBroken } from "../../platform/secrets/seal.ts";
import {
  type ExpectedPayout,
  markConsentEnded,
  type PayoutOrder,
  type PayoutOutcome,
  type PayoutProvider,
} from "../../providers/payout/index.ts";
import type { DisbursementsDeps } from "../disbursements-deps.ts";
import { compareWithMark, followMark, markToFollow } from "../outcomes/follow-mark.ts";
import { findTypedId, releaseTypedId, type TypedId } from "../outcomes/payout-ids.ts";
import { movePayout, type RecordPatch } from "../payout-changes.ts";
import { type PayoutRecord, recordOf } from "../records.ts";
import type { PayoutEvent, PayoutStep } from "../states/payout-steps.ts";
import { beginSend, endSend, findPayout, lockPayout } from "../store/payout-store.ts";
import { openDestination } from "../store/rows.ts";
import { bankAccessEnded, reasonFor } from "./ended-bank-access.ts";
import { expectedOf } from "./expected-payout.ts";
import { holdIfUnderReview } from "./payout-hold.ts";
import { backoffMs, defaultLookUps, postponeNextCheck } from "./payout-schedule.ts";
import { writeChange } from "./store-payout.ts";

/*
 * Sends payouts and looks up their outcomes.
 *
 * Guarantee: at most one payout for a disbursement. The disbursement's id is the idempotency key, stored with the
 * approval before anything is sent, and the provider makes one payout per key. If another process may have started to
 * send, the service looks up the key first and sends only if the provider does not know it. Only step `approved` sends.
 *
 * Where a second request could be a second payout (`sendsOnce`), nothing is sent while an earlier try has no response,
 * whatever a look-up finds: staff decide.
 *
 * Each try is recorded before it is made. While an earlier try has no response, a refusal of a later one proves nothing
 * about it, so the service looks it up. If the look-up finds nothing, the refusal counts once the earlier request can
 * no longer be in transit ({@link quietMs}).
 *
 * While a sanctions review holds the payee, nothing is sent. If staff confirmed the match, a payout that the provider
 * does not know is canceled, once no earlier request can be in transit.
 */

/** A request without a response is in transit for at most this long. */
const quietMs = 10 * 60 * 1000;

/** The provider has nothing. `blocked`: the payee is never paid. `unreadable`: the destination cannot be decrypted. */
type Outcome = PayoutOutcome | { readonly type: "blocked" } | { readonly type: "unreadable" };

/** The task of sending one payout through its provider. */
interface SendTask {
  readonly provider: PayoutProvider;
  /** The idempotency key at the provider, the same on every try. */
  readonly key: string;
  readonly expected: ExpectedPayout;
  /** The payout as read at the start. */
  readonly payout: PayoutRecord;
  /** The newest try that this task knows of; null if there was no try. */
  newestTryMs: number | null;
  /** Only the job schedules another look-up. */
  readonly requester: "job" | "person";
  /** Works only for an approved payout, because a final one has no destination. Undefined if it cannot be decrypted. */
  order(): Promise<PayoutOrder | undefined>;
}

/** Sends a payout that this process has just approved. Leaves a payout with an earlier try alone. */
export async function sendPayout(
  deps: DisbursementsDeps,
  disbursementIntentId: string,
): Promise<void> {
  const payout = await findPayout(deps, disbursementIntentId);
  if (payout?.step !== "approved" || recordOf(payout).sentAtMs !== null) return;
  await askProvider(deps, payout, "job", (task) => sendNow(deps, task));
}

/**
 * Looks up a payout that may be in transit or can be returned. Sends it, under the same key, if it is approved and the
 * provider does not know it.
 */
export async function recoverPayout(
  deps: DisbursementsDeps,
  disbursementIntentId: string,
): Promise<void> {
  const payout = await findPayout(deps, disbursementIntentId);
  if (!payout?.record) return;
  const mark = await markToFollow(deps, payout);
  if (mark) {
    await followMark(deps, payout, mark, "job");
    return;
  }
  await askProvider(deps, payout, "job", async (task) => {
    if (isTooEarly(deps, task)) return { type: "unknown", reason: "too_early" };
    const outcome = await task.provider.lookUp(task.key, task.expected);
    if (payout.step !== "approved" || !canSendNow(task, outcome)) return outcome;
    return (await isBlocked(deps, task)) ? { type: "blocked" } : sendNow(deps, task);
  });
}

/** Looks a payout up at a person's request. Never sends it. The job's schedule stays as it is. */
export async function lookUpPayout(
  deps: DisbursementsDeps,
  payout: PayoutRecord,
): Promise<PayoutOutcome> {
  const mark = await markToFollow(deps, payout);
  if (mark) return followMark(deps, payout, mark, "person");
  return askProvider<PayoutOutcome>(deps, payout, "person", async (task) =>
    isTooEarly(deps, task)
      ? { type: "unknown", reason: "too_early" }
      : task.provider.lookUp(task.key, task.expected),
  );
}

/** Whether the provider requires a longer pause after a request without a response. */
function isTooEarly({ clock }: DisbursementsDeps, { provider, newestTryMs }: SendTask): boolean {
  const { atOnce, firstMs } = provider.capabilities.lookUps;
  return !atOnce && newestTryMs !== null && clock.nowMs() - newestTryMs < firstMs;
}

/**
 * Whether a look-up allows sending. Where a second request could be a second payout, no look-up proves that an earlier
 * try did not arrive. Without a try the provider must still have answered: after a restore from a backup, only a found
 * payout stops a second one.
 */
function canSendNow({ provider, newestTryMs }: SendTask, outcome: PayoutOutcome): boolean {
  if (!provider.capabilities.sendsOnce) return outcome.type === "not_found";
  const isAnswered =
    outcome.type === "not_found" || (outcome.type === "unknown" && outcome.isFinal);
  return newestTryMs === null && isAnswered === true;
}

/** The payee is never paid, and no earlier request can be in transit. */
async function isBlocked(
  deps: DisbursementsDeps,
  { payout, newestTryMs }: SendTask,
): Promise<boolean> {
  const { operatorId, externalCustomerId: id } = payout;
  if (newestTryMs !== null && deps.clock.nowMs() - newestTryMs < quietMs) return false;
  return (await sanctionsStatesOf(deps.database.kysely, operatorId, [id])).get(id) === "blocked";
}

/**
 * Sends the payout. After an unclear or missing response, the look-up's result counts. If the provider requires a pause
 * first, the recovery job looks it up.
 */
async function sendNow(deps: DisbursementsDeps, task: SendTask): Promise<Outcome> {
  const { provider, key, expected, payout, order } = task;
  const earlierMs = recordOf(payout).sentAtMs;
  const nowMs = deps.clock.nowMs();
  const payoutOrder = await order();
  if (!payoutOrder) {
    const isQuiet = earlierMs === null || nowMs - earlierMs >= quietMs;
    return isQuiet ? { type: "unreadable" } : { type: "unknown", reason: "method_unreadable" };
  }
  if (!(await beginSend(deps, payout, nowMs))) {
    await holdIfUnderReview(deps, payout);
    return { type: "unknown", reason: "held_or_being_sent" };
  }
  task.newestTryMs = nowMs;
  const sent = await provider.send(payoutOrder, key);
  if (!isClear(sent)) {
    return provider.capabilities.lookUps.atOnce ? provider.lookUp(key, expected) : sent;
  }
  if (sent.type === "paid" || sent.type === "pending") return sent;
  // This try certainly moved no money: only the earlier try counts.
  await endSend(deps, payout, nowMs);
  task.newestTryMs = earlierMs;
  if (earlierMs === null || sent.type === "unreached") return sent;
  const outcome = await provider.lookUp(key, expected);
  if (outcome.type !== "not_found") return outcome;
  return nowMs - earlierMs >= quietMs ? sent : { type: "unknown", reason: "refused_on_resend" };
}

async function askProvider<Asked extends Outcome>(
  deps: DisbursementsDeps,
  payout: PayoutRecord,
  requester: SendTask["requester"],
  ask: (task: SendTask) => Promise<Asked>,
): Promise<Asked | PayoutOutcome> {
  const { provider: name, disbursementId: key } = recordOf(payout);
  const provider = name === null ? undefined : deps.rails.byName(name);
  if (!provider) {
    const { disbursementIntentId } = payout;
    deps.log.error("a payout's provider is not configured", { disbursementIntentId });
    if (requester === "job") await postponeNextCheck(deps, payout, defaultLookUps);
    return { type: "unknown", reason: "no_such_processor" };
  }
  const { settings } = await deps.operators.get(payout.operatorId);
  const { payoutId } = recordOf(payout);
  const ordered = await expectedOf(deps, payout, provider.name);
  const expected = { ...ordered, payoutId };
  const order = async () => {
    const destination = unlessBroken(() => wireDestinationOf(deps, payout));
    if (!destination) return undefined;
    return {
      merchantReference: key,
      ...ordered,
      destination,
      descriptor: settings.paymentDescriptor,
      payee: await payeeOf(deps, payout, provider),
    };
  };
  const newestTryMs = recordOf(payout).sentAtMs;
  const task: SendTask = { provider, key, expected, payout, newestTryMs, requester, order };
  const outcome = await ask(task);
  deps.counters.outcome(provider.name, outcome.type);
  await storeOutcome(deps, task, outcome, settings.timeZone);
  return outcome;
}

function isClear({ type }: PayoutOutcome): boolean {
  return type !== "unknown" && type !== "mismatch";
}

async function storeOutcome(
  deps: DisbursementsDeps,
  task: SendTask,
  outcome: Outcome,
  timeZone: string,
): Promise<void> {
  const { payout, provider } = task;
  const { lookUps } = provider.capabilities;
  const nowMs = deps.clock.nowMs();
  const { disbursementIntentId } = payout;
  switch (outcome.type) {
    case "paid": {
      if (payout.step === "success") return postpone(deps, task);
      const paidAtMs = Math.min(outcome.paidAtMs ?? nowMs, nowMs);
      return store(deps, task, outcome, "arrived", {
        payoutId: outcome.payoutId,
        paidAtMs,
        taxDate: dateIn(timeZone, paidAtMs),
        nextCheckAtMs: lookUps.showReturns ? nowMs + backoffMs("success", 0, lookUps) : null,
      });
    }
    case "pending": {
      if (payout.step !== "approved") return postpone(deps, task);
      return store(deps, task, outcome, "taken_up", {
        payoutId: outcome.payoutId,
        nextCheckAtMs: nowMs + backoffMs("sent", 0, lookUps),
      });
    }
    case "declined":
    case "failed":
    case "canceled":
    case "returned": {
      const event = eventOf(payout.step, outcome.type);
      // The outcome counts even if the destination cannot be decrypted.
      const destination = unlessBroken(() => openDestination(deps.keyring, payout));
      const reason = reasonFor(destination ?? null, outcome.reasonCode);
      return store(deps, task, outcome, event, { payoutId: outcome.payoutId }, reason);
    }
    case "rejected":
      deps.log.error("a provider refused a payout request", {
        disbursementIntentId,
        reason: outcome.reason,
      });
      // After a correction of our credentials the payout can still be sent.
      if (outcome.isAboutOurAccount) return postpone(deps, task);
      if (outcome.reasonCode === bankAccessEnded) await endAccess(deps, payout);
      return store(deps, task, outcome, "refused", {}, outcome.reasonCode ?? "processing_error");
    case "blocked":
      return store(deps, task, outcome, "canceled", {}, "canceled");
    case "unreadable":
      deps.log.error("a payout fails because its method cannot be decrypted", {
        disbursementIntentId,
      });
      return store(deps, task, outcome, "refused", {}, "processing_error");
    // A payout that is not found may still be created: look it up again.
    default: {
      const reason = ("reason" in outcome && outcome.reason) || outcome.type;
      deps.log.warn("a payout's outcome is still unknown", { disbursementIntentId, reason });
      return postpone(deps, task);
    }
  }
}

/** No other payout must use the ended consent. */
async function endAccess(deps: DisbursementsDeps, payout: PayoutRecord): Promise<void> {
  const { consentId } = recordOf(payout);
  if (consentId === null) return;
  const { operatorId } = payout;
  await markConsentEnded(deps.database.kysely, { operatorId, consentId }, deps.clock.nowMs());
}

/** Only the job schedules another look-up. */
async function postpone(deps: DisbursementsDeps, { payout, provider, requester }: SendTask) {
  if (requester === "job") await postponeNextCheck(deps, payout, provider.capabilities.lookUps);
}

/** A paid payout can only be returned; any other fails. */
function eventOf(
  step: PayoutStep,
  outcome: "declined" | "failed" | "canceled" | "returned",
): PayoutEvent {
  if (step === "success") return "came_back";
  const events = {
    declined: "refused",
    failed: "failed",
    canceled: "canceled",
    returned: "failed",
  } as const;
  return events[outcome];
}

/** The provider has the payout, whatever happened to other tries. */
const acceptedEvents: ReadonlySet<PayoutEvent> = new Set(["taken_up", "arrived"]);

/**
 * Moves the payout if the current step allows the event. Otherwise the step stays: a response about a marked payout is
 * compared with the mark, and others are logged. Schedules another look-up if the provider named another disbursement's
 * payout, or if another process has sent since, because a refusal says nothing about that try. The provider may have
 * accepted it by then.
 */
async function store(
  deps: DisbursementsDeps,
  task: SendTask,
  outcome: Outcome,
  event: PayoutEvent,
  patch: RecordPatch,
  reason: string | null = null,
): Promise<void> {
  const { newestTryMs, provider: sender } = task;
  const { disbursementIntentId } = task.payout;
  const write = (typed?: TypedId) =>
    inTransaction(deps.database, async (tx) => {
      const latest = await lockPayout(deps, tx, disbursementIntentId);
      const isSentSince =
        latest.step === "approved"
          ? recordOf(latest).sentAtMs !== newestTryMs
          : latest.step === "sent" && task.payout.step === "approved";
      if (isSentSince && !acceptedEvents.has(event)) return "sent_since" as const;
      const change = movePayout(latest, event, deps.clock.nowMs(), patch, reason);
      if (!change) {
        deps.log.info("an event that the payout's step does not allow was ignored", {
          disbursementIntentId,
          from: latest.step,
          type: event,
        });
        const isOurs = outcome.type === "blocked" || outcome.type === "unreadable";
        if (!isOurs) await compareWithMark(deps, tx, latest, outcome);
        return false;
      }
      if (typed) await releaseTypedId(deps, tx, typed);
      await writeChange(deps, tx, change, { actor: "provider" });
      return true;
    }).catch(ofAnother);
  let isWritten = await write();
  if (isWritten === "of_another" && patch.payoutId) {
    const typed = await findTypedId(deps, task.payout, patch.payoutId);
    if (typed) isWritten = await write(typed);
  }
  if (isWritten === "of_another") {
    deps.counters.outcome(sender.name, "of_another");
    deps.log.error("a provider named the payout of another disbursement", {
      disbursementIntentId,
    });
    await postpone(deps, task);
  } else if (isWritten === "sent_since") {
    deps.log.warn("another process sent a refused payout again", { disbursementIntentId });
    await postpone(deps, task);
  } else if (isWritten) deps.webhooks.wake();
}

function ofAnother(error: unknown) {
  if (isUniqueViolation(error, "disbursement_intents_one_payout")) return "of_another" as const;
  throw error;
}

/** Includes the e-mail address if the provider needs it. */
async function payeeOf(
  deps: DisbursementsDeps,
  { operatorId, externalCustomerId }: PayoutRecord,
  { capabilities }: PayoutProvider,
): Promise<PayoutOrder["payee"]> {
  if (!capabilities.needsEmail) return { externalCustomerId, email: null };
  const profile = await readProfile(deps, operatorId, externalCustomerId);
  return { externalCustomerId, email: profile?.email ?? null };
}

function wireDestinationOf(deps: DisbursementsDeps, payout: PayoutRecord): WirePayoutDestination {
  const destination = openDestination(deps.keyring, payout);
  if (!destination) throw new Error("a final payout cannot be sent");
  switch (destination.type) {
    case "bank":
    case "pay_by_bank":
      return { type: "bank", ...destination.bank };
    case "card": {
      const { brand: _, ...card } = destination.card;
      return { type: "card", ...card };
    }
    case "crypto":
      return { type: "crypto", ...destination.crypto };
  }
}
