import type {
  Advice,
  ExplainedMessage,
  Payment,
  PaymentIntent,
  PaymentMessage,
  ThreeDSecureSummary,
} from "#contract/api/payment-intents";
import type { PaymentRouting } from "#contract/api/payment-routing";
import type { ClientPayment, ClientStatus } from "#contract/client/payments";
import { toMajor } from "#contract/money";
import { customerReasonCode, paymentReasonOf } from "#contract/payment-reasons/index";
import { totalOfParts } from "#contract/refund-parts";
import { toIsoTime } from "../platform/clock.ts";
import { mandateSummaryOf, shownReasonOf } from "./methods/bank/bank-attempt.ts";
import type { PaymentMethods } from "./methods/payment-method.ts";
import type { PaymentsDeps } from "./payments-deps.ts";
import { type Price, priceOf, toBreakdown } from "./pricing/index.ts";
import {
  type AttemptMessage,
  type AttemptRecord,
  type IntentRecord,
  newestAttempt,
  type ThreeDSRecord,
} from "./records.ts";
import type { RouteDecision } from "./routing/index.ts";
import { attemptStatus } from "./states/attempt-states.ts";
import { intentStatus, maxAttempts } from "./states/intent-status.ts";

/**
 * Presents the intent as status responses and events show it at `nowMs`. `quote` is the price before the first attempt
 * (quote-intents.ts); without it only the base amount is known.
 */
export function presentIntent(
  intent: IntentRecord,
  nowMs: number,
  quote: Price | null = null,
): PaymentIntent {
  const newest = newestAttempt(intent);
  return {
    paymentIntentId: intent.paymentIntentId,
    externalPaymentIntentId: intent.externalPaymentIntentId,
    externalCustomerId: intent.externalCustomerId,
    amount: toMajor(intent.amountMinor, intent.currency),
    currency: intent.currency,
    status: intentStatus(intent, nowMs),
    customData: intent.customData,
    description: intent.description,
    paymentMethodTypes: [...intent.paymentMethodTypes],
    paymentDescriptor: intent.paymentDescriptor,
    breakdown: toBreakdown(newest?.price ?? quote ?? priceOf(intent.amountMinor, intent.currency)),
    refundedAmount: toMajor(
      intent.attempts.reduce((sum, { returned }) => sum + returned.baseMinor, 0),
      intent.currency,
    ),
    disputedAmount: toMajor(
      intent.attempts.reduce((sum, { disputed }) => sum + disputed.minor, 0),
      intent.currency,
    ),
    payments: intent.attempts.map((attempt) => presentPayment(intent, attempt)),
    createdAt: toIsoTime(intent.createdAtMs),
    updatedAt: toIsoTime(intent.updatedAtMs),
    expiresAt: toIsoTime(intent.expiresAtMs),
  };
}

/** Renders the intent as the event of its last change shows it. */
export function renderChanged(intent: IntentRecord, quote: Price | null = null): PaymentIntent {
  return presentIntent(intent, intent.updatedAtMs, quote);
}

function presentPayment(intent: IntentRecord, attempt: AttemptRecord): Payment {
  const mandate = mandateSummaryOf(attempt);
  return {
    paymentId: attempt.paymentId,
    paymentIntentId: intent.paymentIntentId,
    status: attemptStatus(attempt.step),
    type: attempt.type,
    amount: toMajor(attempt.price.totalMinor, intent.currency),
    currency: intent.currency,
    breakdown: toBreakdown(attempt.price),
    refundedAmount: toMajor(attempt.returned.baseMinor, intent.currency),
    disputedAmount: toMajor(attempt.disputed.minor, intent.currency),
    messages: attempt.messages.map((message) => explainMessage(attempt, message)),
    paymentMethod: attempt.paymentMethod,
    threeDSecure: attempt.threeDS && presentThreeDSecure(attempt.threeDS),
    ...(mandate && { mandate }),
    processor: attempt.processor,
    routing: attempt.routing && presentRouting(attempt.routing),
    createdAt: toIsoTime(attempt.createdAtMs),
    updatedAt: toIsoTime(attempt.updatedAtMs),
  };
}

function explainMessage({ type }: AttemptRecord, { code, atMs }: AttemptMessage): ExplainedMessage {
  const { category, customerMessage, advice, operatorMessage } = paymentReasonOf(code, type);
  const at = toIsoTime(atMs);
  return { code, message: customerMessage, at, category, advice, operatorMessage };
}

/** Presents a message as the customer may read it. */
function presentMessage(attempt: AttemptRecord, { code, atMs }: AttemptMessage): PaymentMessage {
  const shown = shownReasonOf(attempt, code);
  return {
    code: customerReasonCode(shown),
    message: paymentReasonOf(shown).customerMessage,
    at: toIsoTime(atMs),
  };
}

function presentThreeDSecure(threeDS: ThreeDSRecord): ThreeDSecureSummary {
  return {
    status: threeDS.transStatus,
    version: threeDS.version || null,
    eci: threeDS.eci,
    challenged: threeDS.challenged,
  };
}

function presentRouting({ failedOver, needs: _needs, ...decision }: RouteDecision): PaymentRouting {
  return {
    ...decision,
    candidates: [...decision.candidates],
    failedOver: failedOver.map(({ atMs, ...left }) => ({ ...left, at: toIsoTime(atMs) })),
  };
}

export interface ClientView {
  readonly nowMs: number;
  readonly methods: Pick<PaymentMethods, "find">;
}

export function clientViewOf({
  clock,
  methods,
}: Pick<PaymentsDeps, "clock" | "methods">): ClientView {
  return { nowMs: clock.nowMs(), methods };
}

/** Presents an attempt as the customer's frame sees it. */
export function presentClientPayment(
  intent: IntentRecord,
  attempt: AttemptRecord,
  view: ClientView,
): ClientPayment {
  const refundedMinor = totalOfParts(attempt.returned);
  return {
    paymentId: attempt.paymentId,
    type: attempt.type,
    status: attemptStatus(attempt.step),
    intentStatus: intentStatus(intent, view.nowMs),
    messages: attempt.messages.map((message) => presentMessage(attempt, message)),
    advice: adviceFor(intent, attempt, view.nowMs),
    paymentMethod: attempt.paymentMethod,
    nextAction: view.methods.find(attempt.type)?.nextAction?.(attempt, intent) ?? null,
    ...(refundedMinor > 0 && { refunded: toMajor(refundedMinor, intent.currency) }),
  };
}

/** Answers the frame's status request. The newest attempt says where the customer is. */
export function presentClientStatus(intent: IntentRecord, view: ClientView): ClientStatus {
  const newest = newestAttempt(intent);
  return {
    status: intentStatus(intent, view.nowMs),
    payment: newest ? presentClientPayment(intent, newest, view) : null,
  };
}

function adviceFor(intent: IntentRecord, attempt: AttemptRecord, nowMs: number): Advice | null {
  const last = attempt.messages.at(-1);
  if (attempt.step !== "failed" || !last) return null;
  const isOpen = nowMs < intent.expiresAtMs && intent.attempts.length < maxAttempts;
  return isOpen && !attempt.wasSuccess
    ? paymentReasonOf(shownReasonOf(attempt, last.code), attempt.type).advice
    : { retry: false, with: "none" };
}
