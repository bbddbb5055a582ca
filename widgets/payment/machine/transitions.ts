import type { PaymentResult } from "#contract/channel/payment-messages";
import type { ClientPayment } from "#contract/client/payments";
import type { ClientSession } from "#contract/client/session";
import { firstChoice, knownTypes, type MethodKey, offeredKeys } from "../offered-methods.ts";
import { pollDelayMs, resultOf, retryDelayMs } from "./outcome.ts";
import { bringPrice, forgetPrices, priceOf } from "./price.ts";
import type { PaymentEffect, PaymentNotice, PaymentState, PaymentStep } from "./state.ts";

/** The next state and the effects to carry out. */
export type Transition = readonly [PaymentState, readonly PaymentEffect[]];

/** Intent statuses in which no attempt is under way. */
const settled = ["success", "failed", "expired", "no-payment"];

/** Runs `next` on the state of the first transition and joins the effects of both. */
export function andThen(
  [state, effects]: Transition,
  next: (state: PaymentState) => Transition,
): Transition {
  const [after, more] = next(state);
  return [after, [...effects, ...more]];
}

/** Reports an outcome to the page, once for each submit. `messages` replaces the payment's own messages. */
const finish = (
  state: PaymentState,
  type: PaymentResult["type"],
  payment: ClientPayment | null,
  messages?: PaymentResult["messages"],
): Transition => [
  { ...state, reported: type, submitWaits: false },
  state.reported === type
    ? []
    : [{ type: "finish", result: resultOf(state, type, payment, messages) }],
];

/** Loads the session. */
export function load(state: PaymentState): Transition {
  const run = state.run + 1;
  const next = { ...state, step: "loading" as const, run, failure: null, renewing: false };
  return [next, [{ type: "load", run }]];
}

/** Sends the attempt, or sends it again under the same key. */
export function pay(state: PaymentState): Transition {
  const { attempt, tries, method } = state;
  const quote = tries > 0 ? state.quote : priceOf(state).quote;
  if (!quote) return [{ ...state, submitWaits: true }, []];
  const run = state.run + 1;
  const next: PaymentState = {
    ...state,
    step: "paying",
    run,
    notice: null,
    submitWaits: false,
    agreed: null,
    quote,
    canceledHere: false,
    continuation: null,
    reported: tries > 0 ? state.reported : null,
  };
  const delayMs = retryDelayMs(tries);
  return [next, [{ type: "pay", run, attempt, method, quote, delayMs }]];
}

/** Sends the result of a 3-D Secure step, or sends it again under the same key. */
export function sendContinuation(state: PaymentState): Transition {
  const { continuation, payment, attempt, tries } = state;
  if (!continuation || !payment) return lookUp(state);
  const run = state.run + 1;
  const { paymentId } = payment;
  const delayMs = retryDelayMs(tries);
  return [
    { ...state, step: "continuing", run },
    [{ type: "continue", run, attempt, paymentId, continuation, delayMs }],
  ];
}

/**
 * Asks for the status. In `paying` it asks at once and the step stays; in every other step it asks later, as
 * `pending`.
 */
export function lookUp(state: PaymentState): Transition {
  const run = state.run + 1;
  const step = state.step === "paying" ? "paying" : "pending";
  const delayMs = step === "paying" ? 0 : pollDelayMs(state.polls);
  return [{ ...state, step, run, polls: state.polls + 1 }, [{ type: "lookUp", run, delayMs }]];
}

/** Shows `step` and asks for the status after a delay. `first`: the step has just begun. */
function watch(state: PaymentState, step: PaymentStep): [next: Transition, first: boolean] {
  const first = state.step !== step;
  const run = state.run + 1;
  const polls = first ? 0 : state.polls;
  const next = { ...state, step, run, polls: polls + 1, submitWaits: false, notice: null };
  const delayMs = pollDelayMs(polls, step !== "pending");
  return [[next, [{ type: "lookUp", run, delayMs }]], first];
}

