import { requireStaffStillAllowed } from "../../operators/accounts/index.ts";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import { requireOtherPerson } from "../refunds/approve-refund.ts";
import { applyMarkToPayment } from "./mark-payment.ts";
import { applyMarkToRefund } from "./mark-refund.ts";
import { type MarkRequest, requireWithinLimit } from "./mark-rules.ts";
import { decideMark, lockMark } from "./mark-store.ts";
import type { OutcomeMark } from "./records.ts";

export interface MarkDecision extends Pick<MarkRequest, "limitMinor"> {
  readonly operatorId: string;
  readonly markId: string;
  readonly staffId: string;
  readonly approve: boolean;
  /** The version that the staff member saw. */
  readonly version: number;
}

/** Applies the mark to a payout; false if the payout's outcome is known by now. See service/payouts/outcomes. */
export type ApplyToPayout = (
  mark: OutcomeMark,
  alsoWrite: (tx: Tx) => Promise<void>,
) => Promise<boolean>;

/** An intent has few writers, so losing this many races in a row is a bug. */
const maxTries = 12;

/**
 * Confirms or declines a waiting mark. Throws 404, 409 `conflicting_state` if the mark does not wait in this version or
 * the processor has answered since, 403 `refund_approval_by_requester` for the person who made the mark, and 403
 * `refund_limit_exceeded`, and what {@link requireStaffStillAllowed} throws. Resolves to the id of the payment, refund
 * or disbursement.
 */
export async function decideMarkByStaff(
  deps: PaymentsDeps,
  decision: MarkDecision,
  applyToPayout: ApplyToPayout,
): Promise<string> {
  const { operatorId, staffId, approve } = decision;
  await deps.keyring.load(operatorId);
  const decidedBy = { kind: "staff", staffId } as const;
  if (!approve) {
    return inTransaction(deps.database, async (tx) => {
      const mark = await lockWaiting(tx, decision);
      await requireStaffStillAllowed(tx, operatorId, staffId, "payments.refund");
      await decideMark(deps, tx, mark, "declined", decidedBy);
      return mark.subject.id;
    });
  }
  // Checked again under the mark's lock, which comes after those of the payment's rows.
  const seen = await inTransaction(deps.database, (tx) => lockWaiting(tx, decision));
  const alsoWrite = async (tx: Tx) => {
    const mark = await lockWaiting(tx, decision);
    const role = await requireOtherPerson(
      tx,
      { operatorId, requestedBy: mark.markedBy },
      decidedBy,
    );
    requireWithinLimit(mark.subject, decision, role);
    await decideMark(deps, tx, mark, "applied", decidedBy);
  };
  if (await apply(deps, seen, alsoWrite, applyToPayout)) return seen.subject.id;
  await inTransaction(deps.database, async (tx) => {
    const mark = await lockWaiting(tx, decision);
    await decideMark(deps, tx, mark, "overtaken", { kind: "service" });
  });
  throw new ApiError("conflicting_state", {
    message: "The processor has answered in the meantime, so the mark no longer applies.",
  });
}

async function apply(
  deps: PaymentsDeps,
  mark: OutcomeMark,
  alsoWrite: (tx: Tx) => Promise<void>,
  applyToPayout: ApplyToPayout,
): Promise<boolean> {
  if (mark.subject.type === "payout") return applyToPayout(mark, alsoWrite);
  if (mark.subject.type === "refund") return applyMarkToRefund(deps, mark, alsoWrite);
  for (let tries = 0; tries < maxTries; tries += 1) {
    const result = await applyMarkToPayment(deps, mark, alsoWrite);
    if (result !== "lost") return result === "applied";
  }
  throw new ApiError("service_unavailable");
}

async function lockWaiting(
  tx: Tx,
  { operatorId, markId, version }: MarkDecision,
): Promise<OutcomeMark> {
  const mark = await lockMark(tx, operatorId, markId);
  if (!mark) throw new ApiError("resource_not_found");
  if (mark.state !== "waiting" || mark.version !== version) throw new ApiError("conflicting_state");
  return mark;
}
