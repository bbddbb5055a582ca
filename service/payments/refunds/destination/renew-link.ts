import { type AuditActor, appendAudit } from "../../../operators/audit/index.ts";
import { inTransaction, type Tx } from "../../../platform/database/transaction.ts";
import { ApiError } from "../../../platform/http/api-error.ts";
import type { PaymentsDeps } from "../../payments-deps.ts";
import type { RefundRecord } from "../records.ts";
import { changeTransfer, lockRefund } from "../refund-store.ts";
import { linkLifeMs } from "./link.ts";

export interface LinkRenewal {
  readonly operatorId: string;
  readonly refundId: string;
  readonly actor: AuditActor;
}

/** Makes a new link. Throws 404, and 409 `conflicting_state` unless the refund waits for a destination. */
export async function renewLink(
  deps: PaymentsDeps,
  { operatorId, refundId, actor }: LinkRenewal,
  alsoWrite: (tx: Tx, refund: RefundRecord) => Promise<void> = async () => {},
): Promise<RefundRecord> {
  await deps.keyring.load(operatorId);
  return inTransaction(deps.database, async (tx) => {
    const refund = await lockRefund(tx, operatorId, refundId);
    if (!refund) throw new ApiError("resource_not_found");
    if (refund.step !== "awaiting_destination" || !refund.transfer) {
      throw new ApiError("conflicting_state", { message: "The refund needs no destination." });
    }
    const renewed = await changeTransfer(deps, tx, refund, {
      ...refund.transfer,
      linkGeneration: refund.transfer.linkGeneration + 1,
      linkExpiresAtMs: deps.clock.nowMs() + linkLifeMs,
    });
    await alsoWrite(tx, renewed);
    await appendAudit(deps, tx, operatorId, {
      actor,
      action: "refund.link_renewed",
      subject: { type: "refund", id: refundId },
    });
    return renewed;
  });
}