/** Waits for an outcome and reports `pending` to the page the first time. */
export function wait(state: PaymentState): Transition {
  const [waiting, first] = watch(state, "pending");
  return first ? andThen(waiting, (next) => finish(next, "pending", state.payment)) : waiting;
}

/** Keeps the step and asks again, because no answer came. */
export const waitOn = (state: PaymentState): Transition =>
  state.step === "pending" ? wait(state) : watch(state, state.step)[0];

/** Asks for the status at once, because the customer is looking. */
export function lookNow(state: PaymentState): Transition {
  const run = state.run + 1;
  return [{ ...state, run }, [{ type: "lookUp", run, delayMs: 0 }]];
}

/** Deposit states in which money is on its way and the customer may leave the page. */
const onItsWay = ["detected", "confirming"];

/**
 * Follows a customer who is at their bank or sends crypto. The bank's page opens only after a press: Pay, or
 * the button that goes there again. It never opens by itself after a reload, because its address works once.
 */
function watchCustomer(state: PaymentState, payment: ClientPayment): Transition | null {
  const action = payment.nextAction;
  if (action?.type === "redirect") {
    const [watching] = watch({ ...state, toBank: false }, "redirect");
    if (state.step !== "paying" && !state.toBank) return watching;
    return andThen(watching, (next) => [next, [{ type: "openRedirect", action }]]);
  }
  if (action?.type !== "crypto_deposit") return null;
  const [watching] = watch(state, "deposit");
  if (!onItsWay.includes(action.state)) return watching;
  return andThen(watching, (next) => finish(next, "pending", payment));
}

/** Asks the page for a new intent after this one expired. */
export function renew(state: PaymentState): Transition {
  const run = state.run + 1;
  return [
    { ...state, step: "expired", run, renewing: true, notice: null },
    [{ type: "renewSecret", run }],
  ];
}

/** Ends as expired, because the page has no new intent. */
export function endExpired(state: PaymentState): Transition {
  return finish({ ...state, step: "expired", renewing: false }, "expired", null);
}

/** Returns to the form with a notice. A new attempt starts only when the outcome of the last one is known. */
export function backToForm(
  state: PaymentState,
  notice: PaymentState["notice"],
  attemptEnded: boolean,
): PaymentState {
  return {
    ...state,
    step: "form",
    notice,
    agreed: null,
    run: state.run + 1,
    attempt: attemptEnded ? state.attempt + 1 : state.attempt,
    submitWaits: false,
    tries: 0,
    polls: 0,
    continuation: null,
  };
}

/** Returns to the form and reports to the page that this submit failed. */
export function giveBack(
  state: PaymentState,
  notice: PaymentState["notice"],
  attemptEnded: boolean,
): Transition {
  const type = notice?.type === "canceled" ? "canceled" : "failed";
  const payment = notice?.type === "declined" || type === "canceled" ? state.payment : null;
  const messages = payment ? undefined : messagesOf(notice);
  return andThen(bringPrice(backToForm(state, notice, attemptEnded)), (next) =>
    finish(next, type, payment, messages),
  );
}

/** The messages that the page receives for a notice that does not come from a payment. */
function messagesOf(notice: PaymentNotice | null): PaymentResult["messages"] | undefined {
  if (notice === null || notice.type === "declined") return undefined;
  if (notice.type === "refused") return [{ code: notice.code, message: notice.message }];
  const code = noticeCodes[notice.type];
  return [{ code, message: code }];
}

const noticeCodes = {
  canceled: "authentication_canceled",
  amountChanged: "amount_changed",
  termsChanged: "mandate_changed",
  notSent: "network_error",
  unavailable: "processor_unavailable",
};

