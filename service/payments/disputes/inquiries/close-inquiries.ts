import { workThrough } from "../../../platform/jobs/work-through.ts";
import type { PaymentsDeps } from "../../payments-deps.ts";
import { statusAfter } from "../dispute-states.ts";
import { changeDispute, type DisputeKey } from "../dispute-store.ts";
import { stopWaiting } from "./inquiry-store.ts";

/**
 * One round of the job: answered inquiries end as `won` once the bank can no longer return the debit. A return ends
 * them as `lost` (unauthorized-return.ts).
 */
export async function closeInquiries(deps: PaymentsDeps, signal: AbortSignal): Promise<undefined> {
  const closed = await workThrough(signal, {
    read: (most, skip) =>
      deps.database.kysely
        .selectFrom("dispute_inquiries")
        .select(["operator_id as operatorId", "dispute_id as disputeId"])
        .where("closes_at", "<=", new Date(deps.clock.nowMs()))
        .orderBy("closes_at")
        .orderBy("dispute_id")
        .limit(most)
        .offset(skip)
        .execute(),
    work: (key) => closeInquiry(deps, key),
    onFailure: ({ disputeId }, error) =>
      deps.log.errorHourly("an inquiry could not be closed", { disputeId, error }),
  });
  if (closed > 0) deps.webhooks.wake();
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
