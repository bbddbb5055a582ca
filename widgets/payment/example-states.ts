/** States of the payment widget, for the gallery and for tests. */
import { examplePayment } from "./examples.ts";
import type { PaymentState, PaymentStep, SharedState, StateOf } from "./machine/state.ts";
import { shared } from "./machine/transitions.ts";

/** Fields of one step. Without `step`, those of the present step. */
export type StateChange = { [Step in PaymentStep]: Partial<StateOf<Step>> }[PaymentStep];

/** The own fields of each step, as they usually start. */
const ownFields: { [Step in PaymentStep]: Omit<StateOf<Step>, keyof SharedState | "step"> } = {
  loading: { submitWaits: false, notice: null },
  form: { submitWaits: false, notice: null, agreed: null },
  paying: { quote: { breakdown: noAmounts() }, tries: 0, polls: 0 },
  method: {},
  challenge: {},
  continuing: {
    continuation: { after: "challenge", outcome: "completed" },
    canceledHere: false,
    tries: 0,
  },
  redirect: { polls: 1, toBank: false },
  deposit: { polls: 1 },
  pending: { polls: 1, continuation: null, canceledHere: false },
  success: {},
  expired: { submitWaits: false, renewing: false },
  unreachable: { submitWaits: false, notice: null },
  refused: { submitWaits: false },
  blocked: { submitWaits: false, notice: null },
};

function noAmounts() {
  return { baseAmount: 0, processingFees: 0, salesTax: 0, total: 0, currency: "USD" };
}

/** Steps that follow a payment of the service. */
const started: readonly PaymentStep[] = [
  "method",
  "challenge",
  "continuing",
  "redirect",
  "deposit",
  "success",
];

/**
 * The state after `change`. A new step gets its own fields with their usual values, and a payment if it needs
 * one. Fields of the step before do not remain.
 */
export function changeState(state: PaymentState, change: StateChange): PaymentState {
  const step = change.step ?? state.step;
  const kept = step === state.step ? state : { ...shared(state), ...ownFields[step] };
  const next = { ...kept, ...change, step };
  const needsPayment = started.includes(step) && next.payment === null;
  // The types of `change` and `ownFields` belong to this step, which the compiler can't follow.
  return { ...next, ...(needsPayment && { payment: examplePayment() }) } as PaymentState;
}
