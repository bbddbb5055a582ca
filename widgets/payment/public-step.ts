import type { PaymentStep } from "./machine/state.ts";

const names: Readonly<Record<PaymentStep, string>> = {
  loading: "card",
  form: "card",
  paying: "processing",
  method: "processing",
  challenge: "challenge",
  continuing: "processing",
  redirect: "redirect",
  deposit: "deposit",
  pending: "pending",
  success: "result",
  expired: "expired",
  unreachable: "unavailable",
  refused: "unavailable",
  blocked: "unavailable",
};

/** The step's name for the page's `step` event: part of the SDK's face, so it never changes. */
export function publicStep(step: PaymentStep): string {
  return names[step];
}
