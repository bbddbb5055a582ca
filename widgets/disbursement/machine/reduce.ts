/**
 * The payout flow as a pure table: step × event → next state and effects.
 * What always holds:
 * - Only a press of the confirm button, with the amount in view, requests a payout.
 * - An attempt keeps its number, and so its idempotency key, until its outcome is known. After a lost response it is
 *   sent again under the same key or looked up; it is never requested again.
 * - The service's status of a payout replaces whatever is shown. Its final statuses are final here.
 * - Every response carries the run that asked for it. Responses of earlier runs are ignored.
 * - An event that is not in the table changes nothing.
 * - The page gets each type of result once, in order.
 * - Unknown statuses, requirements and reasons are shown or asked again, never dropped.
 */

import { stepOf, triesBeforeLookUp } from "./outcome.ts";
import { refusedAttempt } from "./refused-attempt.ts";
import type { DisbursementEvent, DisbursementState, DisbursementStep } from "./state.ts";
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
} from "./transitions.ts";

type Handlers = {
  readonly [T in DisbursementEvent["type"]]?: (
    state: DisbursementState,
    event: Extract<DisbursementEvent, { type: T }>,
  ) => Transition;
};

const stay = (state: DisbursementState): Transition => [state, []];

/** Starts again with a new secret, of the same intent or of another. Keeps only the choice. */
const startAgain = (state: DisbursementState): Transition =>
  load({
    ...state,
    step: "loading",
    session: null,
    disbursement: null,
    requirement: null,
    plan: [],
    notice: null,
    status: null,
    tries: 0,
    polls: 0,
    reported: null,
  });

/** Handlers while the session loads, at first or after a requirement was met. */
const arriving: Handlers = {
  sessionLoaded: (state, { session }) => settleSession(state, session),
  sessionFailed(state, { failure }) {
    const { code, kind } = failure;
    if (code === "disbursement_intent_expired") return renew(state);
    // An intent cannot be read more than a day after its end. It may have been paid out.
    if (code === "client_secret_expired") return renew(state, null);
    const step = kind === "lost" ? "unreachable" : "refused";
    return [{ ...state, step, failure }, [{ type: "refuseLoad", failure }]];
  },
};

/** Handlers for a payout that the service has. */
const watched: Handlers = {
  statusAnswered(earlier, { status, disbursement }) {
    const state = { ...earlier, status, disbursement: disbursement ?? earlier.disbursement };
    return show(state, stepOf(state) ?? state.step);
  },
  statusFailed: (state, { failure }) =>
    failure.code === "client_secret_expired" ? renew(state, null) : lookUp(state),
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
      if (state.requirement?.type !== "w9" || !state.session) return stay(state);
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
      const isInUse = failure.code === "idempotency_key_in_use";
      if (failure.kind === "refused" && !isInUse) return refusedAttempt(state, failure);
      const tries = state.tries + 1;
      return tries < triesBeforeLookUp ? send({ ...state, tries }) : lookUp({ ...state, tries });
    },
    statusAnswered(earlier, { status, disbursement }) {
      const state = { ...earlier, status, disbursement };
      const step = stepOf(state);
      if (step === "expired") return renew(state);
      if (step !== null) return show(state, step);
      // The attempt may still be on its way to the service, so it keeps its key.
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

export function reduce(state: DisbursementState, event: DisbursementEvent): Transition {
  if ("run" in event && event.run !== state.run) return stay(state);
  const handle = table[state.step][event.type] as
    | ((state: DisbursementState, event: DisbursementEvent) => Transition)
    | undefined;
  return handle ? handle(state, event) : stay(state);
}
