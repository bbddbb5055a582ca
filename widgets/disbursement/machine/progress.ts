import type { DisbursementState } from "./state.ts";

/** The service's order (docs/customers/requirements.md); unknown types come last. */
const order = ["customer_data", "sms_verification", "kyc", "identity_document", "w9"];

export interface Progress {
  /** Types of requirements, then `method` and `review`. */
  readonly steps: readonly string[];
  /** Index in `steps`. */
  readonly current: number;
}

/** Adds each requirement to the plan once. A document requested twice is one step. */
export function extendPlan(plan: readonly string[], types: readonly string[]): readonly string[] {
  const place = (type: string) => (order.includes(type) ? order.indexOf(type) : order.length);
  const all = [...new Set([...plan, ...types])].sort((a, b) => place(a) - place(b));
  return all.includes("kyc") ? all.filter((type) => type !== "identity_document") : all;
}

/** The customer's progress; null if there is no step to take. */
export function progressOf(state: DisbursementState): Progress | null {
  const steps = [...state.plan, "method", "review"];
  const name =
    state.step === "requirement"
      ? (state.requirement?.type ?? "")
      : state.step === "sending"
        ? "review"
        : state.step;
  const shown = name === "identity_document" && !steps.includes(name) ? "kyc" : name;
  const current = steps.indexOf(shown);
  return current === -1 ? null : { steps, current };
}
