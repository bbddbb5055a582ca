import type { ClientPayment } from "#contract/client/payments";
import { toMajor } from "#contract/money";
import { loadRequirements } from "../../customers/requirements/index.ts";
import type { Operator } from "../../operators/accounts/index.ts";
import { isUniqueViolation } from "../../platform/database/database.ts";
import { ApiError, fieldRefusal } from "../../platform/http/api-error.ts";
import type { ApiResponse, LeaseClaim } from "../../platform/http/idempotency.ts";
import { newId } from "../../platform/randomness.ts";
import { addAttempt } from "../attempt-changes.ts";
import { chargeReferenceOf } from "../charge-reference.ts";
import {
  countCardAttempt,
  isIntentFull,
  refusalOfFullIntent,
  type Uncount,
} from "../methods/card/attempt-limits/limit-card-attempts.ts";
import type { StartedAttempt, Submission } from "../methods/payment-method.ts";
import { contextOf, type PaymentContext, sealContext } from "../payment-context.ts";
import { handlerLeaseMs, type PaymentsDeps } from "../payments-deps.ts";
import { type Price, toBreakdown } from "../pricing/index.ts";
import type { AttemptRecord, IntentRecord } from "../records.ts";
import { sealTaxPlace } from "../sales-tax/tax-place.ts";
import { refusalOfNewAttempt } from "../states/intent-status.ts";
import { changeIntent } from "../store/change-intent.ts";
import { type AttemptHandle, responseOf } from "./attempt-handle.ts";
import { newHold, releaseIfStoreLost } from "./attempt-hold.ts";

/**
 * Starts an attempt and carries it as far as possible without the customer.
 *
 *   1. Check everything.
 *   2. Store the attempt, its pending event and the idempotency key in one statement.
 *   3. Let the method proceed.
 *   4. Store the result with the response in one statement.
 *
 * Throws `payment_method_type_not_enabled`, the method's error codes, `amount_changed`, `payment_in_progress`,
 * `payment_already_succeeded`, `payment_intent_expired`, `too_many_attempts`, `payment_attempts_used_up`,
 * `location_not_allowed`, `location_unknown` and `requirements_unmet`.
 */
export async function submitPayment(
  deps: PaymentsDeps,
  submission: Submission,
  claim: LeaseClaim,
): Promise<ApiResponse<ClientPayment>> {
  const { intent, body } = submission;
  const nowMs = deps.clock.nowMs();
  const handler = deps.methods.handlerFor(intent, body.type);
  if (!handler) throw notOffered();
  const checked = await handler.check(submission);
  if (!deps.methods.isOffered(intent, checked.type)) throw notOffered();
  const priced = deps.pricing.priceFor({
    ...intent,
    ...(checked.pricedAs && { card: checked.pricedAs }),
  });
  const price = priced instanceof Promise ? await priced : priced;
  requireShownTotal(body.total, price);
  await deps.locations.requireAllowed(intent.operatorId, submission.ipAddress);
  await requireRequirementsMet(deps, intent);
  const operator = await deps.operators.get(intent.operatorId);

  const handle: AttemptHandle = {
    deps,
    operatorId: intent.operatorId,
    paymentIntentId: intent.paymentIntentId,
    paymentId: newId(deps, "payment"),
    claim,
    successCode: 201,
    hold: newHold(),
  };
  const isCard = checked.type === "card";
  const uncount = isCard ? await countCardSubmission(submission, handle, operator) : null;
  const started = await uncountIfRefused(uncount, async () =>
    checked.start({ handle, operator, price }),
  );
  const context = contextOf(submission.ipAddress, body);
  const attempt = newAttempt(handle, { type: checked.type, price, started, context }, nowMs);
  handle.hold.untilMs.add(nowMs + handlerLeaseMs(deps.times));
  return releaseIfStoreLost(handle, async () => {
    const stored = await uncountIfRefused(uncount, () =>
      changeIntent(
        deps.store,
        intent.paymentIntentId,
        (latest) => {
          const refusal = refusalOfNewAttempt(latest, nowMs);
          if (refusal) throw new ApiError(refusal);
          if (isCard && isIntentFull(latest, operator.settings)) {
            throw new ApiError("too_many_attempts");
          }
          return addAttempt(latest, { ...attempt, number: latest.attempts.length + 1 }, nowMs);
        },
        () => ({ type: "begin", parameters: claim.beginParameters(handle.paymentId) }),
      ),
    );
    // The card method sets this when it sends a charge. Others order inside their steps.
    handle.hold.mayHaveSent = !isCard;
    return responseOf(handle, await started.proceed(stored.intent));
  });
}

