import { type AuditActor, appendAudit } from "../../../operators/audit/index.ts";
import type { Tx } from "../../../platform/database/transaction.ts";
import { ApiError } from "../../../platform/http/api-error.ts";
import type { PaymentsDeps } from "../../payments-deps.ts";
import { requireOtherPerson } from "../approve-refund.ts";
import { findRefund } from "../read-refunds.ts";
import { isDepositReturn, type RefundRecord } from "../records.ts";
import { moveRefund } from "../refund-store.ts";

/** Who decides on which named destination. */
export interface DestinationDecision {
  readonly operatorId: string;
  readonly refundId: string;
  readonly actor: AuditActor;
  /** The version that staff saw. Another destination must not be approved by mistake. */
  readonly seenVersion: number;
  /** How much of the payment's base this person may return, in minor units; null: no limit. */
  limitMinor(currency: string): number | null;
}

/**
 * Approves the destination of a refund, which the job then sends. Throws 404; 403 `refund_limit_exceeded`, and
 * `refund_approval_by_requester` where the refund needs a second person; 409
 * `conflicting_state` if the refund does not wait for this decision, its destination was erased, nothing can send
 * it, or its payment was taken back.
 */
export async function approveDestination(
  deps: PaymentsDeps,
  decision: DestinationDecision,
): Promise<RefundRecord> {
  const { operatorId, refundId } = decision;
  const found = await requireWaiting(deps, decision);
  const { settings } = await deps.operators.get(operatorId);
  const { transfer } = found;
  const provider = transfer && deps.transfers.providerFor({ ...found, transfer }, settings);
  if (!transfer || !provider) {
    throw new ApiError("conflicting_state", {
      message: "Nothing is configured that could send this refund.",
    });
  }
  const approved = await moveRefund(
    deps,
    found,
    "approved",
    (locked) => ({
      transfer: locked.transfer && { ...locked.transfer, provider },
      ...(found.approval === "needed" && { approval: "given" as const, decidedBy: decision.actor }),
      sentAtMs: null,
      nextCheckAtMs: deps.clock.nowMs(),
    }),
    {
      isStill: ({ version, transfer: latest }) =>
        version === decision.seenVersion && latest?.destinationSealed != null,
      async also(tx, refund) {
        if (found.approval === "needed") await requireOtherPerson(tx, refund, decision.actor);
        await requireAllowed(tx, refund, decision.limitMinor(refund.currency));
        await appendAudit(deps, tx, operatorId, {
          actor: decision.actor,
          action: "refund.destination_approved",
          subject: { type: "refund", id: refundId },
          details: { type: transfer.type, provider },
        });
      },
    },
  );
  if (!approved) throw new ApiError("conflicting_state");
  deps.refunds.wake();
  return approved;
}

/**
 * Declines the destination of a refund, which fails and frees its amount. Throws 404, and 409
 * `conflicting_state` if the refund does not wait for this decision.
 */
export async function declineDestination(
  deps: PaymentsDeps,
  decision: Omit<DestinationDecision, "limitMinor">,
): Promise<RefundRecord> {
  const { operatorId, refundId, actor, seenVersion } = decision;
  const found = await requireWaiting(deps, decision);
  const declined = await moveRefund(
    deps,
    found,
    "declined",
    { failureCode: "destination_declined" },
    {
      isStill: ({ version }) => version === seenVersion,
      also: (tx) =>
        appendAudit(deps, tx, operatorId, {
          actor,
          action: "refund.destination_declined",
          subject: { type: "refund", id: refundId },
        }),
    },
  );
  if (!declined) throw new ApiError("conflicting_state");
  deps.webhooks.wake();
  return declined;
}

async function requireWaiting(
  deps: PaymentsDeps,
  { operatorId, refundId }: Pick<DestinationDecision, "operatorId" | "refundId">,
): Promise<RefundRecord> {
  const found = await findRefund(deps.database.kysely, operatorId, refundId);
  if (!found) throw new ApiError("resource_not_found");
  await deps.keyring.load(operatorId);
  if (found.step !== "awaiting_approval") throw new ApiError("conflicting_state");
  return found;
}

/** A return beside the order has no value in money, so only people without a limit approve it. */
async function requireAllowed(
  tx: Tx,
  refund: RefundRecord,
  limitMinor: number | null,
): Promise<void> {
  const payment = await tx
    .selectFrom("payments")
    .select(["status", "refunded_base_minor"])
    .where("operator_id", "=", refund.operatorId)
    .where("payment_id", "=", refund.paymentId)
    .executeTakeFirst();
  const isReturn = isDepositReturn(refund);
  if (!payment || (!isReturn && payment.status !== "success")) {
    throw new ApiError("conflicting_state", { message: "The payment itself was taken back." });
  }
  if (limitMinor === null) return;
  if (isReturn || payment.refunded_base_minor > limitMinor) {
    throw new ApiError("refund_limit_exceeded");
  }
}
