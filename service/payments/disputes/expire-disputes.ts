import { workThrough } from "../../platform/jobs/work-through.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import { statusAfter } from "./dispute-states.ts";
import { changeDispute, type DisputeKey } from "./dispute-store.ts";

/**
 * One round of the job: unanswered disputes expire at the processor's deadline, if they have one; the processor's
 * notice decides afterwards.
 */
export async function expireDisputes(deps: PaymentsDeps, signal: AbortSignal): Promise<undefined> {
  const expired = await workThrough(signal, {
    read: (most, skip) =>
      deps.database.kysely
        .selectFrom("disputes")
        .select(["operator_id as operatorId", "dispute_id as disputeId"])
        .where("status", "=", "needs-response")
        .where("respond_by", "<=", new Date(deps.clock.nowMs()))
        .orderBy("respond_by")
        .orderBy("dispute_id")
        .limit(most)
        .offset(skip)
        .execute(),
    work: (key) => expireDispute(deps, key),
    onFailure: ({ disputeId }, error) =>
      deps.log.errorHourly("a dispute could not be expired", { disputeId, error }),
  });
  if (expired > 0) deps.webhooks.wake();
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
