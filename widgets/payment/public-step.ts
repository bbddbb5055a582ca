import type { PaymentState, PaymentStep } from "./machine/state.ts";

/** Those that the page knows by another name than ours. */
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

/** The step's name for the page's `step` event: part of the SDK's face, so it never changes. */
export function publicStep({ step, session }: Pick<PaymentState, "step" | "session">): string {
  if (step === "blocked") return session?.requirements[0] ? "requirement" : "unavailable";
  return names[step] ?? step;
}
