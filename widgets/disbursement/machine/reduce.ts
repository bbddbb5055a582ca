/**
 * The payout flow as a table: step × event → next state and what is to be done. Pure.
 *
 * It must hold that
 * - nothing is requested without a press of the confirm button under the amount that is shown;
 * - an attempt keeps its number (and so its idempotency key) until its outcome is known: a lost answer
 *   is asked for again under the same key, or looked up, never requested anew;
 * - what the service says of a payout wins over whatever is shown; its ends are final here;
 * - every answer carries the run that asked for it, and those of an earlier run are ignored;
 * - what is not in the table changes nothing;
 * - the page is told each kind of result once, in the order in which they come;
 * - statuses, requirements and reasons that are not known here are shown or asked again, never dropped.
 */
import {
  backToReview,
  endExpired,
  load,
  lookUp,
  renew,
  send,
  settleSession,
  show,
  type Transition,
} from "./decide.ts";
import { stepOf, triesBeforeLookUp } from "./outcome.ts";
import { refusedAttempt } from "./refused-attempt.ts";
import type { DisbursementEvent, DisbursementState, DisbursementStep } from "./state.ts";

type Handlers = {
  readonly [T in DisbursementEvent["type"]]?: (
    state: DisbursementState,
    event: Extract<DisbursementEvent, { type: T }>,
  ) => Transition;
};

const stay = (state: DisbursementState): Transition => [state, []];

/** A new secret: of the same intent or of another one. What the last one said is forgotten, what was chosen is not. */
const startAgain = (state: DisbursementState): Transition =>
  load({
    ...state,
    step: "loading",
    session: null,
    disbursement: null,
    owed: null,
    plan: [],
    notice: null,
    status: null,
    tries: 0,
    polls: 0,
    told: null,
  });

/** The session, asked for the first time or by a requirement that was met. */
const arriving: Handlers = {
  sessionLoaded: (state, { session }) => settleSession(state, session),
  sessionFailed(state, { failure }) {
    const { code, kind } = failure;
    if (code === "client_secret_expired" || code === "disbursement_intent_expired") {
      return renew(state);
    }
    const step = kind === "lost" ? "unreachable" : "refused";
    return [{ ...state, step, failure }, [{ type: "refuseLoad", failure }]];
  },
};

/** A payout that the service has, while it is watched. */
const watched: Handlers = {
  statusAnswered(earlier, { status, disbursement }) {
    const state = { ...earlier, status, disbursement: disbursement ?? earlier.disbursement };
    return show(state, stepOf(state) ?? state.step);
  },
  statusFailed: (state) => lookUp(state),
  woken: (state) => lookUp({ ...state, polls: 0 }, 0),
  requirementMet: load,
  sessionLoaded: (state, { session }) => settleSession(state, session),
  sessionFailed: (state) => lookUp(state),
};

const end: Handlers = { secretReceived: startAgain };

const table: Readonly<Record<DisbursementStep, Handlers>> = {
  loading: { ...arriving, secretReceived: startAgain },
  requirement: {
    ...arriving,
    secretReceived: startAgain,
    requirementMet: load,
    w9Deferred(state) {
      if (state.owed?.type !== "w9" || !state.session) return stay(state);
      return settleSession({ ...state, w9Deferred: true }, state.session);
    },
  },
  method: {
    secretReceived: startAgain,
    methodChosen: (state, { choice }) =>
      stay({ ...state, step: "review", choice, problem: null, notice: null }),
  },
  review: {
    secretReceived: startAgain,
    changeMethod: (state) => stay({ ...state, step: "method", notice: null }),
    confirm: send,
  },
  sending: {
    answered: (earlier, { disbursement }) => {
      const { intentStatus: status, amounts } = disbursement;
      const state = { ...earlier, status, disbursement, amounts };
      return show(state, stepOf(state) ?? "unknown");
    },
    attemptFailed(state, { failure }) {
      const inUse = failure.code === "idempotency_key_in_use" || failure.status === 429;
      if (failure.kind === "refused" && !inUse) return refusedAttempt(state, failure);
      const tries = state.tries + 1;
      return tries < triesBeforeLookUp ? send({ ...state, tries }) : lookUp({ ...state, tries });
    },
    statusAnswered(earlier, { status, disbursement }) {
      const state = { ...earlier, status, disbursement };
      const step = stepOf(state);
      if (step === "expired") return renew(state);
      if (step !== null) return show(state, step);
      // It may still be on its way to the service: the attempt, and its key, live on.
      return stay(backToReview(state, { type: "notSent" }, false));
    },
    statusFailed: (state) => stay(backToReview(state, { type: "notSent" }, false)),
  },
  waiting: watched,
  processing: watched,
  unknown: watched,
  success: end,
  failed: end,
  rejected: end,
  refunded: end,
  voided: end,
  expired: { secretReceived: startAgain, renewFailed: endExpired },
  unreachable: { secretReceived: startAgain, retry: load, woken: load },
  refused: { secretReceived: startAgain },
  blocked: { secretReceived: startAgain },
};

/** One step of the flow. */
export function reduce(state: DisbursementState, event: DisbursementEvent): Transition {
  if ("run" in event && event.run !== state.run) return stay(state);
  const handle = table[state.step][event.type] as
    | ((state: DisbursementState, event: DisbursementEvent) => Transition)
    | undefined;
  return handle ? handle(state, event) : stay(state);
}
