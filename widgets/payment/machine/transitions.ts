import type { PaymentResult } from "#contract/channel/payment-messages";
import type { ClientPayment } from "#contract/client/payments";
import type { ClientSession } from "#contract/client/session";
import { firstChoice, knownTypes, type MethodKey, offeredKeys } from "../offered-methods.ts";
import { pollDelayMs, resultOf, retryDelayMs } from "./outcome.ts";
import { dropPrices, ensurePrice, priceOf } from "./price.ts";
import type {
  Continuation,
  LoadedState,
  PaymentEffect,
  PaymentNotice,
  PaymentState,
  Sent,
  SharedState,
  StartedState,
  StateOf,
} from "./state.ts";

export type Transition<State extends PaymentState = PaymentState> = readonly [
  State,
  readonly PaymentEffect[],
];

const settled = ["success", "failed", "expired", "no-payment"];

/** Drops the fields that only the last step has. */
export const shared = <State extends SharedState>(state: State): Pick<State, keyof SharedState> => {
  const {
    submitWaits,
    notice,
    agreed,
    quote,
    tries,
    polls,
    continuation,
    canceledHere,
    toBank,
    renewing,
    ...fields
  } = state as State & Record<string, unknown>;
  return fields as never;
};

/** Runs `next` on the state of the first transition and joins the effects of both. */
export function andThen<First extends PaymentState, Next extends PaymentState>(
  [state, effects]: Transition<First>,
  next: (state: First) => Transition<Next>,
): Transition<Next> {
  const [after, more] = next(state);
  return [after, [...effects, ...more]];
}

/** Reports the result to the page once for each submit. `messages` replaces the payment's. */
const finish = <State extends PaymentState>(
  state: State,
  type: PaymentResult["type"],
  payment: ClientPayment | null,
  messages?: PaymentResult["messages"],
): Transition<State> => [
  { ...state, reported: type },
  state.reported === type
    ? []
    : [{ type: "finish", result: resultOf(state, type, payment, messages) }],
];

/** Loads the session. A waiting submit keeps waiting, and a notice stays. */
export function load(
  state: SharedState & Pick<StateOf<"loading">, "submitWaits" | "notice">,
): Transition<StateOf<"loading">> {
  const { submitWaits, notice } = state;
  const run = state.run + 1;
  return [{ ...shared(state), step: "loading", run, submitWaits, notice }, [{ type: "load", run }]];
}

/** Sends the attempt, if its price has arrived. */
export function pay(state: StateOf<"form">): Transition {
  const { quote } = priceOf(state);
  return quote
    ? sendAttempt({ ...shared(state), step: "paying", reported: null, quote, tries: 0, polls: 0 })
    : [{ ...state, submitWaits: true }, []];
}

/** Sends an attempt in a new run; with `tries`, again under the same key. */
export function sendAttempt(state: StateOf<"paying">): Transition<StateOf<"paying">> {
  const { attempt, tries, method, quote } = state;
  const run = state.run + 1;
  const delayMs = retryDelayMs(tries);
  return [{ ...state, run }, [{ type: "pay", run, attempt, method, quote, delayMs }]];
}

/** Sends the result of a 3-D Secure step or a canceled redirect; with `tries`, again under the same key. */
export function sendContinuation(
  state: StartedState,
  continuation: Continuation,
  canceledHere: boolean,
  tries = 0,
): Transition<StateOf<"continuing">> {
  const { attempt } = state;
  const run = state.run + 1;
  const { paymentId } = state.payment;
  const delayMs = retryDelayMs(tries);
  return [
    { ...shared(state), step: "continuing", run, continuation, canceledHere, tries },
    [{ type: "continue", run, attempt, paymentId, continuation, delayMs }],
  ];
}

/** Steps that wait for something outside the frame. */
type WatchStep = "redirect" | "deposit" | "pending";

/** Looks up the status: at once for an attempt's outcome, after a delay in the steps that wait. */
export function lookUp<State extends StateOf<"paying" | WatchStep>>(
  state: State,
): Transition<State> {
  const { polls, step } = state;
  const run = state.run + 1;
  const delayMs = step === "paying" ? 0 : pollDelayMs(polls, step !== "pending");
  return [{ ...state, run, polls: polls + 1 }, [{ type: "lookUp", run, delayMs }]];
}

