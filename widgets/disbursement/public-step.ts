import type { DisbursementState } from "./machine/state.ts";

/** The step's name for the page's `step` event: part of the SDK's face, so it never changes. */
export function publicStep({ step, owed }: Pick<DisbursementState, "step" | "owed">): string {
  switch (step) {
    case "requirement":
      return owed?.type ?? "requirement";
    case "sending":
      return "processing";
    case "waiting":
    case "processing":
    case "unknown":
      return "pending";
    case "success":
    case "failed":
    case "rejected":
    case "refunded":
    case "voided":
      return "result";
    case "unreachable":
    case "refused":
    case "blocked":
      return "unavailable";
    default:
      return step;
  }
}
