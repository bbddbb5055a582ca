import { isStoreUnavailable } from "../../platform/database/store-unavailable.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import { statusAfter } from "./dispute-states.ts";
import { changeDispute, type DisputeKey } from "./dispute-store.ts";

const batchSize = 50;

/**
 * One round of the job: unanswered disputes expire at the processor's deadline, if they have one; the processor's
 * notice decides afterwards.
 */
export async function expireDisputes(deps: PaymentsDeps): Promise<"more" | undefined> {
  const due = await deps.database.kysely
    .selectFrom("disputes")
    .select(["operator_id", "dispute_id"])
    .where("status", "=", "needs-response")
    .where("respond_by", "<=", new Date(deps.clock.nowMs()))
    .orderBy("respond_by")
    .limit(batchSize)
    .execute();
  let expired = 0;
  for (const { operator_id: operatorId, dispute_id: disputeId } of due) {
    try {
      if (await expireDispute(deps, { operatorId, disputeId })) expired += 1;
    } catch (error) {
      if (isStoreUnavailable(error)) throw error;
      deps.log.error("a dispute could not be expired", { disputeId, error });
    }
  }
  if (expired > 0) deps.webhooks.wake();
  // Without progress the job pauses instead of retrying at once.
  return due.length === batchSize && expired > 0 ? "more" : undefined;
}

async function expireDispute(deps: PaymentsDeps, key: DisputeKey): Promise<boolean> {
  await deps.keyring.load(key.operatorId);
  const expired = await changeDispute(deps, key, async (dispute) => {
    const isDue = (dispute.respondByMs ?? Number.POSITIVE_INFINITY) <= deps.clock.nowMs();
    const status = isDue ? statusAfter(dispute.status, "expire") : undefined;
    return status && { status, outcome: "expired" };
  });
  return expired !== undefined;
}
