import type { Refund } from "#contract/api/refunds";
import { type AuditActor, appendAudit } from "../../operators/audit/index.ts";
import type { Tx } from "../../platform/database/transaction.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import { attemptOf } from "../records.ts";
import { presentRefund } from "./present-refund.ts";
import { findRefund } from "./read-refunds.ts";
import type { RefundRecord } from "./records.ts";
import { moveRefund } from "./refund-store.ts";

/** Whether the refund can be canceled: no try may have reached the other party. */
export function isCancelable({ step, sentAtMs }: Pick<RefundRecord, "step" | "sentAtMs">): boolean {
  if (step === "awaiting_destination" || step === "awaiting_approval") return true;
  return step === "requested" && sentAtMs === null;
}

/** Like {@link isCancelable}; also true if the refund's rail can still recall it. */
export async function canCancelRefund(deps: CancelDeps, refund: RefundRecord): Promise<boolean> {
  if (isCancelable(refund)) return true;
  const recall = await recallOf(deps, refund);
  return recall !== undefined && (await recall.isWaiting(refund));
}

export type CancelDeps = Pick<PaymentsDeps, "store" | "methods" | "transfers">;

/** The rail's recall of this refund; undefined if it has none. */
export async function recallOf(deps: CancelDeps, refund: RefundRecord) {
  const { paymentIntentId, paymentId } = refund;
  if (isCancelable(refund) || !["requested", "processing"].includes(refund.step)) return undefined;
  const intent = await deps.store.read(paymentIntentId);
  const attempt = intent && attemptOf(intent, paymentId);
  const own = attempt && deps.methods.find(attempt.type)?.refunds;
  const rail = refund.transfer ? deps.transfers.railOf(refund) : own;
  return rail?.recall;
}

/**
 * Cancels a refund, which frees its amount. Throws 404, and 409 `refund_not_cancelable` once it was sent. An ACH credit
 * counts as sent when it is in a file.
 */
export async function cancelRefund(
  deps: PaymentsDeps,
  { operatorId, refundId, actor }: { operatorId: string; refundId: string; actor: AuditActor },
  alsoWrite: (tx: Tx, refund: Refund) => Promise<void> = async () => {},
): Promise<RefundRecord> {
  const found = await findRefund(deps.database.kysely, operatorId, refundId);
  if (!found) throw new ApiError("resource_not_found");
  await deps.keyring.load(operatorId);
  const recall = await recallOf(deps, found);
  let isAtRail = false;
  const canceled = await moveRefund(
    deps,
    found,
    "canceled",
    {},
    {
      isStill(latest) {
        isAtRail = !isCancelable(latest);
        return !isAtRail || (recall !== undefined && latest.step === found.step);
      },
      alsoWrite: async (tx, refund) => {
        if (isAtRail && !(await recall?.take(tx, found)))
          throw new ApiError("refund_not_cancelable");
        await alsoWrite(tx, presentRefund(refund));
        await appendAudit(deps, tx, operatorId, {
          actor,
          action: "refund.canceled",
          subject: { type: "refund", id: refundId },
        });
      },
    },
  );
  if (!canceled) throw new ApiError("refund_not_cancelable");
  deps.webhooks.wake();
  return canceled;
}
