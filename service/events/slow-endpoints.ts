/**
 * The breaker for slow endpoints. After {@link slowAfterTimeouts} consecutive tries longer than {@link slowTryMs}, the
 * endpoint is slow: it gets one delivery, a probe, every {@link probeEveryMs}. Any response in time, even an error,
 * closes the breaker, and the waiting deliveries are sent.
 *
 * The state is in the endpoint's row, so all processes see it, it survives a restart, and the operator sees it as
 * `slowSince`. Deliveries that wait for a probe keep their place in the retry schedule.
 */
import type { Statement } from "../platform/database/database.ts";
import type { PlatformDeps } from "../platform/platform-deps.ts";
import type { ClaimedDelivery } from "./delivery-statements.ts";

/** How many consecutive slow tries make an endpoint slow. */
export const slowAfterTimeouts = 5;
/** A try is slow from this duration on, answered or not. It is half of the deadline. */
export const slowTryMs = 5_000;
export const probeEveryMs = 30_000;

/** $1 operator, $2 endpoint, $3 now, $4 next probe at, $5 slow tries that make it slow. */
const recordTimeout: Statement = {
  name: "webhooks.record_timeout",
  text: `update webhook_endpoints w
set timeouts = w.timeouts + 1,
  slow_since = case when w.timeouts + 1 >= $5::integer
    then coalesce(w.slow_since, $3::timestamptz) end,
  probe_at = case when w.timeouts + 1 >= $5::integer then $4::timestamptz end
where w.operator_id = $1::text and w.webhook_id = $2::text and w.status = 'enabled'
returning w.timeouts`,
};

/** $1 operator, $2 endpoint. */
const recordAnswer: Statement = {
  name: "webhooks.note_answer",
  text: `update webhook_endpoints set timeouts = 0, slow_since = null, probe_at = null
where operator_id = $1::text and webhook_id = $2::text and timeouts > 0`,
};

/** Records how fast a try was. An endpoint that answers in time costs no write. */
export async function recordSpeed(
  deps: Pick<PlatformDeps, "clock" | "database" | "log">,
  claimed: ClaimedDelivery,
  isSlow: boolean,
): Promise<void> {
  const { operator_id: operatorId, webhook_id: webhookId } = claimed;
  if (!isSlow) {
    if (claimed.timeouts === 0) return;
    await deps.database.run(recordAnswer, [operatorId, webhookId]);
    if (claimed.slow_since)
      deps.log.info("a slow webhook endpoint answers again", { operatorId, webhookId });
    return;
  }
  const nowMs = deps.clock.nowMs();
  const { rows } = await deps.database.run<{ timeouts: number }>(recordTimeout, [
    operatorId,
    webhookId,
    new Date(nowMs),
    new Date(nowMs + probeEveryMs),
    slowAfterTimeouts,
  ]);
  if (rows[0]?.timeouts === slowAfterTimeouts)
    deps.log.warn("a webhook endpoint is slow and gets only probes", { operatorId, webhookId });
}
