import type { PaymentResult } from "../../../contract/channel/payment-messages.ts";
import type { ClientPayment } from "../../../contract/client/payments.ts";
import type { ClientSession } from "../../../contract/client/session.ts";
import { pollDelayMs, resultOf, retryDelayMs } from "./outcome.ts";
import type { PaymentEffect, PaymentState } from "./state.ts";

/** Next state, and what is to be done. */
export type Transition = readonly [PaymentState, readonly PaymentEffect[]];

/** Statuses of an intent and of a payment that stand for "not known yet". */
const settled = ["success", "failed", "expired", "no-payment"];

/** Tells the page an outcome; the same one once for each submit. */
const finish = (
  state: PaymentState,
  type: PaymentResult["type"],
  payment: ClientPayment | null,
): Transition => [
  { ...state, told: type, submitWaits: false },
  state.told === type ? [] : [{ type: "finish", result: resultOf(state, type, payment) }],
];

/** Asks for the session. */
export function load(state: PaymentState): Transition {
  const run = state.run + 1;
  const next = { ...state, step: "loading" as const, run, failure: null, renewing: false };
  return [next, [{ type: "load", run }]];
}

/** Sends the attempt, or sends it again under the same key. */
export function pay(state: PaymentState): Transition {
  if (!state.breakdown) return [{ ...state, submitWaits: true }, []];
  const run = state.run + 1;
  const { attempt, tries, breakdown } = state;
  const next: PaymentState = {
    ...state,
    step: "paying",
    run,
    notice: null,
    submitWaits: false,
    canceledHere: false,
    continuation: null,
    told: tries > 0 ? state.told : null,
  };
  const delayMs = retryDelayMs(tries);
  return [next, [{ type: "pay", run, attempt, total: breakdown.total, delayMs }]];
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

/** Waits for an outcome, and tells the page so the first time. */
export function wait(state: PaymentState): Transition {
  const first = state.step !== "pending";
  const [next, effects] = lookUp({
    ...state,
    step: "pending",
    polls: first ? 0 : state.polls,
    submitWaits: false,
  });
  if (!first) return [next, effects];
  const [told, tell] = finish(next, "pending", state.payment);
  return [told, [...effects, ...tell]];
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
  const [next, effects] = finish(backToForm(state, notice, attemptEnded), type, payment);
  if (payment || notice === null || notice.type === "declined") return [next, effects];
  const code = notice.type === "refused" ? notice.code : noticeCodes[notice.type];
  const message = notice.type === "refused" ? notice.message : code;
  return [
    next,
    effects.map((effect) =>
      effect.type === "finish"
        ? { ...effect, result: { ...effect.result, messages: [{ code, message }] } }
        : effect,
    ),
  ];
}

const noticeCodes = {
  canceled: "authentication_canceled",
  amountChanged: "amount_changed",
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
  return wait(state);
}

/** Where a session that was just loaded stands: after a reload that may be in the middle of a payment. */
export function settleSession(earlier: PaymentState, session: ClientSession): Transition {
  const { payment, requirements, paymentMethodTypes } = session;
  const status = session.intent.status;
  const agreed = earlier.breakdown;
  const changed =
    agreed !== null &&
    (agreed.total !== session.breakdown.total || agreed.currency !== session.breakdown.currency);
  const state: PaymentState = {
    ...earlier,
    session,
    status,
    payment,
    breakdown: session.breakdown,
    renewing: false,
    failure: null,
  };
  if (status === "expired") return renew(state);
  if (payment && status !== "no-payment" && payment.status !== "failed") {
    return act({ ...state, told: null }, payment);
  }
  if (!settled.includes(status)) return wait({ ...state, told: null });
  const blocked = requirements.some(({ blocks }) => blocks === "submission");
  if (blocked || !paymentMethodTypes.includes("card")) return [{ ...state, step: "blocked" }, []];
  const form: PaymentState = { ...state, step: "form" };
  if (earlier.submitWaits && !changed) return pay(form);
  if (changed) return giveBack(form, { type: "amountChanged" }, false);
  const notice = payment?.status === "failed" ? ({ type: "declined", payment } as const) : null;
  return [{ ...form, notice: earlier.notice ?? notice, submitWaits: false }, []];
}
