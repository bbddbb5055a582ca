import type { OperatorSettings } from "../../operators/accounts/index.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { approvalOf } from "../refunds/approve-refund.ts";
import type { MarkInput } from "./mark-store.ts";
import type { OutcomeRule } from "./outcome-rules.ts";
import type { OutcomeSubject } from "./records.ts";

export interface MarkRequest extends MarkInput {
  readonly operatorId: string;
  /** The payment's or refund's id. */
  readonly subjectId: string;
  /** {@link OutcomeRule.seen} of what the staff member saw. */
  readonly seen: string;
  /** The role's limit in minor units; null: no limit. */
  limitMinor(currency: string): number | null;
}

/** Throws 409 `conflicting_state` if the outcome has changed since `seen`, and 409 `outcome_not_markable`. */
export function requireMarkable(
  rule: OutcomeRule | null,
  { seen, outcome }: Pick<MarkRequest, "seen" | "outcome">,
): void {
  if (rule?.seen !== seen) throw new ApiError("conflicting_state");
  if (!rule.canMark) throw new ApiError("outcome_not_markable");
  if (rule.onlyFailed && outcome === "success") {
    throw new ApiError("outcome_not_markable", {
      message: "The processor made a wrong charge, which is being reversed. It cannot count.",
    });
  }
}

/** Throws 403 `refund_limit_exceeded` above the role's limit. */
export function requireWithinLimit(
  { amountMinor, currency }: Pick<OutcomeSubject, "amountMinor" | "currency">,
  { limitMinor }: Pick<MarkRequest, "limitMinor">,
): void {
  const limit = limitMinor(currency);
  if (limit === null || amountMinor <= limit) return;
  throw new ApiError("refund_limit_exceeded", {
    message: "This amount is larger than your role may decide about. An admin can do it.",
  });
}

export function needsSecondPerson(
  settings: OperatorSettings,
  { amountMinor, currency }: Pick<OutcomeSubject, "amountMinor" | "currency">,
): boolean {
  return approvalOf(settings, currency, amountMinor) !== null;
}
