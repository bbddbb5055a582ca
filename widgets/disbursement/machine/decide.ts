import type { ReadDisbursementSession } from "../../client/disbursement-answers.ts";
import type { OwedStep } from "../../steps/steps-api.ts";
import { isOffered } from "../offered.ts";
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

/** Next state, and what is to be done. */
export type Transition = readonly [DisbursementState, readonly DisbursementEffect[]];

/** Asks for the session; what is shown stays while a step asks for it again. */
export function load(state: DisbursementState): Transition {
  const run = state.run + 1;
  const keeps = state.step === "requirement" || watchedSteps.includes(state.step);
  const step = keeps ? state.step : "loading";
  return [{ ...state, step, run, failure: null, renewing: false }, [{ type: "load", run }]];
}

/** Sends the request, or sends it again under the same key. */
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

/** Asks for the status: at once while sending, which stays what it is; after a while in all else. */
export function lookUp(state: DisbursementState, delayMs?: number): Transition {
  const run = state.run + 1;
  const wait = state.step === "sending" ? 0 : pollDelayMs(state.polls);
  return [
    { ...state, run, polls: state.polls + 1 },
    [{ type: "lookUp", run, delayMs: delayMs ?? wait }],
  ];
}

/** The window has closed with nothing chosen: asks the page for a fresh intent. */
export function renew(state: DisbursementState): Transition {
  const run = state.run + 1;
  return [
    { ...state, step: "expired", status: "expired", run, renewing: true, notice: null },
    [{ type: "renewSecret", run }],
  ];
}

/** No fresh intent is to be had. */
export function endExpired(state: DisbursementState): Transition {
  return tell({ ...state, step: "expired", renewing: false });
}

/** Tells the page what the step stands for; the same type once. */
function tell(state: DisbursementState): Transition {
  const type = resultTypeOf(state.step);
  if (type === null || type === state.told) return [state, []];
  return [{ ...state, told: type }, [{ type: "finish", result: resultOf(state, type) }]];
}

/** Shows where a payout stands that the service knows of, and watches it unless that is its end. */
export function show(earlier: DisbursementState, step: DisbursementStep): Transition {
  const isNew = earlier.step !== step;
  const state: DisbursementState = {
    ...earlier,
    step,
    // It has arrived: what was typed is needed no more.
    choice: null,
    problem: null,
    notice: null,
    owed: null,
    tries: 0,
    polls: isNew ? 0 : earlier.polls,
  };
  const [told, effects] = tell(state);
  if (!watchedSteps.includes(step)) return [{ ...told, run: told.run + 1 }, effects];
  const [next, more] = lookUp(told);
  return [next, [...effects, ...more]];
}

/** Back to the review with a word about why; a new attempt when the last one's end is known. */
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

/** The first thing that is owed: whatever blocks, then the tax form unless it was put off. */
function firstOwed(session: ReadDisbursementSession, w9Deferred: boolean): OwedStep | null {
  const { requirements } = session;
  const blocking = requirements.find(({ blocks }) => blocks === "submission");
  if (blocking) return blocking;
  const w9 = requirements.find(({ type }) => type === "w9");
  return w9 && !w9Deferred ? w9 : null;
}

/** Where a session that was just loaded stands: also after a reload in the middle of a payout. */
export function settleSession(
  earlier: DisbursementState,
  session: ReadDisbursementSession,
): Transition {
  const { amounts, disbursement, requirements } = session;
  const agreed = earlier.amounts;
  const changed =
    agreed !== null &&
    (agreed.netAmount !== amounts.netAmount || agreed.currency !== amounts.currency);
  const asked = requirements
    .filter(({ type, blocks }) => blocks === "submission" || type === "w9")
    .map(({ type }) => type);
  const state: DisbursementState = {
    ...earlier,
    session,
    amounts: disbursement?.amounts ?? amounts,
    status: disbursement?.intentStatus ?? session.intent.status,
    disbursement,
    plan: extendPlan(earlier.plan, asked),
    renewing: false,
    failure: null,
  };
  const step = stepOf(state);
  if (step === "expired") return renew(state);
  if (step !== null) return show(state, step);
  const owed = firstOwed(session, state.w9Deferred);
  if (owed) return [{ ...state, step: "requirement", owed, asked: state.asked + 1 }, []];
  const next: DisbursementState = { ...state, owed: null };
  if (!isOffered(session)) return [{ ...next, step: "blocked" }, []];
  if (next.choice === null) return [{ ...next, step: "method" }, []];
  return [backToReview(next, changed ? { type: "amountChanged" } : next.notice, false), []];
}
