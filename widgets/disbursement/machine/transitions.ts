import type { ReadDisbursementSession } from "../../client/disbursement-responses.ts";
import type { ReadRequirement } from "../../steps/steps-api.ts";
import { isOffered } from "../offered-methods.ts";
import {
  pollDelayMs,
  resultOf,
  resultTypeOf,
  retryDelayMs,
  stepOf,
  watchedSteps,
} from "./outcome.ts";
import { extendPlan } from "./progress.ts";
import type { DisbursementEffect, DisbursementState, DisbursementStep } from "./state.ts";

export type Transition = readonly [DisbursementState, readonly DisbursementEffect[]];

/** Loads the session; what is shown stays in the meantime. */
export function load(state: DisbursementState): Transition {
  const run = state.run + 1;
  const keeps = state.step === "requirement" || watchedSteps.includes(state.step);
  const step = keeps ? state.step : "loading";
  return [{ ...state, step, run, failure: null, renewing: false }, [{ type: "load", run }]];
}

/** Sends the request, or repeats it under the same key. */
export function send(state: DisbursementState): Transition {
  const { attempt, choice, amounts, tries } = state;
  if (!choice || !amounts) return [state, []];
  const run = state.run + 1;
  const { netAmount } = amounts;
  return [
    { ...state, step: "sending", run, notice: null, polls: 0 },
    [
      {
        type: "send",
        run,
        attempt,
        request: choice.request,
        netAmount,
        delayMs: retryDelayMs(tries),
      },
    ],
  ];
}

/** Looks up the status: at once while sending, where the step stays; otherwise after a delay. */
export function lookUp(state: DisbursementState, delayMs?: number): Transition {
  const run = state.run + 1;
  const wait = state.step === "sending" ? 0 : pollDelayMs(state.polls);
  return [
    { ...state, run, polls: state.polls + 1 },
    [{ type: "lookUp", run, delayMs: delayMs ?? wait }],
  ];
}

/** The intent expired without a choice (`status` "expired") or can no longer be read (null). */
export function renew(state: DisbursementState, status: "expired" | null = "expired"): Transition {
  const run = state.run + 1;
  return [
    { ...state, step: "expired", status, run, renewing: true, notice: null },
    [{ type: "renewSecret", run }],
  ];
}

/** Ends the renewal: the page has no new intent. */
export function endExpired(state: DisbursementState): Transition {
  return report({ ...state, step: "expired", renewing: false });
}

/** Reports the step's result to the page, each type once. */
function report(state: DisbursementState): Transition {
  const type = resultTypeOf(state.step);
  if (type === null || type === state.reported) return [state, []];
  return [{ ...state, reported: type }, [{ type: "finish", result: resultOf(state, type) }]];
}

/** Shows a payout that the service has, and watches it until it ends. */
export function show(earlier: DisbursementState, step: DisbursementStep): Transition {
  const isNew = earlier.step !== step;
  const state: DisbursementState = {
    ...earlier,
    step,
    // the service has the typed data
    choice: null,
    problem: null,
    notice: null,
    requirement: null,
    tries: 0,
    polls: isNew ? 0 : earlier.polls,
  };
  const [reported, effects] = report(state);
  if (!watchedSteps.includes(step)) return [{ ...reported, run: reported.run + 1 }, effects];
  const [next, more] = lookUp(reported);
  return [next, [...effects, ...more]];
}

/** Returns to the review with a notice. A new attempt starts only when the last one's outcome is known. */
export function backToReview(
  state: DisbursementState,
  notice: DisbursementState["notice"],
  attemptEnded: boolean,
): DisbursementState {
  return {
    ...state,
    step: state.choice === null ? "method" : "review",
    notice,
    run: state.run + 1,
    attempt: attemptEnded ? state.attempt + 1 : state.attempt,
    tries: 0,
    polls: 0,
  };
}

/** A blocking requirement comes first, then the tax form unless it was postponed. */
function firstRequirement(
  session: ReadDisbursementSession,
  w9Deferred: boolean,
): ReadRequirement | null {
  const { requirements } = session;
  const blocking = requirements.find(({ blocks }) => blocks === "submission");
  if (blocking) return blocking;
  const w9 = requirements.find(({ type }) => type === "w9");
  return w9 && !w9Deferred ? w9 : null;
}

/** Finds the step for a session that just loaded, even after a reload in the middle of a payout. */
export function settleSession(
  earlier: DisbursementState,
  session: ReadDisbursementSession,
): Transition {
  const { amounts, disbursement, requirements } = session;
  const agreed = earlier.amounts;
  const changed =
    agreed !== null &&
    (agreed.netAmount !== amounts.netAmount || agreed.currency !== amounts.currency);
  const blocking = requirements
    .filter(({ type, blocks }) => blocks === "submission" || type === "w9")
    .map(({ type }) => type);
  const state: DisbursementState = {
    ...earlier,
    session,
    amounts: disbursement?.amounts ?? amounts,
    status: disbursement?.intentStatus ?? session.intent.status,
    disbursement,
    plan: extendPlan(earlier.plan, blocking),
    renewing: false,
    failure: null,
  };
  const step = stepOf(state);
  if (step === "expired") return renew(state);
  if (step !== null) return show(state, step);
  const requirement = firstRequirement(session, state.w9Deferred);
  if (requirement)
    return [
      {
        ...state,
        step: "requirement",
        requirement,
        requirementsShown: state.requirementsShown + 1,
      },
      [],
    ];
  const next: DisbursementState = { ...state, requirement: null };
  if (!isOffered(session)) return [{ ...next, step: "blocked" }, []];
  if (next.choice === null) return [{ ...next, step: "method" }, []];
  return [backToReview(next, changed ? { type: "amountChanged" } : next.notice, false), []];
}
