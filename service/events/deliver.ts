import { isStoreUnavailable } from "../platform/database/store-unavailable.ts";
import { isKeyUnavailable } from "../platform/jobs/failure-pauses.ts";
import type { PlatformDeps } from "../platform/platform-deps.ts";
import { unlessBroken } from "../platform/secrets/seal.ts";
import {
  type ClaimedDelivery,
  finishTry,
  postponeTry,
  releaseLease,
} from "./delivery-statements.ts";
import {
  disableEndpoint,
  endpointSecretPlace,
  failingLimitMs,
  recordFailing,
} from "./endpoint-store.ts";
import { eventBodyPlace } from "./events.ts";
import { nextRetryDelayMs } from "./retry-schedule.ts";
import type { DeliverySender, TryResult } from "./send-delivery.ts";
import { signDelivery } from "./sign-delivery.ts";
import { recordSpeed, slowTryMs } from "./slow-endpoints.ts";

export type DeliverDeps = Pick<
  PlatformDeps,
  "clock" | "machineClock" | "random" | "database" | "keyring" | "log"
> & { sender: DeliverySender };

/** The pause until an endpoint that answered 410 is certainly disabled. */
const gonePauseMs = 60_000;

/** The pause before a delivery whose key this process cannot use now is prepared again. */
const keyPauseMs = 30_000;

/**
 * The age of an event at which its delivery no longer waits for its key, which may be deleted: it ends dead, and those
 * behind it follow. Staff can send it again.
 */
const keyWaitLimitMs = 7 * 24 * 60 * 60_000;

export type DeliveryOutcome = "delivered" | "retry" | "dead" | "canceled" | "postponed";

/**
 * Sends one claimed delivery and stores the result. Two outcomes are no tries, and release the lease: `canceled`, the
 * signal ended it; `postponed`, our own key service does not work. Throws if the store is unavailable.
 */
export async function deliver(
  deps: DeliverDeps,
  claimed: ClaimedDelivery,
  leaseToken: string,
  signal: AbortSignal,
): Promise<DeliveryOutcome> {
  const startedMs = deps.clock.nowMs();
  const machineStartedMs = deps.machineClock.nowMs();
  const result = await send(deps, claimed, signal);
  const lease = [claimed.event_id, claimed.webhook_id, leaseToken];
  if (result.kind === "canceled") {
    await deps.database.run(releaseLease, lease);
    return "canceled";
  }
  if (result.kind === "postponed") {
    const nextAt = new Date(deps.clock.nowMs() + keyPauseMs);
    await deps.database.run(postponeTry, [...lease, nextAt]);
    return "postponed";
  }
  return writeResult(deps, claimed, leaseToken, { startedMs, machineStartedMs }, result);
}

/** `isFinal`: no try may follow. */
type Result = TryResult & { readonly isFinal?: boolean };

/**
 * Sends one delivery. A row that cannot be opened is a failed try, so the delivery ends dead and does not block those
 * behind it forever. The signature has the machine's time, because the operator's server compares it with its own
 * clock.
 */
async function send(
  deps: DeliverDeps,
  claimed: ClaimedDelivery,
  signal: AbortSignal,
): Promise<Result | { kind: "postponed" }> {
  const { event_id: eventId, webhook_id: webhookId, operator_id: operatorId, url } = claimed;
  const { nowMs } = deps.machineClock;
  const signedMs = nowMs();
  try {
    await deps.keyring.load(operatorId);
    const place = eventBodyPlace(operatorId, eventId);
    const body = deps.keyring.decryptField(place, claimed.body_sealed);
    const headers = {
      "content-type": "application/json; charset=utf-8",
      "user-agent": "Tessera-Webhooks/1",
      ...signDelivery(eventId, body, secretsOf(deps, claimed, signedMs), signedMs),
    };
    return await deps.sender.send({ url, headers, body }, signal, nowMs);
  } catch (error) {
    if (isStoreUnavailable(error)) throw error;
    const fields = { operatorId, webhookId, eventId, error };
    deps.log.errorHourly("a webhook could not be prepared", fields);
    const isKeyMissing = isKeyUnavailable(error);
    const ageMs = deps.clock.nowMs() - claimed.event_created_at.getTime();
    if (isKeyMissing && ageMs < keyWaitLimitMs) return { kind: "postponed" };
    return { kind: "failed", failure: "internal", isFinal: isKeyMissing };
  }
}

function secretsOf(deps: DeliverDeps, claimed: ClaimedDelivery, nowMs: number): string[] {
  const open = (column: "secret_sealed" | "previous_secret_sealed", sealed: string) =>
    deps.keyring.decryptField(
      endpointSecretPlace(claimed.operator_id, claimed.webhook_id, column),
      sealed,
    );
  const secrets = [open("secret_sealed", claimed.secret_sealed)];
  const { previous_secret_sealed: previous, previous_secret_expires_at: expiresAt } = claimed;
  if (previous !== null && expiresAt !== null && expiresAt.getTime() > nowMs) {
    // The current secret is enough.
    const opened = unlessBroken(() => open("previous_secret_sealed", previous));
    if (opened !== undefined) secrets.push(opened);
  }
  return secrets;
}

