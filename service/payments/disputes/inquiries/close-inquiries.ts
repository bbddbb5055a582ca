import { isStoreUnavailable } from "../../../platform/database/store-unavailable.ts";
import type { PaymentsDeps } from "../../payments-deps.ts";
import { statusAfter } from "../dispute-states.ts";
import { changeDispute, type DisputeKey } from "../dispute-store.ts";
import { stopWaiting } from "./inquiry-store.ts";

const batchSize = 50;

/**
 * One round of the job: answered inquiries end as `won` once the bank can no longer return the debit. A return ends
 * them as `lost` (unauthorized-return.ts).
 */
export async function closeInquiries(deps: PaymentsDeps): Promise<"more" | undefined> {
  const due = await deps.database.kysely
    .selectFrom("dispute_inquiries")
    .select(["operator_id", "dispute_id"])
    .where("closes_at", "<=", new Date(deps.clock.nowMs()))
    .orderBy("closes_at")
    .limit(batchSize)
    .execute();
  let closed = 0;
  for (const { operator_id: operatorId, dispute_id: disputeId } of due) {
    try {
      if (await closeInquiry(deps, { operatorId, disputeId })) closed += 1;
    } catch (error) {
      if (isStoreUnavailable(error)) throw error;
      deps.log.error("an inquiry could not be closed", { disputeId, error });
    }
  }
  if (closed > 0) deps.webhooks.wake();
  // Without progress the job pauses instead of retrying at once.
  return due.length === batchSize && closed > 0 ? "more" : undefined;
}

async function closeInquiry(deps: PaymentsDeps, key: DisputeKey): Promise<boolean> {
  await deps.keyring.load(key.operatorId);
  const closed = await changeDispute(deps, key, async (dispute, tx) => {
    const status = statusAfter(dispute.status, "close");
    if (!status) return undefined;
    await stopWaiting(tx, key);
    return { status, outcome: "won" };
  });
  return closed !== undefined;
}
