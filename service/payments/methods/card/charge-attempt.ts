import type { ChargeAuthentication, ChargeRequest } from "#contract/connectors/processor";
import type { CardProcessor, ChargeOutcome } from "../../../providers/processor/index.ts";
import {
  type AttemptHandle,
  attemptOfRun,
  finishElsewhere,
  move,
  patch,
} from "../../flow/attempt-run.ts";
import { handlerLeaseMs, type PaymentsDeps } from "../../payments-deps.ts";
import { type AttemptRecord, chargeKey, type IntentRecord } from "../../records.ts";
import { afterFailOver, type FailOverReason } from "../../routing/index.ts";
import type { ChangeResult } from "../../store/change-intent.ts";
import { ChargeOfAnother } from "../../store/charge-of-another.ts";
import type { CardRun } from "./card-run.ts";
import { chargeUntilKnown } from "./charge-until-known.ts";
import { giveBackLateCharge, reverseMismatch } from "./reverse-charge.ts";

/** First look-up after a charge whose outcome is open. */
const firstLookUpMs = 1_000;

/**
 * Charges the attempt, which is in a step that says so (`started` or `authorising`), and stores what
 * came of it. Gives the intent as it is then, the request's key finished; or `soft_declined` when the
 * issuer wants 3-D Secure, and then nothing is stored yet.
 */
export async function chargeAttempt(
  run: CardRun,
  intent: IntentRecord,
): Promise<IntentRecord | "soft_declined"> {
  const { deps } = run;
  let current = intent;
  for (;;) {
    const attempt = attemptOfRun(run, current);
    const processor = deps.processors.byName(attempt.processor);
    if (!processor) return refuse(run, "processing_error");
    if (isUnverified(run, attempt)) return refuse(run, "processing_interrupted");
    if (isPassedOver(deps, attempt)) {
      const next = await failOver(run, attempt, "breaker_open");
      if (next?.written) {
        current = next.intent;
        continue;
      }
      if (next) return finishElsewhere(run, next.intent);
    }
    run.hold.mayHaveSent = true;
    const outcome = await chargeUntilKnown(
      processor,
      chargeRequest(run, current, attempt),
      chargeKey(attempt),
    );
    deps.counters.chargeOutcome(processor.name, outcome.type);
    if (outcome.type === "rejected") {
      deps.log.error("a processor refused a charge request", {
        processor: processor.name,
        paymentId: run.paymentId,
        reason: outcome.reason,
      });
    }
    const reason = failOverReasons[outcome.type];
    if (reason) run.hold.mayHaveSent = false;
    const next = reason && (await failOver(run, attempt, reason));
    if (!next) return storeOutcome(run, attempt, processor, outcome);
    if (!next.written) return finishElsewhere(run, next.intent);
    current = next.intent;
  }
}

/**
 * A kept card is its holder's to pay with: by its code, or by a yes of its bank. A code that was given when
 * the payment began is gone after a reload, and then nobody knows whether it was right.
 */
function isUnverified({ card, cvc }: CardRun, { threeDS }: AttemptRecord): boolean {
  return card.credentialOnFile === "used" && cvc === undefined && threeDS?.transStatus !== "Y";
}

/** The outcomes after which surely nothing was charged, nor is on its way. All others are looked up. */
const failOverReasons: Partial<Record<ChargeOutcome["type"], FailOverReason>> = {
  unreached: "unreachable",
  rejected: "refused",
};

/** The processor was well when it was chosen, and its breaker has opened since (a challenge takes minutes). */
function isPassedOver({ routing }: PaymentsDeps, attempt: AttemptRecord): boolean {
  const isLastResort = attempt.routing?.reason === "last_resort";
  return !isLastResort && !routing.health.admits(attempt.processor);
}

/**
 * Hands the attempt on to the next processor, stored before anything is sent there: whoever recovers it
 * asks the one that may have charged. Undefined when there is none to take over.
 */
async function failOver(
  run: CardRun,
  attempt: AttemptRecord,
  reason: FailOverReason,
): Promise<ChangeResult | undefined> {
  const { deps } = run;
  const { routing: decision, processor } = attempt;
  const next = decision && deps.routing.next(decision, processor, reason);
  if (!decision || !next) return undefined;
  deps.log.warn("a payment goes on to another processor", {
    paymentId: run.paymentId,
    processor,
    to: next,
    reason,
  });
  const nowMs = deps.clock.nowMs();
  return patch(run, (latest) =>
    latest.step === attempt.step && latest.processor === processor
      ? {
          processor: next,
          routing: afterFailOver(decision, { processor, reason, atMs: nowMs }),
          nextCheckAtMs: nowMs + handlerLeaseMs(deps.times),
        }
      : null,
  );
}

