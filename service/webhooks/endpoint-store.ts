import { type AuditActor, appendAudit } from "../audit/index.ts";
import type { WebhookEndpointRow } from "../platform/database/tables.ts";
import { inTransaction, type Tx } from "../platform/database/transaction.ts";
import type { PlatformDeps } from "../platform/platform-deps.ts";

type StoreDeps = Pick<PlatformDeps, "database" | "clock" | "keyring">;

/** Where an endpoint's secret is sealed for. */
export function endpointSecretPlace(
  operatorId: string,
  webhookId: string,
  column: "secret_sealed" | "previous_secret_sealed",
) {
  return { operatorId, table: "webhook_endpoints", column, id: webhookId };
}

/** Inserts an endpoint in the caller's transaction. */
export async function insertEndpoint(tx: Tx, row: WebhookEndpointRow): Promise<void> {
  await tx.insertInto("webhook_endpoints").values(row).execute();
}

/** The operator's endpoints that were not deleted, newest first. */
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
 * Deletes an endpoint: its secret is erased, what was queued for it is dropped, its delivery log
 * stays. False if the operator has no such endpoint.
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

/** Switches an endpoint off; what was queued for it is dead and can be sent again later. */
export async function disableEndpoint(
  deps: StoreDeps,
  operatorId: string,
  webhookId: string,
): Promise<boolean> {
  const now = new Date(deps.clock.nowMs());
  return inTransaction(deps.database, async (tx) => {
    const isChanged = await setStatus(tx, operatorId, webhookId, "enabled", "disabled", now);
    if (!isChanged) return false;
    await endPending(tx, webhookId, "dead", now);
    const by = { actor: { kind: "service" }, webhookId, action: "webhook.disabled" } as const;
    await auditEndpoint(deps, tx, operatorId, by);
    return true;
  });
}

/** Switches an endpoint on again; it hears of what happens from now on. */
export function enableEndpoint(
  deps: StoreDeps,
  operatorId: string,
  webhookId: string,
  actor: AuditActor,
): Promise<boolean> {
  const now = new Date(deps.clock.nowMs());
  return inTransaction(deps.database, async (tx) => {
    const isChanged = await setStatus(tx, operatorId, webhookId, "disabled", "enabled", now);
    const by = { actor, webhookId, action: "webhook.enabled" };
    if (isChanged) await auditEndpoint(deps, tx, operatorId, by);
    return isChanged;
  });
}

/** Tells of a change of an endpoint, in its transaction. */
export function auditEndpoint(
  deps: Pick<StoreDeps, "clock" | "keyring">,
  tx: Tx,
  operatorId: string,
  { actor, action, webhookId }: { actor: AuditActor; action: string; webhookId: string },
): Promise<void> {
  const subject = { type: "webhook_endpoint", id: webhookId };
  return appendAudit(deps, tx, operatorId, { actor, action, subject });
}

/** The endpoint's state table: enabled ⇄ disabled, and both to deleted (above), which is final. */
async function setStatus(
  tx: Tx,
  operatorId: string,
  webhookId: string,
  from: "enabled" | "disabled",
  to: "enabled" | "disabled",
  now: Date,
): Promise<boolean> {
  const result = await tx
    .updateTable("webhook_endpoints")
    .set({ status: to, updated_at: now })
    .where("operator_id", "=", operatorId)
    .where("webhook_id", "=", webhookId)
    .where("status", "=", from)
    .executeTakeFirst();
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
