/**
 * The payment flow as a pure table: step × event → next state and effects.
 * What always holds:
 * - At most one attempt is on its way. `submit` counts only in `form` and `loading`, and before an amount was shown
 *   only from the page's own button.
 * - An attempt keeps its number, and so its idempotency key, until its outcome is known. After a lost response it is
 *   sent again under the same key or looked up; it is never paid again.
 * - `success` is final. Every response carries the run that asked for it; responses of earlier runs are ignored.
 * - An event that is not in the table changes nothing.
 * - The customer pays the price of the chosen method that was in view. A method or a price that arrives after they
 *   pressed Pay changes nothing they agreed to.
 * - Every submit is reported once: `finish` with success, pending, failed, canceled or expired.
 * - Unknown statuses, actions and reasons are waited on or shown, never dropped.
 */

import type { ApiFailure } from "../../client/api-failure.ts";
import { triesBeforeLookUp } from "./outcome.ts";
import { ensurePrice, keepRequest, priceOf, requestPrice, showPrice, storePrice } from "./price.ts";
import { refusalNotice, refusedAttempt } from "./refused-attempt.ts";
import type { PaymentEvent, PaymentState, PaymentStep, StateOf } from "./state.ts";
import {
  act,
  endExpired,
  load,
  lookUp,
  pay,
  pollNow,
  renew,
  returnToForm,
  sendAttempt,
  sendContinuation,
  settlePrice,
  settleSession,
  shared,
  type Transition,
  wait,
} from "./transitions.ts";

type Handlers<Step extends PaymentStep = PaymentStep> = {
  readonly [T in PaymentEvent["type"]]?: (
    state: StateOf<Step>,
    event: Extract<PaymentEvent, { type: T }>,
  ) => Transition;
};

const stay = (state: PaymentState): Transition => [state, []];

/** False for a key in use, which needs another try. */
const isFinal = ({ kind, code }: ApiFailure): boolean =>
  kind === "refused" && code !== "idempotency_key_in_use";

/** Starts again with a new secret, of the same intent or of another. Forgets the earlier session. */
const startAgain = (state: Omit<StateOf<"refused">, "step">): Transition =>
  load({ ...state, session: null, payment: null, notice: null, status: null });

/** Loads the session after the requirements are met. No price was in view, so none changed for the customer. */
const loadAgain = (state: StateOf<"blocked">): Transition =>
  load(state.submitWaits ? state : { ...state, breakdown: null });

/** Keeps everything typed for other methods. */
const choose = <S extends PaymentState>(state: S, method: PaymentState["method"]): S => ({
  ...state,
  method,
  isChosen: true,
});

/** Handlers of prices: the chosen method's price is shown when it arrives. */
const prices: Handlers<"form"> = {
  methodChosen(state, { method }) {
    if (state.submitWaits) return stay(state);
    if (method === state.method) return [{ ...state, isChosen: true }, []];
    return ensurePrice({ ...choose(state, method), agreed: null });
  },
  quoteWanted: (state, { method, request }) => requestPrice(state, method, request),
  quoted(state, { method, ask, quote }) {
    const next = storePrice(state, method, ask, { quote });
    if (!next) return stay(state);
    return method === state.method ? settlePrice(showPrice(next)) : [next, []];
  },
  quoteFailed(state, { method, ask, failure }) {
    const next = storePrice(state, method, ask, { failure });
    if (!next) return stay(state);
    if (method !== state.method || !state.submitWaits) return [next, []];
    return returnToForm(
      next,
      failure.kind === "lost" ? { type: "notSent" } : refusalNotice(failure),
    );
  },
};

/** While a payment is under way, prices are stored for later. None changes what the customer agreed to. */
const storedPrices: Handlers = {
  quoted: (state, { method, ask, quote }) => [
    storePrice(state, method, ask, { quote }) ?? state,
    [],
  ],
  quoteFailed: (state, { method, ask, failure }) => [
    storePrice(state, method, ask, { failure }) ?? state,
    [],
  ],
};

/** Polls the service: only it knows what happens outside the frame. */
const waiting: Handlers<"redirect" | "deposit" | "pending"> = {
  ...storedPrices,
  statusAnswered(state, { status, payment }) {
    if (payment) return act(state, payment);
    if (status === "expired") return renew({ ...state, status }, false);
    return wait({ ...state, status });
  },
  statusFailed: (state, { failure }) =>
    failure.code === "client_secret_expired"
      ? renew({ ...state, status: null }, false)
      : lookUp(state),
  woken: pollNow,
};

