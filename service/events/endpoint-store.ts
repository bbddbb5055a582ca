import { requireActorStillAllowed } from "../operators/accounts/index.ts";
import { type AuditActor, type AuditDetail, appendAudit } from "../operators/audit/index.ts";
import { inTransaction, type Tx } from "../platform/database/transaction.ts";
import type { PlatformDeps } from "../platform/platform-deps.ts";
import type { WebhookEndpointRow } from "./tables.ts";

type StoreDeps = Pick<PlatformDeps, "database" | "clock" | "keyring">;

export function endpointSecretPlace(
  operatorId: string,
  webhookId: string,
  column: "secret_sealed" | "previous_secret_sealed",
) {
  return { operatorId, table: "webhook_endpoints", column, id: webhookId };
}

export async function insertEndpoint(tx: Tx, row: WebhookEndpointRow): Promise<void> {
  await tx.insertInto("webhook_endpoints").values(row).execute();
}

/** Lists the endpoints that are not deleted, newest first. */
export function listEndpointRows(
  { database }: Pick<StoreDeps, "database">,
  operatorId: string,
): Promise<WebhookEndpointRow[]> {
  return database.kysely
    .selectFrom("webhook_endpoints")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("status", "<>", "deleted")
    .orderBy("webhook_id", "desc")
    .execute();
}

/**
 * Deletes an endpoint: erases the secret, drops queued deliveries and keeps the delivery log. False if the operator has
 * no such endpoint.
 */
export function deleteEndpoint(
  deps: StoreDeps,
  operatorId: string,
  webhookId: string,
  actor: AuditActor,
): Promise<boolean> {
  const now = new Date(deps.clock.nowMs());
  return inTransaction(deps.database, async (tx) => {
    const result = await tx
      .updateTable("webhook_endpoints")
      .set({
        status: "deleted",
        secret_sealed: null,
        previous_secret_sealed: null,
        previous_secret_expires_at: null,
        updated_at: now,
      })
      .where("operator_id", "=", operatorId)
      .where("webhook_id", "=", webhookId)
      .where("status", "<>", "deleted")
      .executeTakeFirst();
    if (result.numUpdatedRows === 0n) return false;
    await endPending(tx, webhookId, "dropped", now);
    await auditEndpoint(deps, tx, operatorId, { actor, webhookId, action: "webhook.deleted" });
    return true;
  });
}

/** How long an endpoint may fail: longer than a full round of retries. */
export const failingLimitMs = 5 * 24 * 60 * 60 * 1000;

/**
 * Disables an endpoint: queued deliveries become dead and can be resent. For `failing`, only if the endpoint still
 * fails. Load the operator's data key first.
 */
export async function disableEndpoint(
  deps: StoreDeps,
  operatorId: string,
  webhookId: string,
  reason: "gone" | "failing",
): Promise<boolean> {
  const nowMs = deps.clock.nowMs();
  const now = new Date(nowMs);
  return inTransaction(deps.database, async (tx) => {
    const change = {
      operatorId,
      webhookId,
      from: "enabled",
      to: "disabled",
      reason,
      now,
      ...(reason === "failing" && { failingSince: new Date(nowMs - failingLimitMs) }),
    } as const;
    if (!(await setStatus(tx, change))) return false;
    await endPending(tx, webhookId, "dead", now);
    const by = { actor: { kind: "service" }, webhookId, action: "webhook.disabled" } as const;
    await auditEndpoint(deps, tx, operatorId, { ...by, details: { reason } });
    return true;
  });
}

/** Stores the time since which all tries have failed; null after a success. Writes only changes. */
export async function recordFailing(
  { database }: Pick<StoreDeps, "database">,
  webhookId: string,
  since: Date | null,
): Promise<void> {
  const update = database.kysely
    .updateTable("webhook_endpoints")
    .set({ failing_since: since })
    .where("webhook_id", "=", webhookId);
  await update.where("failing_since", since === null ? "is not" : "is", null).execute();
}

/**
 * Enables an endpoint, which receives events from now on. False if it is not disabled. Throws what
 * {@link requireActorStillAllowed} throws.
 */
export function enableEndpoint(
  deps: StoreDeps,
  operatorId: string,
  webhookId: string,
  actor: AuditActor,
): Promise<boolean> {
  const now = new Date(deps.clock.nowMs());
  return inTransaction(deps.database, async (tx) => {
    const change = { from: "disabled", to: "enabled", reason: null } as const;
    const isChanged = await setStatus(tx, { operatorId, webhookId, ...change, now });
    await requireActorStillAllowed(tx, operatorId, actor, "deliveries.resend");
    const by = { actor, webhookId, action: "webhook.enabled" };
    if (isChanged) await auditEndpoint(deps, tx, operatorId, by);
    return isChanged;
  });
}

interface EndpointAudit {
  actor: AuditActor;
  action: string;
  webhookId: string;
  details?: Record<string, AuditDetail>;
}

export function auditEndpoint(
  deps: Pick<StoreDeps, "clock" | "keyring">,
  tx: Tx,
  operatorId: string,
  { webhookId, ...entry }: EndpointAudit,
): Promise<void> {
  const subject = { type: "webhook_endpoint", id: webhookId };
  return appendAudit(deps, tx, operatorId, { ...entry, subject });
}

interface StatusChange {
  operatorId: string;
  webhookId: string;
  from: "enabled" | "disabled";
  to: "enabled" | "disabled";
  reason: "gone" | "failing" | null;
  now: Date;
  /** Disables it only if every try has failed since then or earlier. */
  failingSince?: Date;
}

/** Closes the breaker (slow-endpoints.ts). */
const closedBreaker = { timeouts: 0, slow_since: null, probe_at: null } as const;

/** Sets the status: enabled ⇄ disabled. Deleted is final. */
async function setStatus(tx: Tx, change: StatusChange): Promise<boolean> {
  const { operatorId, webhookId, from, to, reason, now, failingSince } = change;
  let update = tx
    .updateTable("webhook_endpoints")
    .set({
      status: to,
      disabled_reason: reason,
      updated_at: now,
      ...(to === "enabled" && { failing_since: null, ...closedBreaker }),
    })
    .where("operator_id", "=", operatorId)
    .where("webhook_id", "=", webhookId)
    .where("status", "=", from);
  if (failingSince) update = update.where("failing_since", "<=", failingSince);
  const result = await update.executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

async function endPending(
  tx: Tx,
  webhookId: string,
  status: "dead" | "dropped",
  now: Date,
): Promise<void> {
  await tx
    .updateTable("webhook_deliveries")
    .set({ status, finished_at: now, lease_until: null, lease_token: null })
    .where("webhook_id", "=", webhookId)
    .where("status", "=", "pending")
    .execute();
}