/** When a try starts, on the business clock and on the machine's, which measures it. */
interface StartTimes {
  startedMs: number;
  machineStartedMs: number;
}

async function writeResult(
  deps: DeliverDeps,
  claimed: ClaimedDelivery,
  leaseToken: string,
  { startedMs, machineStartedMs }: StartTimes,
  result: Exclude<Result, { kind: "canceled" }>,
): Promise<DeliveryOutcome> {
  const { clock, random, database, log } = deps;
  const { event_id: eventId, webhook_id: webhookId, operator_id: operatorId } = claimed;
  const nowMs = clock.nowMs();
  const tookMs = Math.max(0, deps.machineClock.nowMs() - machineStartedMs);
  const response = result.kind === "answered" ? result : undefined;
  const isDelivered = response !== undefined && Math.floor(response.statusCode / 100) === 2;
  const isGone = response?.statusCode === 410;
  const failedTries = claimed.retry_step + 1;
  const delayMs =
    isDelivered || isGone || result.isFinal
      ? undefined
      : nextRetryDelayMs(failedTries, unitInterval(random.bytes(4)), response?.retryAfterMs);
  const status = isDelivered ? "delivered" : delayMs === undefined ? "dead" : "pending";
  await database.run(finishTry, [
    eventId,
    webhookId,
    leaseToken,
    status,
    isDelivered ? claimed.retry_step : failedTries,
    // Nobody may claim the next deliveries before the endpoint is disabled.
    new Date(nowMs + (delayMs ?? (isGone ? gonePauseMs : 0))),
    new Date(startedMs),
    tookMs,
    response?.statusCode ?? null,
    result.kind === "failed" ? result.failure : null,
    response ? sealResponse(deps, claimed, response.body) : null,
    status === "pending" ? null : new Date(nowMs),
  ]);
  if (status === "dead" && !isGone)
    log.warn("a webhook delivery failed for good", { operatorId, webhookId, eventId });
  // An internal failure says nothing about the endpoint.
  if (result.kind === "answered" || result.failure !== "internal") {
    const health = isDelivered ? "healthy" : isGone ? "gone" : "failing";
    await updateEndpoint(deps, claimed, machineStartedMs, health);
    const isTimeout = result.kind === "failed" && result.failure === "deadline";
    await recordSpeed(deps, claimed, isTimeout || tookMs > slowTryMs);
  }
  return status === "pending" ? "retry" : status;
}

/** Null if no key can seal the response now: the result counts, and the event is not sent again for its sake. */
function sealResponse(
  { keyring, log }: DeliverDeps,
  claimed: ClaimedDelivery,
  body: string,
): string | null {
  const { operator_id: operatorId, event_id: eventId, webhook_id: webhookId } = claimed;
  const place = answerPlace(operatorId, eventId, webhookId, claimed.attempts + 1);
  try {
    return keyring.encryptField(place, body);
  } catch (error) {
    if (!isKeyUnavailable(error)) throw error;
    log.errorHourly("the response to a webhook could not be sealed", { operatorId, error });
    return null;
  }
}

/**
 * Updates the endpoint after a try. A response of 410 disables it at once. If all tries have failed for days, the next
 * failure does; a success starts the count again. Days are counted by the machine's clock, so moving the sandbox clock
 * disables no endpoint.
 */
async function updateEndpoint(
  deps: DeliverDeps,
  { operator_id: operatorId, webhook_id: webhookId, failing_since: since }: ClaimedDelivery,
  startedMs: number,
  health: "healthy" | "gone" | "failing",
): Promise<void> {
  if (health === "healthy") {
    if (since !== null) await recordFailing(deps, webhookId, null);
    return;
  }
  const isFailingTooLong =
    since !== null && deps.machineClock.nowMs() - since.getTime() >= failingLimitMs;
  if (health === "gone" || isFailingTooLong) {
    if (await disableEndpoint(deps, operatorId, webhookId, health))
      deps.log.warn("a webhook endpoint was disabled", {
        operatorId,
        webhookId,
        reason: health,
      });
  } else if (since === null) await recordFailing(deps, webhookId, new Date(startedMs));
}

export function answerPlace(
  operatorId: string,
  eventId: string,
  webhookId: string,
  attempt: number,
) {
  const id = `${eventId}:${webhookId}:${attempt}`;
  return { operatorId, table: "webhook_attempts", column: "answer_sealed", id };
}

function unitInterval(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) / 2 ** 32;
}
