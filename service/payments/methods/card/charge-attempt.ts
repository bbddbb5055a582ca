import {
  type CardProcessor,
  type ChargeOrder,
  type ChargeOutcome,
  forbidsRetry,
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
import { handlerLeaseMs, type PaymentsDeps } from "../../payments-deps.ts";
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

/** Delay of the first look-up after a charge with an unknown outcome. */
const firstLookUpMs = 1_000;

/**
 * Charges the attempt, which must be in step `started` or `authorising`, and stores the outcome.
 * Resolves to the resulting intent, with the request's key finished. Resolves to `soft_declined`
 * when the issuer asks for 3-D Secure; nothing is stored then.
 */
export async function chargeAttempt(
  handle: CardHandle,
  intent: IntentRecord,
): Promise<IntentRecord | "soft_declined"> {
  const { deps } = handle;
  let current = intent;
  for (;;) {
    const attempt = attemptOfHandle(handle, current);
    const processor = deps.processors.byName(attempt.processor);
    if (!processor) return failAttempt(handle, "processing_error");
    if (isUnverified(handle, attempt)) return failAttempt(handle, "processing_interrupted");
    if (isBreakerOpen(deps, attempt)) {
      const next = await failOver(handle, attempt, "breaker_open");
      if (next?.written) {
        current = next.intent;
        continue;
      }
      if (next) return finishRequest(handle, next.intent);
    }
    const request = await chargeRequest(handle, current, attempt);
    const prepared = await prepareCharge(handle, attempt, processor, request);
    if (prepared.type === "moved") return finishRequest(handle, prepared.intent);
    const outcome =
      prepared.type === "ready"
        ? await charge(handle, attempt, processor, { ...request, reference: prepared.reference })
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
    current = next.intent;
  }
}

/** From here on the processor may have charged. */
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
 * A saved card may be charged only with a CVC or after the issuer's yes (`Y`). After a reload the
 * CVC of the first request is gone and was never checked.
 */
function isUnverified({ card, cvc }: CardHandle, { threeDS }: AttemptRecord): boolean {
  return card.credentialOnFile === "used" && cvc === undefined && threeDS?.transStatus !== "Y";
}

/**
 * Outcomes that exclude a charge, so another processor may be used. All other outcomes are looked
 * up.
 */
const failOverReasons: Partial<Record<ChargeOutcome["type"], FailoverReason>> = {
  unreached: "unreachable",
  rejected: "refused",
};

/**
 * Whether the processor's breaker has opened since routing chose it. A challenge can take minutes.
 */
function isBreakerOpen({ routing }: PaymentsDeps, attempt: AttemptRecord): boolean {
  const isLastResort = attempt.routing?.reason === "last_resort";
  return !isLastResort && !routing.health.admits(attempt.processor);
}

/**
 * Moves the attempt to the next processor. This is stored before anything is sent there, so
 * recovery always asks the processor that may have charged. Undefined when no processor is left.
 */
async function failOver(
  handle: CardHandle,
  attempt: AttemptRecord,
  reason: FailoverReason,
): Promise<ChangeResult | undefined> {
  const { deps } = handle;
  const { routing: decision, processor } = attempt;
  const next = decision && deps.routing.next(decision, processor, reason);
  if (!decision || !next) return undefined;
  deps.log.warn("a payment fails over to another processor", {
    paymentId: handle.paymentId,
    processor,
    to: next,
    reason,
  });
  const nowMs = deps.clock.nowMs();
  return patch(handle, (latest) =>
    latest.step === attempt.step && latest.processor === processor
      ? {
          processor: next,
          chargeReference: chargeReferenceOf(deps, next, latest),
          routing: afterFailover(decision, { processor, reason, atMs: nowMs }),
          nextCheckAtMs: nowMs + handlerLeaseMs(deps.times),
        }
      : null,
  );
}

/**
 * Stores an outcome. An outcome that names another payment's charge counts as unknown and is looked
 * up.
 */
async function storeOutcome(
  handle: CardHandle,
  attempt: AttemptRecord,
  processor: CardProcessor,
  outcome: ChargeOutcome,
): Promise<IntentRecord | "soft_declined"> {
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
  outcome: ChargeOutcome,
): Promise<IntentRecord | "soft_declined"> {
  const { deps } = handle;
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
      deps.log.error("a processor answered with another amount or currency", {
        processor: processor.name,
        paymentId: handle.paymentId,
      });
      if (!outcome.charged) {
        return failAttempt(handle, "processing_error", { chargeId: outcome.chargeId });
      }
      return reverseMismatch(handle, outcome.chargeId);
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

/**
 * Reports that a processor named another payment's charge. Staff must ask the processor what that
 * means.
 */
export function reportChargeOfOtherPayment(
  { deps, paymentId }: Pick<AttemptHandle, "deps" | "paymentId">,
  processor: string,
): void {
  deps.counters.chargeOfOtherPayment(processor);
  deps.log.error("a processor named the charge of another payment", { processor, paymentId });
}

/** Fails the attempt and finishes the request's key. */
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
