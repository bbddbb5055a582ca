import { workThrough } from "../../platform/jobs/work-through.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import { changeDispute, type DisputeKey } from "./dispute-store.ts";

/** How long before the processor's deadline staff are reminded. */
const noticeMs = 24 * 60 * 60_000;

/**
 * One round of the job: sends the event of answerable disputes with at most a day left, once for each deadline. The
 * home page counts them from then on.
 */
export async function remindOfDeadlines(
  deps: PaymentsDeps,
  signal: AbortSignal,
): Promise<undefined> {
  const nowMs = deps.clock.nowMs();
  const reminded = await workThrough(signal, {
    read: (most, skip) =>
      deps.database.kysely
        .selectFrom("disputes")
        .select(["operator_id as operatorId", "dispute_id as disputeId"])
        .where("status", "=", "needs-response")
        .where("defendable", "=", true)
        .where("respond_by", ">", new Date(nowMs))
        .where("respond_by", "<=", new Date(nowMs + noticeMs))
        .whereRef("respond_by", "is distinct from", "reminded_for")
        .orderBy("respond_by")
        .orderBy("dispute_id")
        .limit(most)
        .offset(skip)
        .execute(),
    work: (key) => remind(deps, key),
    onFailure: ({ disputeId }, error) =>
      deps.log.errorHourly("a dispute's deadline could not be reported", { disputeId, error }),
  });
  if (reminded > 0) deps.webhooks.wake();
}

async function remind(deps: PaymentsDeps, key: DisputeKey): Promise<boolean> {
  await deps.keyring.load(key.operatorId);
  const reminded = await changeDispute(deps, key, async (dispute) => {
    const { status, respondByMs, remindedForMs } = dispute;
    const leftMs = (respondByMs ?? Number.POSITIVE_INFINITY) - deps.clock.nowMs();
    const isDue = status === "needs-response" && leftMs > 0 && leftMs <= noticeMs;
    // Another process has sent the reminder.
    if (!isDue || remindedForMs === respondByMs) return undefined;
    return { remindedForMs: respondByMs };
  });
  return reminded !== undefined;
}