/** Stores an outcome. One that is of another payment's charge is none: it is looked up until it is known. */
async function storeOutcome(
  run: CardRun,
  attempt: AttemptRecord,
  processor: CardProcessor,
  outcome: ChargeOutcome,
): Promise<IntentRecord | "soft_declined"> {
  try {
    return await takeOutcome(run, attempt, processor, outcome);
  } catch (error) {
    if (!(error instanceof ChargeOfAnother)) throw error;
    noteChargeOfAnother(run, processor.name);
    return takeOutcome(run, attempt, processor, { type: "unknown", reason: "charge_of_another" });
  }
}

async function takeOutcome(
  run: CardRun,
  attempt: AttemptRecord,
  processor: CardProcessor,
  outcome: ChargeOutcome,
): Promise<IntentRecord | "soft_declined"> {
  const { deps } = run;
  switch (outcome.type) {
    case "approved": {
      const done = await move(run, {
        event: "approved",
        patch: { chargeId: outcome.chargeId },
        key: "last",
      });
      if (done.written) return done.intent;
      await giveBackLateCharge(run, outcome.chargeId);
      return finishElsewhere(run, done.intent);
    }
    case "declined": {
      const isSoft = outcome.declineCode === "authentication_required";
      if (isSoft && !attempt.threeDS?.mandateChallenge) return "soft_declined";
      return refuse(run, outcome.declineCode, outcome.chargeId);
    }
    case "rejected":
    case "unreached":
      return refuse(run, "processing_error");
    case "reversed":
      return refuse(run, "charge_reversed", outcome.chargeId);
    case "mismatch": {
      deps.log.error("a processor answered with another amount or currency", {
        processor: processor.name,
        paymentId: run.paymentId,
      });
      if (!outcome.charged) return refuse(run, "processing_error", outcome.chargeId);
      return reverseMismatch(run, outcome.chargeId);
    }
    case "pending":
    case "unknown":
    case "not_found": {
      if (outcome.type === "unknown") {
        deps.log.warn("the outcome of a charge is not known yet", {
          processor: processor.name,
          paymentId: run.paymentId,
          reason: outcome.reason,
        });
      }
      const chargeId = outcome.type === "pending" ? outcome.chargeId : null;
      const waiting = await move(run, {
        event: "charge_unknown",
        patch: { chargeId, nextCheckAtMs: deps.clock.nowMs() + firstLookUpMs },
        key: "last",
      });
      return waiting.written ? waiting.intent : finishElsewhere(run, waiting.intent);
    }
  }
}

/** A processor named another payment's charge: for staff, who have to ask it what that means. */
export function noteChargeOfAnother(
  { deps, paymentId }: Pick<AttemptHandle, "deps" | "paymentId">,
  processor: string,
): void {
  deps.counters.chargeOfAnother(processor);
  deps.log.error("a processor named the charge of another payment", { processor, paymentId });
}

/** Fails the attempt and ends the request. */
export async function refuse(
  run: CardRun,
  reason: string,
  chargeId?: string,
): Promise<IntentRecord> {
  const refused = await move(run, {
    event: "refused",
    reason,
    ...(chargeId === undefined ? {} : { patch: { chargeId } }),
    key: "last",
  });
  return refused.written ? refused.intent : finishElsewhere(run, refused.intent);
}

function chargeRequest(run: CardRun, intent: IntentRecord, attempt: AttemptRecord): ChargeRequest {
  const { card, cvc } = run;
  const authentication = proofOf(run, attempt);
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
function proofOf(run: CardRun, attempt: AttemptRecord): ChargeAuthentication | null {
  const { threeDS } = attempt;
  if (!threeDS?.transStatus || !threeDS.dsTransID) return null;
  const { authenticationValue } = run.card;
  return {
    version: threeDS.version,
    transStatus: threeDS.transStatus,
    dsTransId: threeDS.dsTransID,
    ...(threeDS.eci === null ? {} : { eci: threeDS.eci }),
    ...(authenticationValue === undefined ? {} : { authenticationValue }),
  };
}
