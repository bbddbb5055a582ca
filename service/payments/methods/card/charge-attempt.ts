import type { ChargeAuthentication, ChargeRequest } from "#contract/connectors/processor";
import type { CardProcessor, ChargeOutcome } from "../../../providers/processor/index.ts";
import {
  type AttemptHandle,
  attemptOfHandle,
  finishRequest,
  move,
  patch,
} from "../../flow/attempt-handle.ts";
import { handlerLeaseMs, type PaymentsDeps } from "../../payments-deps.ts";
import { type AttemptRecord, chargeKey, type IntentRecord } from "../../records.ts";
import { afterFailover, type FailoverReason } from "../../routing/index.ts";
import type { ChangeResult } from "../../store/change-intent.ts";
import { ChargeOfOtherPayment } from "../../store/charge-of-other-payment.ts";
import type { CardHandle } from "./card-handle.ts";
import { chargeUntilKnown } from "./charge-until-known.ts";
import { reverseLateCharge, reverseMismatch } from "./reverse-charge.ts";

/** First look-up after a charge whose outcome is open. */
const firstLookUpMs = 1_000;

/**
 * Charges the attempt, which is in a step that says so (`started` or `authorising`), and stores what
 * came of it. Gives the intent as it is then, the request's key finished; or `soft_declined` when the
 * issuer wants 3-D Secure, and then nothing is stored yet.
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
    handle.hold.mayHaveSent = true;
    const outcome = await chargeUntilKnown(
      processor,
      chargeRequest(handle, current, attempt),
      chargeKey(attempt),
    );
    deps.counters.chargeOutcome(processor.name, outcome.type);
    if (outcome.type === "rejected") {
      deps.log.error("a processor refused a charge request", {
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

/**
 * A kept card is its holder's to pay with: by its code, or by a yes of its bank. A code that was given when
 * the payment began is gone after a reload, and then nobody knows whether it was right.
 */
function isUnverified({ card, cvc }: CardHandle, { threeDS }: AttemptRecord): boolean {
  return card.credentialOnFile === "used" && cvc === undefined && threeDS?.transStatus !== "Y";
}

/** The outcomes after which surely nothing was charged, nor is on its way. All others are looked up. */
const failOverReasons: Partial<Record<ChargeOutcome["type"], FailoverReason>> = {
  unreached: "unreachable",
  rejected: "refused",
};

/** The processor was well when it was chosen, and its breaker has opened since (a challenge takes minutes). */
function isBreakerOpen({ routing }: PaymentsDeps, attempt: AttemptRecord): boolean {
  const isLastResort = attempt.routing?.reason === "last_resort";
  return !isLastResort && !routing.health.admits(attempt.processor);
}

/**
 * Hands the attempt on to the next processor, stored before anything is sent there: whoever recovers it
 * asks the one that may have charged. Undefined when there is none to take over.
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
  deps.log.warn("a payment goes on to another processor", {
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
          routing: afterFailover(decision, { processor, reason, atMs: nowMs }),
          nextCheckAtMs: nowMs + handlerLeaseMs(deps.times),
        }
      : null,
  );
}

/** Stores an outcome. One that is of another payment's charge is none: it is looked up until it is known. */
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
  switch (outcome.type) {
    case "approved": {
      const done = await move(handle, {
        event: "approved",
        patch: { chargeId: outcome.chargeId },
        key: "last",
      });
      if (done.written) return done.intent;
      await reverseLateCharge(handle, outcome.chargeId);
      return finishRequest(handle, done.intent);
    }
    case "declined": {
      const isSoft = outcome.declineCode === "authentication_required";
      if (isSoft && !attempt.threeDS?.mandateChallenge) return "soft_declined";
      return failAttempt(handle, outcome.declineCode, outcome.chargeId);
    }
    case "rejected":
    case "unreached":
      return failAttempt(handle, "processing_error");
    case "reversed":
      return failAttempt(handle, "charge_reversed", outcome.chargeId);
    case "mismatch": {
      deps.log.error("a processor answered with another amount or currency", {
        processor: processor.name,
        paymentId: handle.paymentId,
      });
      if (!outcome.charged) return failAttempt(handle, "processing_error", outcome.chargeId);
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

/** A processor named another payment's charge: for staff, who have to ask it what that means. */
export function reportChargeOfOtherPayment(
  { deps, paymentId }: Pick<AttemptHandle, "deps" | "paymentId">,
  processor: string,
): void {
  deps.counters.chargeOfOtherPayment(processor);
  deps.log.error("a processor named the charge of another payment", { processor, paymentId });
}

/** Fails the attempt and ends the request. */
export async function failAttempt(
  handle: CardHandle,
  reason: string,
  chargeId?: string,
): Promise<IntentRecord> {
  const refused = await move(handle, {
    event: "refused",
    reason,
    ...(chargeId === undefined ? {} : { patch: { chargeId } }),
    key: "last",
  });
  return refused.written ? refused.intent : finishRequest(handle, refused.intent);
}

function chargeRequest(
  handle: CardHandle,
  intent: IntentRecord,
  attempt: AttemptRecord,
): ChargeRequest {
  const { card, cvc } = handle;
  const authentication = proofOf(handle, attempt);
  return {
    merchantReference: attempt.paymentId,
    amountMinor: attempt.price.totalMinor,
    currency: intent.currency,
    card: {
      number: card.number,
      expiryMonth: card.expiryMonth,
      expiryYear: card.expiryYear,
      ...(cvc === undefined ? {} : { cvc }),
      ...(card.holderName === undefined ? {} : { holderName: card.holderName }),
      ...(card.postalCode === undefined ? {} : { postalCode: card.postalCode }),
    },
    descriptor: intent.paymentDescriptor,
    ...(card.credentialOnFile && { credentialOnFile: card.credentialOnFile }),
    ...(authentication ? { threeDSecure: authentication } : {}),
  };
}

/** What 3-D Secure proved; nothing when it was not carried out. */
function proofOf(handle: CardHandle, attempt: AttemptRecord): ChargeAuthentication | null {
  const { threeDS } = attempt;
  if (!threeDS?.transStatus || !threeDS.dsTransID) return null;
  const { authenticationValue } = handle.card;
  return {
    version: threeDS.version,
    transStatus: threeDS.transStatus,
    dsTransId: threeDS.dsTransID,
    ...(threeDS.eci === null ? {} : { eci: threeDS.eci }),
    ...(authenticationValue === undefined ? {} : { authenticationValue }),
  };
}
