import type { PaymentState, PaymentStep } from "./machine/state.ts";

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

/** The name of a step in the page's `step` event. Part of the SDK's API, so it never changes. */
export function publicStep({ step, session }: Pick<PaymentState, "step" | "session">): string {
  if (step === "blocked") return session?.requirements[0] ? "requirement" : "unavailable";
  return names[step] ?? step;
}
