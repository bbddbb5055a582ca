/** States for the gallery and tests. */
import { examplePayment } from "./examples.ts";
import type { PaymentState, PaymentStep, SharedState, StateOf } from "./machine/state.ts";
import { shared } from "./machine/transitions.ts";

/** Fields of one step. Without `step`, those of the current step. */
export type StateChange = { [Step in PaymentStep]: Partial<StateOf<Step>> }[PaymentStep];

/** Each step's fields, as they usually start. */
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

const started: readonly PaymentStep[] = [
  "method",
  "challenge",
  "continuing",
  "redirect",
  "deposit",
  "success",
];

/** A new step gets its usual fields, and a payment if it needs one. The earlier step's fields are dropped. */
export function changeState(state: PaymentState, change: StateChange): PaymentState {
  const step = change.step ?? state.step;
  const kept = step === state.step ? state : { ...shared(state), ...ownFields[step] };
  const next = { ...kept, ...change, step };
  const needsPayment = started.includes(step) && next.payment === null;
  // The compiler cannot see that both types belong to this step.
  return { ...next, ...(needsPayment && { payment: examplePayment() }) } as PaymentState;
}
