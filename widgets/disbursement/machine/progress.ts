import type { DisbursementState } from "./state.ts";

/** In the order in which the service asks (docs/customers/requirements.md); others come after these. */
const order = ["customer_data", "sms_verification", "kyc", "identity_document", "w9"];

/** The steps of a payout and the one that is shown. */
export interface Progress {
  /** Types of what is owed, then `method` and `review` */
  readonly steps: readonly string[];
  /** Index of the one that is shown */
  readonly current: number;
}

/** The plan with what a session asks for besides, each once; a document asked for twice is one step. */
export function extendPlan(plan: readonly string[], types: readonly string[]): readonly string[] {
  const place = (type: string) => (order.includes(type) ? order.indexOf(type) : order.length);
  const all = [...new Set([...plan, ...types])].sort((a, b) => place(a) - place(b));
  return all.includes("kyc") ? all.filter((type) => type !== "identity_document") : all;
}

/** Where the customer is on the way to their money; null where no step is to be taken. */
export function progressOf(state: DisbursementState): Progress | null {
  const steps = [...state.plan, "method", "review"];
  const name =
    state.step === "requirement"
      ? (state.owed?.type ?? "")
      : state.step === "sending"
        ? "review"
        : state.step;
  const shown = name === "identity_document" && !steps.includes(name) ? "kyc" : name;
  const current = steps.indexOf(shown);
  return current === -1 ? null : { steps, current };
}