const table: { readonly [Step in PaymentStep]: Handlers<Step> } = {
  loading: {
    secretReceived: startAgain,
    // The price comes with the session.
    methodChosen: (state, { method }) =>
      state.submitWaits ? stay(state) : [{ ...choose(state, method), breakdown: null }, []],
    // Requested when the session has loaded: customers do not retype digits.
    quoteWanted: (state, { method, request }) => [keepRequest(state, method, request), []],
    // A customer never pays an amount they have not seen.
    submit: (state, { byPage }) =>
      state.breakdown || byPage
        ? [{ ...state, submitWaits: true, reported: null }, []]
        : stay(state),
    sessionLoaded: (state, { session, cardIsTyped }) =>
      settleSession(state, session, cardIsTyped ?? false),
    sessionFailed(state, { failure }) {
      if (failure.code === "payment_intent_expired") return renew(state, state.submitWaits);
      // An intent cannot be read more than a day after its end. It may have been paid.
      if (failure.code === "client_secret_expired") {
        return renew({ ...state, status: null }, state.submitWaits);
      }
      // A waiting submit keeps waiting while trying again may help. Otherwise the flow refuses it.
      const next: PaymentState =
        failure.kind === "lost"
          ? { ...state, step: "unreachable" }
          : { ...shared(state), step: "refused", submitWaits: false };
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
      return ensurePrice({ ...state, submitWaits: true, reported: null });
    },
    // The new session has the remaining methods and the next choice.
    savedRemoved: load,
    // A refusal may mean that a saved method was removed elsewhere; the new session lacks it.
    retry(state) {
      const { failure } = priceOf(state);
      if (failure?.kind === "refused") return load({ ...state, notice: refusalNotice(failure) });
      return failure ? ensurePrice(state) : stay(state);
    },
  },
  paying: {
    ...storedPrices,
    answered: (state, { payment }) => act(state, payment),
    attemptFailed(state, { failure }) {
      if (isFinal(failure)) return refusedAttempt(state, failure);
      const tries = state.tries + 1;
      const next = { ...state, tries };
      return tries < triesBeforeLookUp ? sendAttempt(next) : lookUp(next);
    },
    statusAnswered(state, { status, payment }) {
      const isNew = payment?.paymentId !== state.payment?.paymentId;
      if (payment && (isNew || payment.status !== "failed")) return act(state, payment);
      if (status === "pending") return wait({ ...state, status });
      // The attempt may still be on its way to the service, so it keeps its key.
      return returnToForm({ ...state, status }, { type: "notSent" });
    },
    statusFailed: (state) => returnToForm(state, { type: "notSent" }),
  },
  method: {
    ...storedPrices,
    methodDone: (state, { completionIndicator }) =>
      sendContinuation(state, { after: "three_ds_method", completionIndicator }, false),
  },
  challenge: {
    ...storedPrices,
    challengeEnded: (state, { outcome }) =>
      sendContinuation(state, { after: "challenge", outcome }, outcome === "canceled"),
  },
  continuing: {
    ...storedPrices,
    answered: (state, { payment }) => act(state, payment),
    attemptFailed(state, { failure }) {
      const { continuation, canceledHere } = state;
      if (isFinal(failure)) {
        return wait(state, { continuation: null, canceledHere });
      }
      const tries = state.tries + 1;
      return tries < triesBeforeLookUp
        ? sendContinuation(state, continuation, canceledHere, tries)
        : wait(state, state);
    },
  },
  redirect: {
    ...waiting,
    redirectWanted(state) {
      const [next, effects] = pollNow({ ...state, toBank: true });
      return [next, [{ type: "prepareRedirect" }, ...effects]];
    },
    redirectCanceled: (state) =>
      sendContinuation(state, { after: "redirect", outcome: "canceled" }, true),
  },
  deposit: waiting,
  pending: waiting,
  success: { secretReceived: (state) => startAgain({ ...state, submitWaits: false }) },
  expired: {
    secretReceived: startAgain,
    renewFailed: endExpired,
  },
  unreachable: {
    secretReceived: startAgain,
    retry: load,
    submit: (state) => load({ ...state, submitWaits: true, reported: null }),
  },
  refused: { secretReceived: startAgain },
  blocked: { secretReceived: startAgain, requirementsMet: loadAgain },
};

export function reduce(state: PaymentState, event: PaymentEvent): Transition {
  if ("run" in event && event.run !== state.run) return stay(state);
  const handle = table[state.step][event.type] as
    | ((state: PaymentState, event: PaymentEvent) => Transition)
    | undefined;
  return handle ? handle(state, event) : stay(state);
}
