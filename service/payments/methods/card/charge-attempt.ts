import {
  type CardProcessor,
  type ChargeOrder,
  type ChargeOutcome,
  forbidsRetry,
  isNative,
} from "../../../providers/processor/index.ts";
import type { AttemptPatch } from "../../attempt-changes.ts";
import { chargeReferenceOf } from "../../charge-reference.ts";
import {
  type AttemptHandle,
  attemptOfHandle,
  finishRequest,
  move,
  patch,
} from "../../flow/attempt-handle.ts";
import { chargeNotices } from "../../inbox/notice-inbox.ts";
import { leaseEndMs, type PaymentsDeps } from "../../payments-deps.ts";
import { type AttemptRecord, chargeKey, type IntentRecord } from "../../records.ts";
import { afterFailover, type FailoverReason } from "../../routing/index.ts";
import type { ChangeResult } from "../../store/change-intent.ts";
import { ChargeOfOtherPayment } from "../../store/charge-of-other-payment.ts";
import type { CardHandle } from "./card-handle.ts";
import { factsPatch } from "./charge-facts.ts";
import { chargeRequest } from "./charge-request.ts";
import { chargeUntilKnown } from "./charge-until-known.ts";
import { prepareCharge } from "./prepare-charge.ts";
import { reverseLateCharge, reverseMismatch } from "./reverse-charge.ts";
import { enforcePolicy } from "./three-ds/native-challenge.ts";
import {
  authenticatesItself,
  challengePatch,
  nativeOrderOf,
  newNativeRecord,
} from "./three-ds/native-record.ts";

/** The wait before a charge with an unknown outcome is looked up. */
const firstLookUpMs = 1_000;

/**
 * The resulting intent, with the request's key finished. `soft_declined`: the issuer asks for 3-D Secure, and nothing
 * is stored. `unauthenticated`: the uncharged payment moved from a processor that authenticates customers itself to one
 * that needs a result of the 3DS server first.
 */
export type Charged = IntentRecord | "soft_declined" | "unauthenticated";

/**
 * Charges an attempt in step `started` or `authorising`, and stores the outcome. `mandateChallenge`: a processor that
 * authenticates customers itself must request a challenge.
 */
export async function chargeAttempt(
  handle: CardHandle,
  intent: IntentRecord,
  mandateChallenge: boolean,
): Promise<Charged> {
  const { deps } = handle;
  let current = intent;
  for (;;) {
    const attempt = attemptOfHandle(handle, current);
    const processor = deps.processors.byName(attempt.processor);
    if (!processor) return failAttempt(handle, "processing_error");
    if (isNative(processor.capabilities) && !attempt.threeDS?.isNative) {
      const threeDS = newNativeRecord(deps, handle.card, mandateChallenge);
      const noted = await patch(handle, (latest) =>
        isAt(latest, attempt) ? { threeDS, nextCheckAtMs: leaseEndMs(handle.deps) } : null,
      );
      if (!noted.written) return finishRequest(handle, noted.intent);
      current = noted.intent;
      continue;
    }
    if (isUnverified(handle, attempt)) return failAttempt(handle, "processing_interrupted");
    if (isBreakerOpen(deps, attempt)) {
      const next = await failOver(handle, attempt, "breaker_open");
      if (next?.written) {
        if (needsThreeDSServer(handle, attempt, next.intent)) return "unauthenticated";
        current = next.intent;
        continue;
      }
      if (next) return finishRequest(handle, next.intent);
    }
    const native = nativeOrderOf(deps, attempt);
    const request = await chargeRequest(handle, current, attempt);
    const prepared = await prepareCharge(handle, attempt, processor, request);
    if (prepared.type === "moved") return finishRequest(handle, prepared.intent);
    const outcome =
      prepared.type === "ready"
        ? await charge(handle, attempt, processor, {
            ...request,
            reference: prepared.reference,
            ...(native && { native }),
          })
        : prepared;
    deps.counters.chargeOutcome(processor.name, outcome.type);
    if (outcome.type === "rejected") {
      deps.log.error("a processor rejected a charge request", {
        processor: processor.name,
        paymentId: handle.paymentId,
        reason: outcome.reason,
      });
    }
    const reason = failOverReasons[outcome.type];
    if (reason) handle.hold.mayHaveSent = false;
    const next = reason && (await failOver(handle, attempt, reason));
    if (!next) return storeOutcome(handle, attempt, processor, outcome);
    if (!next.written) return finishRequest(handle, next.intent);
    if (needsThreeDSServer(handle, attempt, next.intent)) return "unauthenticated";
    current = next.intent;
  }
}

