import type { StaffPermission, StaffRole } from "#contract/console/roles";
import type { OperatorSettings } from "../../operators/accounts/index.ts";
import { requireStaffStillAllowed } from "../../operators/accounts/index.ts";
import type { Tx } from "../../platform/database/transaction.ts";
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
  /** In minor units, of the given role or the one that the request was admitted with; null: no limit. */
  limitMinor(currency: string, role?: StaffRole): number | null;
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

/**
 * Whether a role's limit allows a decision; null: no limit. Payouts have no limit by role, as in their approval. A
 * deposit return has no value in money, so only people without a limit decide about it.
 */
export function isWithinLimit(
  { type, amountMinor }: Pick<OutcomeSubject, "type" | "amountMinor">,
  limitMinor: number | null,
): boolean {
  if (type === "payout" || limitMinor === null) return true;
  return amountMinor > 0 && amountMinor <= limitMinor;
}

/** Throws 403 `refund_limit_exceeded` unless {@link isWithinLimit}. */
export function requireWithinLimit(
  subject: Pick<OutcomeSubject, "type" | "amountMinor" | "currency">,
  { limitMinor }: Pick<MarkRequest, "limitMinor">,
  role?: StaffRole,
): void {
  if (isWithinLimit(subject, limitMinor(subject.currency, role))) return;
  throw new ApiError("refund_limit_exceeded", {
    message: "This amount is larger than your role may decide about. An admin can do it.",
  });
}

/**
 * Requires, after the locks that the request may have waited for, that the staff member may still decide. Throws what
 * `requireStaffStillAllowed` and `requireWithinLimit` throw.
 */
export async function requireStillWithinLimit(
  tx: Tx,
  subject: OutcomeSubject,
  { staffId, limitMinor }: Pick<MarkRequest, "staffId" | "limitMinor">,
  permission: StaffPermission,
): Promise<void> {
  const role = await requireStaffStillAllowed(tx, subject.operatorId, staffId, permission);
  requireWithinLimit(subject, { limitMinor }, role);
}

/** A deposit return needs a second person where large refunds do, as for its request. */
export function needsSecondPerson(
  settings: OperatorSettings,
  { amountMinor, currency }: Pick<OutcomeSubject, "amountMinor" | "currency">,
): boolean {
  if (amountMinor === 0) return settings.refundApprovalAboveMinor !== null;
  return approvalOf(settings, currency, amountMinor) !== null;
}
