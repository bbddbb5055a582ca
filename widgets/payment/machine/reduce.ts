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
 * - every submit is told one outcome: `finish` with success, pending, failed, canceled or expired;
 * - statuses, actions and reasons that are not known here are waited on or shown, never dropped.
 */
import {
  act,
  endExpired,
  giveBack,
  load,
  lookUp,
  pay,
  renew,
  sendContinuation,
  settleSession,
  type Transition,
  wait,
} from "./decide.ts";
import { triesBeforeLookUp } from "./outcome.ts";
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

/** The price of another kind of card; it holds as long as the form is shown. */
const quote: Handlers = {
  prefixTyped: (state, { prefix }) => [state, [{ type: "quote", run: state.run, prefix }]],
  quoted: (state, { breakdown }) => [{ ...state, breakdown }, []],
};

const table: Readonly<Record<PaymentStep, Handlers>> = {
  loading: {
    secretReceived: startAgain,
    // Nobody pays an amount that they have not seen.
    submit: (state, { byPage }) =>
      state.breakdown || byPage ? [{ ...state, submitWaits: true, told: null }, []] : stay(state),
    sessionLoaded: (state, { session }) => settleSession(state, session),
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
    ...quote,
    secretReceived: startAgain,
    submit: pay,
  },
  paying: {
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
    methodDone: (state, { completionIndicator }) =>
      sendContinuation({
        ...state,
        continuation: { after: "three_ds_method", completionIndicator },
      }),
  },
  challenge: {
    challengeEnded: (state, { outcome }) =>
      sendContinuation({
        ...state,
        continuation: { after: "challenge", outcome },
        canceledHere: outcome === "canceled",
      }),
  },
  continuing: {
    answered: (state, { payment }) => act({ ...state, continuation: null }, payment),
    attemptFailed(state, { failure }) {
      const inUse = failure.code === "idempotency_key_in_use" || failure.status === 429;
      if (failure.kind === "refused" && !inUse) return wait({ ...state, continuation: null });
      const tries = state.tries + 1;
      return tries < triesBeforeLookUp ? sendContinuation({ ...state, tries }) : wait(state);
    },
  },
  pending: {
    statusAnswered(state, { status, payment }) {
      if (payment) return act({ ...state, status }, payment);
      if (status === "expired") return renew({ ...state, status });
      return wait({ ...state, status });
    },
    statusFailed: (state) => wait(state),
  },
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
  blocked: { secretReceived: startAgain, requirementsMet: load },
};

/** One step of the flow. */
export function reduce(state: PaymentState, event: PaymentEvent): Transition {
  if ("run" in event && event.run !== state.run) return stay(state);
  const handle = table[state.step][event.type] as
    | ((state: PaymentState, event: PaymentEvent) => Transition)
    | undefined;
  return handle ? handle(state, event) : stay(state);
}