const pollsIn = (state: PaymentState, step: WatchStep): number =>
  state.step === step ? state.polls : 0;

const nothingSent: Sent = { continuation: null, canceledHere: false };

/**
 * What was sent before the outcome became unknown. An answered continuation no longer counts: if the cancellation came
 * too late, a later decline by the bank is not a cancellation.
 */
const sentIn = (state: PaymentState): Sent => (state.step === "pending" ? state : nothingSent);

/** Reports `pending` to the page the first time. */
export function wait(
  state: PaymentState & LoadedState,
  { continuation, canceledHere }: Sent = sentIn(state),
): Transition<StateOf<"pending">> {
  const polls = pollsIn(state, "pending");
  const waiting = lookUp({ ...shared(state), step: "pending", polls, continuation, canceledHere });
  return state.step === "pending"
    ? waiting
    : andThen(waiting, (next) => finish(next, "pending", state.payment));
}

/** Asks for the status at once, because the customer is looking. */
export function pollNow(state: StateOf<WatchStep>): Transition {
  const run = state.run + 1;
  return [{ ...state, run }, [{ type: "lookUp", run, delayMs: 0 }]];
}

/** In these states money is on its way and the customer may leave the page. */
const onItsWay = ["detected", "confirming"];

/**
 * Follows a customer who is at their bank or sends crypto. The bank's page opens only after a press: Pay, or the button
 * that goes there again. After a reload it never opens automatically, because its address works once.
 */
function watchCustomer(state: PaymentState & StartedState): Transition | null {
  const action = state.payment.nextAction;
  if (action?.type === "redirect") {
    const polls = pollsIn(state, "redirect");
    const watching = lookUp({ ...shared(state), step: "redirect", polls, toBank: false });
    return state.step === "paying" || ("toBank" in state && state.toBank)
      ? andThen(watching, (next) => [next, [{ type: "openRedirect", action }]])
      : watching;
  }
  if (action?.type !== "crypto_deposit") return null;
  const polls = pollsIn(state, "deposit");
  const watching = lookUp({ ...shared(state), step: "deposit", polls });
  if (!onItsWay.includes(action.state)) return watching;
  return andThen(watching, (next) => finish(next, "pending", next.payment));
}

export function renew(state: SharedState, submitWaits: boolean): Transition<StateOf<"expired">> {
  const run = state.run + 1;
  return [
    { ...shared(state), step: "expired", run, renewing: true, submitWaits },
    [{ type: "renewSecret", run }],
  ];
}

/** Ends the renewal: the page has no new intent. */
export const endExpired = (state: StateOf<"expired">): Transition =>
  finish({ ...state, renewing: false, submitWaits: false }, "expired", null);

/**
 * Returns to the form with a notice and reports the failed submit to the page. A new attempt starts only when the last
 * one's outcome is known.
 */
export function returnToForm(
  state: LoadedState,
  notice: PaymentNotice,
  attemptEnded = false,
): Transition<StateOf<"form">> {
  const type = notice.type === "canceled" ? "canceled" : "failed";
  const payment = notice.type === "declined" || type === "canceled" ? state.payment : null;
  const messages = payment ? undefined : messagesOf(notice);
  const form: StateOf<"form"> = {
    ...shared(state),
    step: "form",
    notice,
    agreed: null,
    run: state.run + 1,
    attempt: state.attempt + Number(attemptEnded),
    submitWaits: false,
  };
  return andThen(ensurePrice(form), (next) => finish(next, type, payment, messages));
}

