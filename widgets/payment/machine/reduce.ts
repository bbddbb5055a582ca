/**
 * The payment flow as a table: step × event → next state and what is to be done. Pure.
 *
 * It must hold that
 * - at most one attempt is on its way: `submit` counts in `form` and `loading` only, and before an
 *   amount was shown only from the page's own button;
 * - an attempt keeps its number (and so its idempotency key) until its outcome is known: a lost
 *   answer is asked for again under the same key, or looked up, never paid anew;
 * - `success` is final, whatever arrives late: every answer carries the run that asked for it, and
 *   those of an earlier run are ignored;
 * - what is not in the table changes nothing;
 * - what is paid is the price of the chosen method that was in view: a method, and a price, that come
 *   after Pay was pressed change nothing that was agreed to;
 * - every submit is told one outcome: `finish` with success, pending, failed, canceled or expired;
 * - statuses, actions and reasons that are not known here are waited on or shown, never dropped.
 */

import {
  act,
  endExpired,
  giveBack,
  load,
  lookNow,
  lookUp,
  pay,
  renew,
  sendContinuation,
  settlePrice,
  settleSession,
  type Transition,
  wait,
  waitOn,
} from "./decide.ts";
import { triesBeforeLookUp } from "./outcome.ts";
import { askPrice, bringPrice, keepRequest, priceOf, showPrice, takePrice } from "./price.ts";
import { refusedAttempt } from "./refused-attempt.ts";
import type { PaymentEvent, PaymentState, PaymentStep } from "./state.ts";

type Handlers = {
  readonly [T in PaymentEvent["type"]]?: (
    state: PaymentState,
    event: Extract<PaymentEvent, { type: T }>,
  ) => Transition;
};

const stay = (state: PaymentState): Transition => [state, []];

/** A new secret: of the same intent or of another one. What the last one said is forgotten. */
const startAgain = (state: PaymentState): Transition =>
  load({ ...state, session: null, payment: null, notice: null, status: null, tries: 0, polls: 0 });

/** What was owed is met. No price was in view meanwhile, so none has changed for the customer. */
const loadAfresh = (state: PaymentState): Transition =>
  load(state.submitWaits ? state : { ...state, breakdown: null });

/** Another way to pay: its price is brought, and nothing of what was typed for the others is touched. */
const choose = (state: PaymentState, method: PaymentState["method"]): PaymentState => ({
  ...state,
  method,
  isChosen: true,
});

/** Prices in the form: those of the chosen method are shown as they come. */
const prices: Handlers = {
  methodChosen(state, { method }) {
    if (state.submitWaits) return stay(state);
    if (method === state.method) return [{ ...state, isChosen: true }, []];
    return bringPrice({ ...choose(state, method), agreed: null });
  },
  quoteWanted: (state, { method, request }) => askPrice(state, method, request),
  quoted(state, { method, ask, quote }) {
    const next = takePrice(state, method, ask, { quote });
    if (!next) return stay(state);
    return method === state.method ? settlePrice(showPrice(next)) : [next, []];
  },
  quoteFailed(state, { method, ask, failure }) {
    const next = takePrice(state, method, ask, { failure });
    if (!next) return stay(state);
    if (method !== state.method || !state.submitWaits) return [next, []];
    const { code, message } = failure;
    return failure.kind === "lost"
      ? giveBack(next, { type: "notSent" }, false)
      : giveBack(next, { type: "refused", code, message }, false);
  },
};

/** While a payment is under way prices are kept for later, and none changes what was agreed to. */
const keptPrices: Handlers = {
  quoted: (state, { method, ask, quote }) => [
    takePrice(state, method, ask, { quote }) ?? state,
    [],
  ],
  quoteFailed: (state, { method, ask, failure }) => [
    takePrice(state, method, ask, { failure }) ?? state,
    [],
  ],
};

/** Waiting for what happens elsewhere: only the service knows, and it is asked. */
const waiting: Handlers = {
  ...keptPrices,
  statusAnswered(state, { status, payment }) {
    if (payment) return act({ ...state, status }, payment);
    if (status === "expired") return renew({ ...state, status });
    return wait({ ...state, status });
  },
  statusFailed: waitOn,
  woken: lookNow,
};