/** Whether the payment moved from a processor with its own 3-D Secure to one that needs a result of the 3DS server. */
function needsThreeDSServer(
  handle: CardHandle,
  { threeDS }: AttemptRecord,
  after: IntentRecord,
): boolean {
  return threeDS?.isNative === true && attemptOfHandle(handle, after).threeDS === null;
}

/** Charges the card. From here on, the processor may have charged it. */
function charge(
  handle: CardHandle,
  attempt: AttemptRecord,
  processor: CardProcessor,
  order: ChargeOrder,
): Promise<ChargeOutcome> {
  handle.hold.mayHaveSent = true;
  return chargeUntilKnown(processor, order, chargeKey(attempt), () =>
    chargeNotices(handle.deps, handle.operatorId, attempt),
  );
}

/**
 * A saved card may be charged only with a CVC or after a successful authentication (`Y`). A reload loses the first
 * request's CVC unchecked. A processor that authenticates customers itself returns the result with its charge, and a
 * charge without `Y` is reversed.
 */
function isUnverified({ card, cvc }: CardHandle, { threeDS }: AttemptRecord): boolean {
  const isConfirmed = threeDS?.isNative ? threeDS.mandateChallenge : threeDS?.transStatus === "Y";
  return card.credentialOnFile === "used" && cvc === undefined && !isConfirmed;
}

/** Outcomes that rule out a charge, so another processor may be used. All others are looked up. */
const failOverReasons: Partial<Record<ChargeOutcome["type"], FailoverReason>> = {
  unreached: "unreachable",
  rejected: "refused",
};

/** Whether the processor's breaker has opened since routing: a challenge can take minutes. */
function isBreakerOpen({ routing }: PaymentsDeps, attempt: AttemptRecord): boolean {
  const isLastResort = attempt.routing?.reason === "last_resort";
  return !isLastResort && !routing.health.admits(attempt.processor);
}

/**
 * Moves the payment to the next processor. Stores the move before anything is sent there, so recovery always asks the
 * processor that may have charged. Undefined if no processor is left.
 */
async function failOver(
  handle: CardHandle,
  attempt: AttemptRecord,
  reason: FailoverReason,
): Promise<ChangeResult | undefined> {
  const { deps } = handle;
  const { routing: decision, processor } = attempt;
  const next =
    decision &&
    deps.routing.next(decision, processor, reason, (name) => mayTakeOver(deps, attempt, name));
  if (!decision || !next) return undefined;
  deps.log.warn("a payment fails over to another processor", {
    paymentId: handle.paymentId,
    processor,
    to: next,
    reason,
  });
  const nowMs = deps.clock.nowMs();
  const isLost = attempt.threeDS?.isNative === true && !authenticatesItself(deps, next);
  return patch(handle, (latest) =>
    isAt(latest, attempt)
      ? {
          ...(isLost && { threeDS: null }),
          processor: next,
          chargeReference: chargeReferenceOf(deps, next, latest),
          routing: afterFailover(decision, { processor, reason, atMs: nowMs }),
          nextCheckAtMs: leaseEndMs(handle.deps),
        }
      : null,
  );
}

function isAt(latest: AttemptRecord, { step, processor }: AttemptRecord): boolean {
  return latest.step === step && latest.processor === processor;
}

/**
 * Whether a processor can take over an uncharged payment. One that authenticates customers itself cannot use the 3DS
 * server's result, and would ask the customer again.
 */
