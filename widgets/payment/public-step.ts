import type { PaymentState, PaymentStep } from "./machine/state.ts";

/** Steps whose public name differs from ours. */
const names: Readonly<Partial<Record<PaymentStep, string>>> = {
  loading: "card",
  form: "card",
  paying: "processing",
  method: "processing",
  continuing: "processing",
  success: "result",
  unreachable: "unavailable",
  refused: "unavailable",
};

/** The step's name in the page's `step` event. It is part of the SDK's API, so it never changes. */
export function publicStep({ step, session }: Pick<PaymentState, "step" | "session">): string {
  if (step === "blocked") return session?.requirements[0] ? "requirement" : "unavailable";
  return names[step] ?? step;
}
