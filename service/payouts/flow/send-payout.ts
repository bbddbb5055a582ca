import type { WirePayoutDestination } from "#contract/connectors/payout";
import { isUniqueViolation } from "../../platform/database/database.ts";
import { inTransaction } from "../../platform/database/transaction.ts";
import { dateIn } from "../../platform/date-in.ts";
import type {
  ExpectedPayout,
  PayoutOrder,
  PayoutOutcome,
  PayoutProvider,
} from "../../providers/payout/index.ts";
import type { DisbursementsDeps } from "../disbursements-deps.ts";
import { movePayout, type RecordPatch } from "../payout-changes.ts";
import { netMinorOf, type PayoutDestination, type PayoutRecord, recordOf } from "../records.ts";
import type { PayoutHappening, PayoutStep } from "../states/payout-steps.ts";
import { beginSend, endSend, findPayout, lockPayout, putOff } from "../store/payout-store.ts";
import { payoutPlace } from "../store/rows.ts";
import { writeChange } from "./store-payout.ts";

/*
 * Sending a payout and finding out what became of it.
 *
 * It guarantees at most one payout for a disbursement: the key is the disbursement's id, stored with the
 * approval before anything is sent, and the provider promises one payout for each key. Whoever finds
 * an approved payout that somebody else may have begun to send asks by the key first, and sends only
 * what the provider has never heard of. Nothing is sent for a step other than `approved`.
 *
 * A try is noted before it is made. While an earlier try has no answer, a refusal of this one says nothing
 * about that: it is looked up before it is believed. Where the look-up finds nothing, it is believed once
 * the earlier try can't be on its way any more ({@link quietMs}).
 */

/** After this a request that was never answered is not on its way any more. */
const quietMs = 10 * 60 * 1000;

/** One look at one payout, with what it takes. */
interface Errand {
  readonly provider: PayoutProvider;
  /** The key of the payout at its provider, on every try. */
  readonly key: string;
  readonly expected: ExpectedPayout;
  /** The payout as it was read before. */
  readonly payout: PayoutRecord;
  /** The newest try that this look knows of, as it is noted; null: none. */
  newestTryMs: number | null;
  /** The payout to be sent; only of an approved one, whose destination is still there. */
  order(): PayoutOrder;
}

/** Sends a payout that has just been approved by this process, and stores what came of it. */
export async function sendPayout(
  deps: DisbursementsDeps,
  disbursementIntentId: string,
): Promise<void> {
  const payout = await findPayout(deps, disbursementIntentId);
  if (payout?.step !== "approved") return;
  await takeFurther(deps, payout, (errand) => sendNow(deps, errand));
}

/**
 * Looks after a payout that may be on its way or may come back: asks what became of it, and sends it
 * (again, under the same key) if it was approved and the provider has never heard of it.
 */
export async function lookAfterPayout(
  deps: DisbursementsDeps,
  disbursementIntentId: string,
): Promise<void> {
  const payout = await findPayout(deps, disbursementIntentId);
  if (!payout?.record) return;
  await takeFurther(deps, payout, async (errand) => {
    const found = await errand.provider.lookUp(errand.key, errand.expected);
    const isUnheardOf = found.type === "not_found" && payout.step === "approved";
    return isUnheardOf ? sendNow(deps, errand) : found;
  });
}

/** The second answer counts where the first can't be believed, or did not come. */
async function sendNow(deps: DisbursementsDeps, errand: Errand): Promise<PayoutOutcome> {
  const { provider, key, expected, payout, order } = errand;
  const earlierMs = recordOf(payout).sentAtMs;
  const nowMs = deps.clock.nowMs();
  if (!(await beginSend(deps, payout, nowMs)))
    return { type: "unknown", reason: "being_sent_by_another" };
  errand.newestTryMs = nowMs;
  const sent = await provider.send(order(), key);
  if (!isClear(sent)) return provider.lookUp(key, expected);
  if (sent.type === "paid" || sent.type === "pending") return sent;
  // This try moved nothing for certain: a later one has only the earlier try to fear.
  await endSend(deps, payout, nowMs);
  errand.newestTryMs = earlierMs;
  if (earlierMs === null || sent.type === "unreached") return sent;
  const found = await provider.lookUp(key, expected);
  if (found.type !== "not_found") return found;
  return nowMs - earlierMs >= quietMs ? sent : { type: "unknown", reason: "refused_on_resend" };
}

async function takeFurther(
  deps: DisbursementsDeps,
  payout: PayoutRecord,
  ask: (errand: Errand) => Promise<PayoutOutcome>,
): Promise<void> {
  const { provider: name, disbursementId: key } = recordOf(payout);
  const provider = name === null ? undefined : deps.rails.byName(name);
  if (!provider) {
    const { disbursementIntentId } = payout;
    deps.log.error("a payout's provider is not configured", { disbursementIntentId });
    return putOffNext(deps, payout);
  }
  const { settings } = await deps.operators.get(payout.operatorId);
  const { operatorId, currency } = payout;
  const expected = { operatorId, amountMinor: netMinorOf(payout), currency };
  const order = () => ({
    merchantReference: key,
    ...expected,
    destination: destinationOf(deps, payout),
    descriptor: settings.paymentDescriptor,
  });
  const newestTryMs = recordOf(payout).sentAtMs;
  const errand: Errand = { provider, key, expected, payout, newestTryMs, order };
  const outcome = await ask(errand);
  deps.counters.outcome(provider.name, outcome.type);
  await storeOutcome(deps, errand, outcome, settings.timeZone);
}

