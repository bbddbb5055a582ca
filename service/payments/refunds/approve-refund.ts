/*
 * The second person for large refunds.
 *
 * Guarantees: a refund is not sent before its approval; nobody approves a refund that they requested, with a key or in
 * person. It stays `pending`, counts against what is left of its payment, and can be canceled. The decision is about
 * the version that the approver saw.
 */
import type { StaffRole } from "#contract/console/roles";
import {
  issuersOfKeys,
  type OperatorSettings,
  requireStaffStillAllowed,
} from "../../operators/accounts/index.ts";
import { type Decider, isOtherThanCreator } from "../../operators/approvals/index.ts";
import { appendAudit } from "../../operators/audit/index.ts";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import { findRefund } from "./read-refunds.ts";
import type { RefundRecord } from "./records.ts";
import { lockRefund, moveRefund, writeApproval } from "./refund-store.ts";

/** Whether a refund needs a second person. `returnedMinor` is the returned part of the base, this refund included. */
export function approvalOf(
  { refundApprovalAboveMinor: limits }: Pick<OperatorSettings, "refundApprovalAboveMinor">,
  currency: string,
  returnedMinor: number,
): "needed" | null {
  if (limits === null) return null;
  const limitMinor = Object.hasOwn(limits, currency) ? (limits[currency] ?? 0) : 0;
  return returnedMinor > limitMinor ? "needed" : null;
}

export function awaitsApproval({
  step,
  approval,
}: Pick<RefundRecord, "step" | "approval">): boolean {
  return step === "requested" && approval === "needed";
}

export interface RefundDecision {
  readonly operatorId: string;
  readonly refundId: string;
  readonly staffId: string;
  readonly approve: boolean;
  /** The version that the staff member saw. */
  readonly version: number;
  /** A person may not approve more than they may refund, in the role that they have now. */
  limitMinor(currency: string, role: StaffRole): number | null;
}

/**
 * An approved refund is sent, a declined one is canceled. Throws 404, 409 `conflicting_state` if it does not wait in
 * this version, 403 `refund_approval_by_requester` for the person who requested it, and 403 `refund_limit_exceeded`.
 * Also throws what {@link requireStaffStillAllowed} throws.
 */
export async function decideRefund(
  deps: PaymentsDeps,
  decision: RefundDecision,
): Promise<RefundRecord> {
  const { operatorId, refundId, staffId, approve } = decision;
  const found = await findRefund(deps.database.kysely, operatorId, refundId);
  if (!found) throw new ApiError("resource_not_found");
  await deps.keyring.load(operatorId);
  const decidedBy = { kind: "staff", staffId } as const;
  const audit = (tx: Tx) =>
    appendAudit(deps, tx, operatorId, {
      actor: decidedBy,
      action: approve ? "refund.approved" : "refund.declined",
      subject: { type: "refund", id: refundId },
    });
  const decided = approve
    ? await inTransaction(deps.database, (tx) => approveIn(deps, tx, decision, audit))
    : await moveRefund(
        deps,
        found,
        "canceled",
        { approval: "declined", decidedBy },
        {
          isStill: (refund) => isSeen(refund, decision),
          async alsoWrite(tx) {
            await requireStaffStillAllowed(tx, operatorId, staffId, "payments.refund");
            await audit(tx);
          },
        },
      );
  if (!decided) throw new ApiError("conflicting_state");
  if (approve) deps.refunds.wake();
  else deps.webhooks.wake();
  return decided;
}

async function approveIn(
  deps: PaymentsDeps,
  tx: Tx,
  decision: RefundDecision,
  audit: (tx: Tx) => Promise<void>,
): Promise<RefundRecord | undefined> {
  const { operatorId, refundId, staffId } = decision;
  const refund = await lockRefund(tx, operatorId, refundId);
  if (!refund || !isSeen(refund, decision)) return undefined;
  const role = await requireOtherPerson(tx, refund, { kind: "staff", staffId });
  await requireWithinLimit(tx, refund, decision.limitMinor(refund.currency, role));
  const approved = await writeApproval(deps, tx, refund, { kind: "staff", staffId });
  await audit(tx);
  return approved;
}

function isSeen(refund: RefundRecord, { version }: RefundDecision): boolean {
  return awaitsApproval(refund) && refund.version === version;
}

/**
 * Throws 403 `refund_approval_by_requester` for the person who requested the refund, or issued or rolled the key that
 * did. Also throws what {@link requireStaffStillAllowed} throws, and returns the person's role.
 */
export async function requireOtherPerson(
  tx: Tx,
  refund: Pick<RefundRecord, "operatorId" | "requestedBy">,
  decider: Decider | undefined,
): Promise<StaffRole> {
  if (decider?.kind !== "staff" || !(await isOtherThanRequester(tx, refund, decider))) {
    throw new ApiError("refund_approval_by_requester");
  }
  return requireStaffStillAllowed(tx, refund.operatorId, decider.staffId, "payments.refund");
}

/** Like {@link isOtherThanCreator}, for a refund. */
export async function isOtherThanRequester(
  tx: Tx,
  { operatorId, requestedBy }: Pick<RefundRecord, "operatorId" | "requestedBy">,
  decider: Decider,
): Promise<boolean> {
  if (requestedBy.kind !== "staff") {
    const createdKeyId = requestedBy.kind === "api" ? (requestedBy.keyId ?? null) : null;
    return isOtherThanCreator(tx, { operatorId, createdKeyId }, decider);
  }
  if (decider.kind === "staff") return decider.staffId !== requestedBy.staffId;
  const issuers = await issuersOfKeys(tx, operatorId, decider.lineId);
  return !issuers.has(`staff:${requestedBy.staffId}`);
}

async function requireWithinLimit(
  tx: Tx,
  { operatorId, paymentId }: RefundRecord,
  limit: number | null,
): Promise<void> {
  if (limit === null) return;
  const { refunded_base_minor: returnedMinor } = await tx
    .selectFrom("payments")
    .select("refunded_base_minor")
    .where("operator_id", "=", operatorId)
    .where("payment_id", "=", paymentId)
    .executeTakeFirstOrThrow();
  if (returnedMinor > limit) throw new ApiError("refund_limit_exceeded");
}
