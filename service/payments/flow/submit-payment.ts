import type { ClientPayment, SubmitPayment } from "../../../contract/client/payments.ts";
import { parseAmount } from "../../../contract/money.ts";
import { ApiError, fieldRefusal } from "../../platform/http/api-error.ts";
import type { Answer, LeaseClaim } from "../../platform/http/idempotency.ts";
import { newId } from "../../platform/randomness.ts";
import { type Price, toBreakdown } from "../../pricing/index.ts";
import { loadRequirements } from "../../requirements/index.ts";
import { addAttempt } from "../attempt-changes.ts";
import { type CheckedCard, checkCard } from "../cards/card-rules.ts";
import { handlerLeaseMs, type PaymentsDeps } from "../payments-deps.ts";
import type { AttemptRecord, CardSecret, IntentRecord } from "../records.ts";
import { refusalOfNewAttempt } from "../states/intent-status.ts";
import { changeIntent } from "../store/change-intent.ts";
import { type AttemptRun, answerOf, sealCard } from "./attempt-run.ts";
import { goOnAfterEnrolment } from "./authenticate-attempt.ts";

/** A customer's wish to pay, with what the server sees of the browser. */
export interface Submission {
  readonly intent: IntentRecord;
  readonly body: SubmitPayment;
  readonly acceptHeader: string;
  readonly ipAddress: string | null;
  readonly claim: LeaseClaim;
}

/**
 * Begins an attempt and takes it as far as it goes without the customer: to its end, to the 3DS
 * Method or to a challenge.
 *
 * Steps: check everything; store the intention (attempt, pending event, idempotency key) in one
 * statement while the directory server is asked about the card; charge or authenticate; store the
 * result with the answer in one statement.
 *
 * Refuses with `validation_failed` (card fields), `payment_method_type_not_enabled`,
 * `amount_changed`, `payment_in_progress`, `payment_already_succeeded`, `payment_intent_expired`,
 * `location_not_allowed`, `location_unknown`, `processor_unavailable`.
 */
export async function submitPayment(
  deps: PaymentsDeps,
  submission: Submission,
): Promise<Answer<ClientPayment>> {
  const { intent, body, claim } = submission;
  const nowMs = deps.clock.nowMs();
  if (body.type !== "card" || !intent.paymentMethodTypes.includes(body.type)) {
    throw fieldRefusal("payment_method_type_not_enabled", "type");
  }
  const checked = checkCard(body.card, nowMs);
  if (!checked.ok) throw new ApiError("validation_failed", { errors: checked.errors });
  const priced = deps.pricing.priceFor({
    ...intent,
    card: { brand: checked.card.brand, prefix: checked.card.number.slice(0, 8) },
  });
  const price = priced instanceof Promise ? await priced : priced;
  requireShownTotal(body.total, price);
  await deps.locations.requireAllowed(intent.operatorId, submission.ipAddress);
  await requireNothingOwed(deps, intent);
  const operator = await deps.operators.get(intent.operatorId);
  const processor = deps.processors.first(operator.settings.routingRules);
  if (!processor) throw new ApiError("processor_unavailable");

  const paymentId = newId(deps, "payment");
  const card = cardSecret(checked.card, submission);
  const run: AttemptRun = {
    deps,
    settings: operator.settings,
    operatorId: intent.operatorId,
    operatorName: operator.name,
    paymentIntentId: intent.paymentIntentId,
    paymentId,
    card,
    cvc: body.card.cvc,
    claim,
    successCode: 201,
  };
  const attempt: AttemptRecord = {
    paymentId,
    number: 0,
    step: "started",
    wasSuccess: false,
    type: body.type,
    price,
    messages: [],
    paymentMethod: {
      brand: checked.card.brand,
      last4: card.number.slice(-4),
      expiryMonth: card.expiryMonth,
      expiryYear: card.expiryYear,
    },
    threeDS: null,
    cardSealed: sealCard(deps, intent.operatorId, paymentId, card),
    processor: processor.name,
    routing: null,
    chargeNumber: 1,
    chargeId: null,
    reversal: null,
    nextCheckAtMs: nowMs + handlerLeaseMs(deps.times),
    checks: 0,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  };

  // Asking about the card moves no money, so it need not wait for the intention to be stored.
  const asked = deps.directoryServer.lookUpCard(card.number);
  const begun = changeIntent(
    deps.store,
    intent.paymentIntentId,
    (latest) => {
      const refusal = refusalOfNewAttempt(latest, nowMs);
      if (refusal) throw new ApiError(refusal);
      return addAttempt(latest, { ...attempt, number: latest.attempts.length + 1 }, nowMs);
    },
    () => ({ type: "begin", parameters: claim.beginParameters() }),
  );
  const [enrolment, stored] = await Promise.all([asked, begun]);
  const after = await goOnAfterEnrolment(run, stored.intent, enrolment, {
    mandateChallenge: false,
  });
  return answerOf(run, after);
}

/** Decisions §6: the customer pays what they were shown, or is shown the new price first. */
function requireShownTotal(total: number, price: Price): void {
  const shown = parseAmount(total, price.currency);
  if (!shown.ok || shown.amountMinor !== price.totalMinor) {
    throw new ApiError("amount_changed", { extra: { breakdown: toBreakdown(price) } });
  }
}

async function requireNothingOwed(deps: PaymentsDeps, intent: IntentRecord): Promise<void> {
  const requirements = await loadRequirements(deps, intent, "payment");
  if (requirements.some((each) => each.blocks === "submission")) {
    throw new ApiError("requirements_unmet", { extra: { requirements } });
  }
}

function cardSecret(card: CheckedCard, submission: Submission): CardSecret {
  return {
    number: card.number,
    expiryMonth: card.expiryMonth,
    expiryYear: card.expiryYear,
    ...(card.holderName === undefined ? {} : { holderName: card.holderName }),
    ...(card.postalCode === undefined ? {} : { postalCode: card.postalCode }),
    browser: submission.body.browser,
    acceptHeader: submission.acceptHeader,
    ipAddress: submission.ipAddress,
  };
}