/** The result's messages for a notice without a payment. */
function messagesOf(notice: PaymentNotice): PaymentResult["messages"] | undefined {
  if (notice.type === "declined") return undefined;
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
export function act(earlier: PaymentState & LoadedState, payment: ClientPayment): Transition {
  const status = payment.intentStatus;
  const state = { ...earlier, payment, status };
  const run = state.run + 1;
  if (payment.status === "success" || status === "success") {
    return finish({ ...shared(state), step: "success", run }, "success", payment);
  }
  if (payment.status === "failed") {
    const isCanceled = "canceledHere" in earlier && earlier.canceledHere;
    return returnToForm(
      state,
      isCanceled ? { type: "canceled" } : { type: "declined", payment },
      true,
    );
  }
  const sent = sentIn(earlier);
  const action = payment.nextAction;
  // `resume`: the bank answered while this page was away. Otherwise the service still waits for the continuation: our
  // request was lost.
  if (action?.type === "resume" || (action && action.type === sent.continuation?.after)) {
    const continuation = sent.continuation ?? { after: "challenge", outcome: "completed" };
    return sendContinuation(state, continuation, sent.canceledHere);
  }
  if (action?.type === "three_ds_method") {
    return [{ ...shared(state), step: "method", run }, [{ type: "runMethod", run, action }]];
  }
  if (action?.type === "challenge") {
    return [{ ...shared(state), step: "challenge", run }, [{ type: "openChallenge", run, action }]];
  }
  return watchCustomer(state) ?? wait(state, sent);
}

/** The method that the payment began with, if this version knows it. */
const methodOf = (payment: ClientPayment, earlier: MethodKey): MethodKey =>
  knownTypes.find((type) => type === payment.type) ?? earlier;

/**
 * Finds the step for a session that just loaded, perhaps in the middle of a payment after a reload. `cardIsTyped`: the
 * customer has started to type a card.
 */
export function settleSession(
  earlier: StateOf<"loading">,
  session: ClientSession,
  cardIsTyped: boolean,
): Transition {
  const { payment, requirements } = session;
  const status = session.intent.status;
  const quote = { breakdown: session.breakdown };
  const prices = dropPrices(earlier.prices);
  const state = {
    ...earlier,
    session,
    status,
    payment,
    // The session holds the card's price until its digits say more.
    prices: prices.card?.request
      ? prices
      : { ...prices, card: { request: null, ask: 0, quote, failure: null } },
  };
  if (status === "expired") return renew(state, state.submitWaits);
  const underWay = payment && status !== "no-payment" && payment.status !== "failed";
  if (underWay) {
    const method = methodOf(payment, state.method);
    // The price of the payment under way. If the form comes back, the other prices are requested again.
    const { breakdown } = session;
    return act({ ...state, method, prices, breakdown, reported: null }, payment);
  }
  if (!settled.includes(status)) {
    return wait({ ...state, breakdown: session.breakdown, reported: null });
  }
  const blocked = requirements.some(({ blocks }) => blocks === "submission");
  // The form was in view with this method, and only this method may be charged by the press, or by one more press now.
  const wasInView = !!(
    earlier.notice ??
    (state.submitWaits && (earlier.breakdown ?? earlier.session))
  );
  const isOffered = (state.isChosen || wasInView) && offeredKeys(session).includes(state.method);
  const method = isOffered ? state.method : firstChoice(session, cardIsTyped || wasInView);
  if (blocked || method === null) return [{ ...state, step: "blocked" }, []];
  const notice = payment?.status === "failed" ? ({ type: "declined", payment } as const) : null;
  const form: StateOf<"form"> = {
    ...state,
    step: "form",
    method,
    notice: earlier.notice ?? notice,
    agreed: earlier.breakdown,
  };
  if (state.submitWaits && wasInView && !isOffered)
    return returnToForm(form, form.notice ?? { type: "unavailable" });
  const [priced, effects] = ensurePrice(form);
  if (effects.length > 0) return [priced, effects];
  return settlePrice(priced);
}

/** The chosen method's price arrived. A waiting submit is paid now, but only at the amount that was in view. */
export function settlePrice(state: StateOf<"form">): Transition {
  const { agreed, breakdown, submitWaits } = state;
  if (!breakdown) return [state, []];
  if (!submitWaits) return [{ ...state, agreed: null }, []];
  const changed =
    agreed !== null && (agreed.total !== breakdown.total || agreed.currency !== breakdown.currency);
  return changed ? returnToForm(state, { type: "amountChanged" }) : pay(state);
}
