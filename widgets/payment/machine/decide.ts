import type { PaymentResult } from "#contract/channel/payment-messages";
import type { ClientPayment } from "#contract/client/payments";
import type { ClientSession } from "#contract/client/session";
import { firstChoice, knownTypes, type MethodKey, offeredKeys } from "../offered.ts";
import { pollDelayMs, resultOf, retryDelayMs } from "./outcome.ts";
import { bringPrice, forgetPrices, priceOf } from "./price.ts";
import type { PaymentEffect, PaymentNotice, PaymentState, PaymentStep } from "./state.ts";

/** Next state, and what is to be done. */
export type Transition = readonly [PaymentState, readonly PaymentEffect[]];

/** Statuses of an intent and of a payment that stand for "not known yet". */
const settled = ["success", "failed", "expired", "no-payment"];

/** One after the other: `next` goes on from where the first ends. */
export function andThen(
  [state, effects]: Transition,
  next: (state: PaymentState) => Transition,
): Transition {
  const [after, more] = next(state);
  return [after, [...effects, ...more]];
}

/** Tells the page an outcome; the same one once for each submit. `messages`: where the payment has none of it. */
const finish = (
  state: PaymentState,
  type: PaymentResult["type"],
  payment: ClientPayment | null,
  messages?: PaymentResult["messages"],
): Transition => [
  { ...state, told: type, submitWaits: false },
  state.told === type ? [] : [{ type: "finish", result: resultOf(state, type, payment, messages) }],
];

/** Asks for the session. */
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
    told: tries > 0 ? state.told : null,
  };
  const delayMs = retryDelayMs(tries);
  return [next, [{ type: "pay", run, attempt, method, quote, delayMs }]];
}

/** Sends how 3-D Secure ended, or sends it again under the same key. */
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

/** Asks for the status: at once in `paying`, which stays what it is; after a while in all else, as `pending`. */
export function lookUp(state: PaymentState): Transition {
  const run = state.run + 1;
  const step = state.step === "paying" ? "paying" : "pending";
  const delayMs = step === "paying" ? 0 : pollDelayMs(state.polls);
  return [{ ...state, step, run, polls: state.polls + 1 }, [{ type: "lookUp", run, delayMs }]];
}

/** Shows `step` and asks for the status after a while; `first`: the step has only begun. */
function watch(state: PaymentState, step: PaymentStep): [next: Transition, first: boolean] {
  const first = state.step !== step;
  const run = state.run + 1;
  const polls = first ? 0 : state.polls;
  const next = { ...state, step, run, polls: polls + 1, submitWaits: false, notice: null };
  const delayMs = pollDelayMs(polls, step !== "pending");
  return [[next, [{ type: "lookUp", run, delayMs }]], first];
}

/** Waits for an outcome, and tells the page so the first time. */
export function wait(state: PaymentState): Transition {
  const [waiting, first] = watch(state, "pending");
  return first ? andThen(waiting, (next) => finish(next, "pending", state.payment)) : waiting;
}

/** Nobody answered: the step stays, and asks again. */
export const waitOn = (state: PaymentState): Transition =>
  state.step === "pending" ? wait(state) : watch(state, state.step)[0];

/** Somebody looks: asks at once. */
export function lookNow(state: PaymentState): Transition {
  const run = state.run + 1;
  return [{ ...state, run }, [{ type: "lookUp", run, delayMs: 0 }]];
}

/** States of a deposit in which the money is on its way: the page may be left. */
const onItsWay = ["detected", "confirming"];

/**
 * The customer is at their bank, or sends crypto. A bank's page is opened where Pay was just pressed or they
 * want to go there again, and never by itself after a reload: its address is good for one time.
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

/** The window has closed: asks the page for a fresh intent. */
export function renew(state: PaymentState): Transition {
  const run = state.run + 1;
  return [
    { ...state, step: "expired", run, renewing: true, notice: null },
    [{ type: "renewSecret", run }],
  ];
}

/** No fresh intent is to be had. */
export function endExpired(state: PaymentState): Transition {
  return finish({ ...state, step: "expired", renewing: false }, "expired", null);
}

/** Back to the form with a word about why, and a new attempt when the last one's end is known. */
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

/** Back to the form, and the page is told that this submit failed. */
export function giveBack(
  state: PaymentState,
  notice: PaymentState["notice"],
  attemptEnded: boolean,
): Transition {
  const type = notice?.type === "canceled" ? "canceled" : "failed";
  const payment = notice?.type === "declined" || type === "canceled" ? state.payment : null;
  const messages = payment ? undefined : toldOf(notice);
  return andThen(bringPrice(backToForm(state, notice, attemptEnded)), (next) =>
    finish(next, type, payment, messages),
  );
}

/** What the page is told of a notice that is of no payment. */
function toldOf(notice: PaymentNotice | null): PaymentResult["messages"] | undefined {
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

/** What a payment asks for next: its action, its outcome, or patience. */
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
  // The bank has answered while this page was gone.
  if (waitsFor === "resume") {
    const completed = { after: "challenge", outcome: "completed" } as const;
    return sendContinuation({ ...state, continuation: state.continuation ?? completed });
  }
  // What was sent got lost, and the service still waits for it.
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

/** The method that a payment was begun with, where it is one of ours. */
const methodOf = (payment: ClientPayment, earlier: MethodKey): MethodKey =>
  knownTypes.find((type) => type === payment.type) ?? earlier;

/**
 * Where a session that was just loaded stands: after a reload that may be in the middle of a payment.
 * `cardIsTyped`: the customer has begun to type a card.
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
    // A card's price is the session's, until its digits say more.
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
    // The session's price is that of the payment: others are asked for, should the form come back.
    const { breakdown } = session;
    return act({ ...state, method, prices, breakdown, told: null, agreed: null }, payment);
  }
  if (!settled.includes(status)) {
    return wait({ ...state, breakdown: session.breakdown, told: null, agreed: null });
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
 * The price of the chosen method has come. What waited for it is paid, but never another amount than the
 * one that was in view.
 */
export function settlePrice(state: PaymentState): Transition {
  const { agreed, breakdown, submitWaits } = state;
  if (!breakdown) return [state, []];
  const changed =
    agreed !== null && (agreed.total !== breakdown.total || agreed.currency !== breakdown.currency);
  if (changed) return giveBack(state, { type: "amountChanged" }, false);
  return submitWaits ? pay(state) : [{ ...state, agreed: null }, []];
}