/** Does what a payment needs next: its action, its outcome, or waiting. */
export function act(earlier: PaymentState, payment: ClientPayment): Transition {
  const status = payment.intentStatus;
  const state = { ...earlier, payment, status, tries: 0 };
  if (payment.status === "success" || status === "success") {
    const run = state.run + 1;
    return finish({ ...state, step: "success", run, notice: null }, "success", payment);
  }
  if (payment.status === "failed") {
    const canceled = state.canceledHere;
    const notice = canceled
      ? ({ type: "canceled" } as const)
      : ({ type: "declined", payment } as const);
    return giveBack({ ...state, canceledHere: false }, notice, true);
  }
  const waitsFor = payment.nextAction?.type;
  // The bank answered while this page was away.
  if (waitsFor === "resume") {
    const completed = { after: "challenge", outcome: "completed" } as const;
    return sendContinuation({ ...state, continuation: state.continuation ?? completed });
  }
  // The service still waits for this continuation, so our request was lost.
  if (state.continuation && waitsFor === state.continuation.after) return sendContinuation(state);
  const run = state.run + 1;
  if (payment.nextAction?.type === "three_ds_method") {
    const action = payment.nextAction;
    return [{ ...state, step: "method", run, polls: 0 }, [{ type: "runMethod", run, action }]];
  }
  if (payment.nextAction?.type === "challenge") {
    const action = payment.nextAction;
    return [
      { ...state, step: "challenge", run, polls: 0 },
      [{ type: "openChallenge", run, action }],
    ];
  }
  return watchCustomer(state, payment) ?? wait(state);
}

/** The method that the payment began with, if this version knows it. */
const methodOf = (payment: ClientPayment, earlier: MethodKey): MethodKey =>
  knownTypes.find((type) => type === payment.type) ?? earlier;

/**
 * Finds the step for a session that was just loaded. After a reload that may be the middle of a payment.
 * `cardIsTyped`: the customer has started to type a card.
 */
export function settleSession(
  earlier: PaymentState,
  session: ClientSession,
  cardIsTyped: boolean,
): Transition {
  const { payment, requirements } = session;
  const status = session.intent.status;
  const quote = { breakdown: session.breakdown };
  const prices = forgetPrices(earlier.prices);
  const state: PaymentState = {
    ...earlier,
    session,
    status,
    payment,
    // The session holds the card's price until its digits say more.
    prices: prices.card?.request
      ? prices
      : { ...prices, card: { request: null, ask: 0, quote, failure: null } },
    renewing: false,
    failure: null,
  };
  if (status === "expired") return renew(state);
  const underWay = payment && status !== "no-payment" && payment.status !== "failed";
  if (underWay) {
    const method = methodOf(payment, state.method);
    // This is the price of the payment under way. If the form comes back, the other prices are requested again.
    const { breakdown } = session;
    return act({ ...state, method, prices, breakdown, reported: null, agreed: null }, payment);
  }
  if (!settled.includes(status)) {
    return wait({ ...state, breakdown: session.breakdown, reported: null, agreed: null });
  }
  const blocked = requirements.some(({ blocks }) => blocks === "submission");
  const isOffered = state.isChosen && offeredKeys(session).includes(state.method);
  const method = isOffered ? state.method : firstChoice(session, cardIsTyped);
  if (blocked || method === null) {
    return [{ ...state, breakdown: session.breakdown, step: "blocked" }, []];
  }
  const notice = payment?.status === "failed" ? ({ type: "declined", payment } as const) : null;
  const form: PaymentState = {
    ...state,
    step: "form",
    method,
    notice: earlier.notice ?? notice,
    agreed: earlier.breakdown,
  };
  const [priced, effects] = bringPrice(form);
  if (effects.length > 0) return [priced, effects];
  return settlePrice(priced);
}

/**
 * Handles the arrival of the chosen method's price. A waiting submit is paid now, but only at the amount that
 * was in view.
 */
export function settlePrice(state: PaymentState): Transition {
  const { agreed, breakdown, submitWaits } = state;
  if (!breakdown) return [state, []];
  const changed =
    agreed !== null && (agreed.total !== breakdown.total || agreed.currency !== breakdown.currency);
  if (changed) return giveBack(state, { type: "amountChanged" }, false);
  return submitWaits ? pay(state) : [{ ...state, agreed: null }, []];
}