function isClear({ type }: PayoutOutcome): boolean {
  return type !== "unknown" && type !== "mismatch";
}

async function storeOutcome(
  deps: DisbursementsDeps,
  errand: Errand,
  outcome: PayoutOutcome,
  timeZone: string,
): Promise<void> {
  const { payout } = errand;
  const nowMs = deps.clock.nowMs();
  const { disbursementIntentId } = payout;
  switch (outcome.type) {
    case "paid": {
      if (payout.step === "success") return putOffNext(deps, payout);
      const paidAtMs = Math.min(outcome.paidAtMs ?? nowMs, nowMs);
      return store(deps, errand, "arrived", {
        payoutId: outcome.payoutId,
        paidAtMs,
        taxDate: dateIn(timeZone, paidAtMs),
        nextCheckAtMs: nowMs + backoffMs("success", 0),
      });
    }
    case "pending": {
      if (payout.step !== "approved") return putOffNext(deps, payout);
      return store(deps, errand, "taken_up", {
        payoutId: outcome.payoutId,
        nextCheckAtMs: nowMs + backoffMs("sent", 0),
      });
    }
    case "declined":
    case "failed":
    case "canceled":
    case "returned": {
      const happening = happeningOf(payout.step, outcome.type);
      return store(deps, errand, happening, { payoutId: outcome.payoutId }, outcome.reasonCode);
    }
    case "rejected":
      deps.log.error("a provider refused a payout request", {
        disbursementIntentId,
        reason: outcome.reason,
      });
      // Refused for our credentials: these can be put right, and the payout still goes.
      if (outcome.isOurs) return putOffNext(deps, payout);
      return store(deps, errand, "refused", {}, "processing_error");
    // What is not found may still be about to be made: it is asked for again.
    default: {
      const reason = outcome.type === "unknown" ? outcome.reason : outcome.type;
      deps.log.warn("what became of a payout is not known yet", { disbursementIntentId, reason });
      return putOffNext(deps, payout);
    }
  }
}

/** What was paid can only come back; before that it never arrived. */
function happeningOf(
  step: PayoutStep,
  outcome: "declined" | "failed" | "canceled" | "returned",
): PayoutHappening {
  if (step === "success") return "came_back";
  const happenings = {
    declined: "refused",
    failed: "failed",
    canceled: "canceled",
    returned: "failed",
  } as const;
  return happenings[outcome];
}

/** The payout is at the provider, whatever other tries came to. */
const taken: ReadonlySet<PayoutHappening> = new Set(["taken_up", "arrived"]);

/**
 * Moves the payout, if the table still has that way from where it is by now. A payout of the provider's that
 * is another disbursement's says nothing of this one: it is asked again. A refusal says nothing of a try
 * that another process has begun since: then it is asked again, too.
 */
async function store(
  deps: DisbursementsDeps,
  { payout, newestTryMs }: Errand,
  happening: PayoutHappening,
  patch: RecordPatch,
  reason: string | null = null,
): Promise<void> {
  const { disbursementIntentId } = payout;
  const isWritten = await inTransaction(deps.database, async (tx) => {
    const latest = await lockPayout(deps, tx, disbursementIntentId);
    const isTriedSince = latest.step === "approved" && recordOf(latest).sentAtMs !== newestTryMs;
    if (isTriedSince && !taken.has(happening)) return "sent_since" as const;
    const change = movePayout(latest, happening, deps.clock.nowMs(), patch, reason);
    if (!change) {
      deps.log.info("a step that is not in the table was refused", {
        disbursementIntentId,
        from: latest.step,
        type: happening,
      });
      return false;
    }
    await writeChange(deps, tx, change, { actor: "provider" });
    return true;
  }).catch((error: unknown) => {
    if (isUniqueViolation(error, "disbursement_intents_one_payout")) return "of_another" as const;
    throw error;
  });
  if (isWritten === "of_another") {
    const { provider } = recordOf(payout);
    deps.counters.outcome(provider ?? "", "of_another");
    deps.log.error("a provider named the payout of another disbursement", {
      disbursementIntentId,
    });
    await putOffNext(deps, payout);
  } else if (isWritten === "sent_since") {
    deps.log.warn("a refused payout was sent again meanwhile", { disbursementIntentId });
    await putOffNext(deps, payout);
  } else if (isWritten) deps.webhooks.wake();
}

const secondMs = 1_000;
const hourMs = 60 * 60 * secondMs;

/**
 * Pauses between look-ups, doubling: from a second to an hour; from half a day to sixteen for what has
 * arrived, because that it came back is usually told.
 */
function backoffMs(step: PayoutStep, checks: number): number {
  return step === "success"
    ? 12 * hourMs * 2 ** Math.min(checks, 5)
    : Math.min(secondMs * 2 ** Math.min(checks, 12), hourMs);
}

async function putOffNext(deps: DisbursementsDeps, payout: PayoutRecord): Promise<void> {
  const record = recordOf(payout);
  const nowMs = deps.clock.nowMs();
  const isOver =
    payout.step === "success" && nowMs - (record.paidAtMs ?? nowMs) > deps.times.returnWatchMs;
  await putOff(deps, payout, isOver ? null : nowMs + backoffMs(payout.step, record.checks));
}

function destinationOf(deps: DisbursementsDeps, payout: PayoutRecord): WirePayoutDestination {
  const { destinationSealed } = recordOf(payout);
  if (destinationSealed === null) throw new Error("a payout that is final is not sent");
  const place = payoutPlace(payout, "destination_sealed");
  const text = deps.keyring.decryptField(place, destinationSealed);
  const destination = JSON.parse(text) as PayoutDestination;
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
