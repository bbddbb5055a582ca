import type { DisbursementResult } from "#contract/channel/disbursement-messages";
import type { DisbursementState, DisbursementStep } from "./state.ts";

export const watchedSteps: readonly DisbursementStep[] = ["waiting", "processing", "unknown"];

const openStatuses = ["pending", "requires-customer-data"];

/** The step of a disbursement; null while the customer can still choose. */
export function stepOf({
  status,
  disbursement,
}: Pick<DisbursementState, "status" | "disbursement">): DisbursementStep | null {
  switch (status) {
    case "pending-validation":
      return "waiting";
    case "success":
    case "failed":
    case "rejected":
    case "refunded":
    case "expired":
      return status;
  }
  if (disbursement?.status === "voided") return "voided";
  if (disbursement === null) {
    return status === null || openStatuses.includes(status) ? null : "unknown";
  }
  return status === "pending" ? "processing" : "unknown";
}

/** The result that the page gets; null while the customer is not done. */
export function resultTypeOf(step: DisbursementStep): DisbursementResult["type"] | null {
  if (watchedSteps.includes(step)) return "pending";
  if (step === "voided") return "failed";
  return ["success", "failed", "rejected", "refunded", "expired"].includes(step) ? step : null;
}

export function resultOf(
  { session, disbursement, status }: DisbursementState,
  type: DisbursementResult["type"],
): DisbursementResult {
  return {
    type,
    disbursementIntentId: session?.intent.disbursementIntentId ?? "",
    ...(disbursement ? { disbursementId: disbursement.disbursementId } : {}),
    status: status ?? "",
    messages: disbursement?.messages ?? [],
  };
}

/**
 * The time until the next status request. An approval takes minutes or days, and the service answers an unchanged
 * status at most once every 2 s.
 */
export function pollDelayMs(polls: number): number {
  return [2_100, 2_500, 4_000, 6_000, 10_000, 15_000, 20_000][polls] ?? 30_000;
}

/** The time before retry number `tries` of a request without a response. */
export function retryDelayMs(tries: number): number {
  return [0, 800, 2_000, 4_000][tries] ?? 8_000;
}

/** After this many tries, the status is looked up instead. */
export const triesBeforeLookUp = 4;
