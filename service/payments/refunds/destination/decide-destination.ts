import type { StaffRole } from "#contract/console/roles";
import { totalOfParts } from "#contract/refund-parts";
import { lockCustomer } from "../../../customers/profile/index.ts";
import type { OperatorSettings } from "../../../operators/accounts/index.ts";
import {
  countApproval,
  type Decider,
  requireNoLimit,
  requireStillAllowed,
} from "../../../operators/approvals/index.ts";
import { type AuditActor, appendAudit } from "../../../operators/audit/index.ts";
import { inTransaction, type Tx } from "../../../platform/database/transaction.ts";
import { dateIn } from "../../../platform/date-in.ts";
import { ApiError } from "../../../platform/http/api-error.ts";
import { unlessBroken } from "../../../platform/secrets/seal.ts";
import type { PaymentsDeps } from "../../payments-deps.ts";
import { isOtherThanRequester, requireOtherPerson } from "../approve-refund.ts";
import { findRefund } from "../read-refunds.ts";
import { isDepositReturn, type RefundRecord } from "../records.ts";
import { moveRefund } from "../refund-store.ts";
import { isCovered } from "./deposit-returns.ts";
import { openDestination } from "./transfers.ts";

export interface DestinationDecision {
  readonly operatorId: string;
  readonly refundId: string;
  readonly actor: AuditActor;
  /** A person or key; absent: a command. */
  readonly decider?: Decider;
  /** The version that the decider saw, so that another destination is not approved by mistake. */
  readonly seenVersion: number;
  /** The person's limit in minor units of the payment's base, in the role that they have now; null: no limit. */
  limitMinor(currency: string, role: StaffRole): number | null;
}

/** Writes in the decision's transaction. */
export type AlsoDecided = (tx: Tx, refund: RefundRecord) => Promise<void>;

/**
 * Approves a destination; the job then sends the refund. Throws 404; 403 `refund_limit_exceeded`, and
 * `refund_approval_by_requester` where the refund needs a second person; for keys 403 `dual_control_required` and
 * `approval_limit_exceeded`; 400 `refund_on_hold` while a sanctions review holds the customer's money. Throws 409
 * `conflicting_state` if the refund does not wait for this decision, its destination was erased, nothing can send it,
 * its payment was taken back, or its money is not in the chain; 409 `refund_destination_unreadable` if the destination
 * cannot be decrypted. Also throws what {@link requireStillAllowed} throws.
 */
export async function approveDestination(
  deps: PaymentsDeps,
  decision: DestinationDecision,
  alsoWrite: AlsoDecided = async () => {},
): Promise<RefundRecord> {
  const { operatorId, refundId, decider } = decision;
  const found = await requireWaiting(deps, decision);
  const { settings } = await deps.operators.get(operatorId);
  const { transfer } = found;
  const provider = transfer && deps.transfers.providerFor({ ...found, transfer }, settings);
  if (!transfer || !provider) {
    throw new ApiError("conflicting_state", {
      message: "Nothing is configured that could send this refund.",
    });
  }
  if (unlessBroken(() => openDestination(deps, found)) === undefined) {
    throw new ApiError("refund_destination_unreadable");
  }
  await requireNoHold(deps, found);
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
      isStill: ({ version, transfer: latest, heldAtMs }) =>
        version === decision.seenVersion && latest?.destinationSealed != null && heldAtMs === null,
      async alsoWrite(tx, refund) {
        const role =
          decider && (await requireStillAllowed(deps, tx, operatorId, decider, "payments.refund"));
        if (found.approval === "needed") await requireOtherPerson(tx, refund, decider);
        const limit = role ? decision.limitMinor(refund.currency, role) : null;
        await requireAllowed(tx, refund, limit);
        if (decider?.kind === "key") await requireKeyMay(deps, tx, refund, decider, settings);
        await alsoWrite(tx, refund);
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
 * Screens the customer and the destination. Reviews that it opens commit, and hold the refund. The error gives no
 * reason: the response may reach the customer.
 */
async function requireNoHold(deps: PaymentsDeps, refund: RefundRecord): Promise<void> {
  const { operatorId, externalCustomerId } = refund;
  const list = await deps.sanctions.readList();
  const hold = await inTransaction(deps.database, async (tx) => {
    const customer = await lockCustomer(deps, tx, operatorId, externalCustomerId);
    return customer ? deps.sanctions.check(tx, { operatorId, customer }, list) : null;
  });
  deps.webhooks.wake();
  if (hold === "not_screened") {
    throw new ApiError("refund_on_hold", {
      message: "The sanctions list is missing or too old.",
    });
  }
  if (hold) throw new ApiError("refund_on_hold");
}

/**
 * Declines a destination: the refund fails, which frees its amount. Throws 404, and 409 `conflicting_state` if the
 * refund does not wait for this decision. Also throws what {@link requireStillAllowed} throws.
 */
export async function declineDestination(
  deps: PaymentsDeps,
  decision: Omit<DestinationDecision, "limitMinor">,
  alsoWrite: AlsoDecided = async () => {},
): Promise<RefundRecord> {
  const { operatorId, refundId, actor, decider, seenVersion } = decision;
  const found = await requireWaiting(deps, decision);
  const declined = await moveRefund(
    deps,
    found,
    "declined",
    { failureCode: "destination_declined" },
    {
      isStill: ({ version }) => version === seenVersion,
      async alsoWrite(tx, refund) {
        if (decider) await requireStillAllowed(deps, tx, operatorId, decider, "payments.refund");
        await alsoWrite(tx, refund);
        await appendAudit(deps, tx, operatorId, {
          actor,
          action: "refund.destination_declined",
          subject: { type: "refund", id: refundId },
        });
      },
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
  const refund = await findRefund(deps.database.kysely, operatorId, refundId);
  if (!refund) throw new ApiError("resource_not_found");
  await deps.keyring.load(operatorId);
  if (refund.step !== "awaiting_approval") throw new ApiError("conflicting_state");
  return refund;
}

/** A deposit return has no value in money: only people without a limit approve it. */
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
  if (refund.transfer?.type === "crypto" && !(await isCovered(tx, refund))) {
    throw new ApiError("conflicting_state", {
      message: "The network does not confirm what arrived any more.",
    });
  }
  if (limitMinor === null) return;
  if (isReturn || payment.refunded_base_minor > limitMinor) {
    throw new ApiError("refund_limit_exceeded");
  }
}

/** Checks dual control and a daily limit for keys, as for payouts. People have the limit of their role. */
async function requireKeyMay(
  { clock }: Pick<PaymentsDeps, "clock">,
  tx: Tx,
  refund: RefundRecord,
  key: Decider,
  { dualControl, timeZone }: Pick<OperatorSettings, "dualControl" | "timeZone">,
): Promise<void> {
  const { operatorId, currency, parts } = refund;
  if (dualControl && !(await isOtherThanRequester(tx, refund, key))) {
    throw new ApiError("dual_control_required");
  }
  if (isDepositReturn(refund)) return requireNoLimit(tx, operatorId, key);
  const day = dateIn(timeZone, clock.nowMs());
  await countApproval(tx, { operatorId, currency, amountMinor: totalOfParts(parts) }, key, day);
}