/** See methods/card/attempt-limits/limit-card-attempts.ts. */
async function countCardSubmission(
  { intent, ipAddress }: Submission,
  { deps, paymentId }: AttemptHandle,
  { settings }: Operator,
): Promise<Uncount> {
  await requireOpenIntent(deps, intent);
  if (isIntentFull(intent, settings)) throw await refusalOfFullIntent(deps, intent, settings);
  return countCardAttempt(deps, { intent, paymentId, ipAddress }, settings);
}

/**
 * Refuses an intent that is paid, expired, has a pending attempt or no attempts left, before the counters are checked.
 * Reads the store, because this process's copy may be outdated.
 */
export async function requireOpenIntent(
  deps: Pick<PaymentsDeps, "clock" | "store">,
  known: IntentRecord,
): Promise<void> {
  const nowMs = deps.clock.nowMs();
  if (refusalOfNewAttempt(known, nowMs) === null) return;
  const latest = await deps.store.read(known.paymentIntentId);
  const refusal = latest && refusalOfNewAttempt(latest, nowMs);
  if (refusal) throw new ApiError(refusal);
}

/**
 * Undoes the count after a refusal, or for a used idempotency key: then no attempt was stored. After any other error
 * the attempt may be stored, so it stays counted.
 */
async function uncountIfRefused<Result>(
  uncount: Uncount | null,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    const isUnstored =
      error instanceof ApiError || isUniqueViolation(error, "idempotency_keys_pkey");
    if (isUnstored) await uncount?.();
    throw error;
  }
}

interface NewAttempt {
  readonly type: string;
  readonly price: Price;
  readonly started: StartedAttempt;
  readonly context: PaymentContext;
}

function newAttempt(
  { deps, operatorId, paymentId }: AttemptHandle,
  { type, price, started, context }: NewAttempt,
  nowMs: number,
): AttemptRecord {
  const { taxPlace, ...stored } = price;
  return {
    paymentId,
    number: 0,
    step: "started",
    wasSuccess: false,
    type,
    price: stored,
    returned: { baseMinor: 0, feesMinor: 0, taxMinor: 0 },
    disputed: { minor: 0, lostBaseMinor: 0, open: 0 },
    contextSealed: sealContext(deps.keyring, { operatorId, paymentId }, context),
    taxAddressSealed: taxPlace
      ? sealTaxPlace(deps.keyring, { operatorId, paymentId }, taxPlace)
      : null,
    instrumentIndex: started.instrumentIndex ?? null,
    messages: [],
    paymentMethod: started.paymentMethod,
    detail: started.detail ?? {},
    threeDS: null,
    detailsSealed: started.detailsSealed ?? null,
    processor: started.processor,
    routing: started.routing ?? null,
    chargeNumber: 1,
    chargeId: null,
    chargeReference: chargeReferenceOf(deps, started.processor, { paymentId, chargeNumber: 1 }),
    reversal: null,
    nextCheckAtMs: nowMs + handlerLeaseMs(deps.times),
    checks: 0,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  };
}

function notOffered(): ApiError {
  return fieldRefusal("payment_method_type_not_enabled", "type");
}

/** The customer pays the total that they saw, or sees the new one first (docs/how-money-moves.md). */
function requireShownTotal(total: number, price: Price): void {
  // With fees and tax, a total can be above the largest amount that an intent can have.
  if (total !== toMajor(price.totalMinor, price.currency)) {
    throw new ApiError("amount_changed", { extra: { breakdown: toBreakdown(price) } });
  }
}

async function requireRequirementsMet(deps: PaymentsDeps, intent: IntentRecord): Promise<void> {
  const requirements = await loadRequirements(deps, intent, "payment");
  if (requirements.some((requirement) => requirement.blocks === "submission")) {
    throw new ApiError("requirements_unmet", { extra: { requirements } });
  }
}
