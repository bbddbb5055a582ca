import type { DisbursementState } from "./machine/state.ts";

/** The name of a step in the page's `step` event. Part of the SDK's API, so it never changes. */
export function publicStep({
  step,
  requirement,
}: Pick<DisbursementState, "step" | "requirement">): string {
  switch (step) {
    case "requirement":
      return requirement?.type ?? "requirement";
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