function mayTakeOver(deps: PaymentsDeps, { threeDS }: AttemptRecord, name: string): boolean {
  const isAuthenticated = threeDS !== null && !threeDS.isNative && threeDS.transStatus !== null;
  return !isAuthenticated || !authenticatesItself(deps, name);
}

/** Treats an outcome that names another payment's charge as unknown. */
async function storeOutcome(
  handle: CardHandle,
  attempt: AttemptRecord,
  processor: CardProcessor,
  outcome: ChargeOutcome,
): Promise<Charged> {
  try {
    return await applyOutcome(handle, attempt, processor, outcome);
  } catch (error) {
    if (!(error instanceof ChargeOfOtherPayment)) throw error;
    reportChargeOfOtherPayment(handle, processor.name);
    return applyOutcome(handle, attempt, processor, {
      type: "unknown",
      reason: "charge_of_another",
    });
  }
}

async function applyOutcome(
  handle: CardHandle,
  attempt: AttemptRecord,
  processor: CardProcessor,
  found: ChargeOutcome,
): Promise<Charged> {
  const { deps } = handle;
  const outcome = await enforcePolicy(handle, attempt, found);
  const facts = factsPatch(deps, attempt, outcome);
  switch (outcome.type) {
    case "approved": {
      const done = await move(handle, {
        event: "approved",
        patch: { chargeId: outcome.chargeId, ...facts },
        key: "last",
      });
      if (done.written) return done.intent;
      await reverseLateCharge(handle, outcome.chargeId);
      return finishRequest(handle, done.intent);
    }
    case "declined": {
      const { declineCode, chargeId } = outcome;
      const isSoft =
        declineCode === "authentication_required" && !forbidsRetry(declineCode, outcome.facts);
      if (isSoft && !attempt.threeDS?.mandateChallenge) return "soft_declined";
      return failAttempt(handle, declineCode, { chargeId, ...facts });
    }
    case "rejected":
    case "unreached":
      return failAttempt(handle, "processing_error");
    case "reversed":
      return failAttempt(handle, "charge_reversed", { chargeId: outcome.chargeId });
    case "mismatch": {
      if (found.type === "mismatch") {
        deps.log.error("a processor answered with another amount or currency", {
          processor: processor.name,
          paymentId: handle.paymentId,
        });
      }
      if (!outcome.charged) {
        return failAttempt(handle, "processing_error", { chargeId: outcome.chargeId });
      }
      return reverseMismatch(handle, outcome.chargeId);
    }
    case "challenge": {
      const waiting = await move(handle, {
        event: "charge_unknown",
        patch: challengePatch(deps, attempt, outcome.url),
        key: "last",
      });
      return waiting.written ? waiting.intent : finishRequest(handle, waiting.intent);
    }
    case "pending":
    case "unknown":
    case "not_found": {
      if (outcome.type === "unknown") {
        deps.log.warn("the outcome of a charge is not known yet", {
          processor: processor.name,
          paymentId: handle.paymentId,
          reason: outcome.reason,
        });
      }
      const chargeId = outcome.type === "pending" ? outcome.chargeId : null;
      const waiting = await move(handle, {
        event: "charge_unknown",
        patch: { chargeId, nextCheckAtMs: deps.clock.nowMs() + firstLookUpMs },
        key: "last",
      });
      return waiting.written ? waiting.intent : finishRequest(handle, waiting.intent);
    }
  }
}

/** Counts and logs the charge of another payment. Staff must ask the processor. */
export function reportChargeOfOtherPayment(
  { deps, paymentId }: Pick<AttemptHandle, "deps" | "paymentId">,
  processor: string,
): void {
  deps.counters.chargeOfOtherPayment(processor);
  deps.log.error("a processor named the charge of another payment", { processor, paymentId });
}

/** Fails the attempt and finishes the request's key. If somebody else moved the attempt first, returns it unchanged. */
export async function failAttempt(
  handle: CardHandle,
  reason: string,
  patch?: AttemptPatch,
): Promise<IntentRecord> {
  const failed = await move(handle, {
    event: "refused",
    reason,
    ...(patch && { patch }),
    key: "last",
  });
  return failed.written ? failed.intent : finishRequest(handle, failed.intent);
}