const table: Readonly<Record<PaymentStep, Handlers>> = {
  loading: {
    secretReceived: startAgain,
    // Its price comes with the session.
    methodChosen: (state, { method }) =>
      state.submitWaits ? stay(state) : [{ ...choose(state, method), breakdown: null }, []],
    // Asked when the session is there: digits that were typed early are not typed again.
    quoteWanted: (state, { method, request }) => [keepRequest(state, method, request), []],
    // Nobody pays an amount that they have not seen.
    submit: (state, { byPage }) =>
      state.breakdown || byPage ? [{ ...state, submitWaits: true, told: null }, []] : stay(state),
    sessionLoaded: (state, { session, cardIsTyped }) =>
      settleSession(state, session, cardIsTyped ?? false),
    sessionFailed(state, { failure }) {
      if (failure.code === "client_secret_expired" || failure.code === "payment_intent_expired") {
        return renew(state);
      }
      const step = failure.kind === "lost" ? "unreachable" : "refused";
      // A submit that waits goes on waiting while trying again may help.
      const next: PaymentState = { ...state, step, failure };
      return [next, [{ type: "refuseLoad", failure }]];
    },
  },
  form: {
    ...prices,
    secretReceived: startAgain,
    submit(state, { byPage }) {
      if (state.submitWaits) return stay(state);
      if (state.breakdown) return pay(state);
      if (!byPage) return stay(state);
      return bringPrice({ ...state, submitWaits: true, told: null });
    },
    // What is left, and what is chosen then, comes with the session.
    savedRemoved: load,
    // The price could not be had.
    retry: (state) => (priceOf(state).failure ? bringPrice(state) : stay(state)),
  },
  paying: {
    ...keptPrices,
    answered: (state, { payment }) => act(state, payment),
    attemptFailed(state, { failure }) {
      const inUse = failure.code === "idempotency_key_in_use" || failure.status === 429;
      if (failure.kind === "refused" && !inUse) return refusedAttempt(state, failure);
      const tries = state.tries + 1;
      return tries < triesBeforeLookUp ? pay({ ...state, tries }) : lookUp({ ...state, tries });
    },
    statusAnswered(state, { status, payment }) {
      const isNew = payment?.paymentId !== state.payment?.paymentId;
      if (payment && (isNew || payment.status !== "failed")) return act(state, payment);
      if (status === "pending") return wait({ ...state, status });
      // It may still be on its way to the service: the attempt, and its key, live on.
      return giveBack({ ...state, status }, { type: "notSent" }, false);
    },
    statusFailed: (state) => giveBack(state, { type: "notSent" }, false),
  },
  method: {
    ...keptPrices,
    methodDone: (state, { completionIndicator }) =>
      sendContinuation({
        ...state,
        continuation: { after: "three_ds_method", completionIndicator },
      }),
  },
  challenge: {
    ...keptPrices,
    challengeEnded: (state, { outcome }) =>
      sendContinuation({
        ...state,
        continuation: { after: "challenge", outcome },
        canceledHere: outcome === "canceled",
      }),
  },
  continuing: {
    ...keptPrices,
    answered(state, { payment }) {
      // It may have come too late: what the bank says later is no cancellation.
      const canceledHere = state.canceledHere && payment.status === "failed";
      return act({ ...state, continuation: null, canceledHere }, payment);
    },
    attemptFailed(state, { failure }) {
      const inUse = failure.code === "idempotency_key_in_use" || failure.status === 429;
      if (failure.kind === "refused" && !inUse) return wait({ ...state, continuation: null });
      const tries = state.tries + 1;
      return tries < triesBeforeLookUp ? sendContinuation({ ...state, tries }) : wait(state);
    },
  },
  redirect: {
    ...waiting,
    redirectWanted(state) {
      const [next, effects] = lookNow({ ...state, toBank: true });
      return [next, [{ type: "prepareRedirect" }, ...effects]];
    },
    redirectCanceled: (state) =>
      sendContinuation({
        ...state,
        continuation: { after: "redirect", outcome: "canceled" },
        canceledHere: true,
      }),
  },
  deposit: waiting,
  pending: waiting,
  success: { secretReceived: startAgain },
  expired: {
    secretReceived: startAgain,
    renewFailed: endExpired,
  },
  unreachable: {
    secretReceived: startAgain,
    retry: load,
    submit: (state) => load({ ...state, submitWaits: true, told: null }),
  },
  refused: { secretReceived: startAgain },
  blocked: { secretReceived: startAgain, requirementsMet: loadAfresh },
};

/** One step of the flow. */
export function reduce(state: PaymentState, event: PaymentEvent): Transition {
  if ("run" in event && event.run !== state.run) return stay(state);
  const handle = table[state.step][event.type] as
    | ((state: PaymentState, event: PaymentEvent) => Transition)
    | undefined;
  return handle ? handle(state, event) : stay(state);
}
