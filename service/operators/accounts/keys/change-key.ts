import type { Selectable } from "kysely";
import type { RestrictApiKey } from "#contract/console/api-keys";
import { inTransaction, type Tx } from "../../../platform/database/transaction.ts";
import { ApiError } from "../../../platform/http/api-error.ts";
import { type AuditActor, type AuditEvent, appendAudit } from "../../audit/index.ts";
import { requireActorStillAllowed } from "../staff-still-allowed.ts";
import type { ApiKeyRow } from "../tables.ts";
import { type IssuedKey, insertKey, type KeyDeps } from "./issue-key.ts";
import { restrictionColumns, restrictionNames } from "./restrictions.ts";

type KeyRow = Selectable<ApiKeyRow>;

export interface KeyRef {
  operatorId: string;
  keyId: string;
  actor: AuditActor;
}

/**
 * Changes a key's restrictions. Throws 404; 400 for an invalid restriction; 409 `conflicting_state` for an ended key or
 * an outdated `version`; and what {@link requireActorStillAllowed} throws, as do the other changes of a key.
 */
export async function restrictKey(
  deps: KeyDeps,
  ref: KeyRef,
  { version, ...given }: Omit<RestrictApiKey, "version"> & { version?: number },
): Promise<void> {
  const columns = restrictionColumns(given);
  await inTransaction(deps.database, async (tx) => {
    const row = await lockLive(deps, tx, ref);
    if (version !== undefined && version !== row.version) throw new ApiError("conflicting_state");
    await write(tx, row, columns);
    await audit(deps, tx, ref, "key.restricted", { changed: restrictionNames(columns) });
  });
  deps.operators.forget();
}

/**
 * Replaces a key; label and restrictions stay. The old key works for another `overlapMs`. Throws 404, and 409
 * `conflicting_state` for a key that has ended or was already rolled.
 */
export async function rollKey(deps: KeyDeps, ref: KeyRef, overlapMs: number): Promise<IssuedKey> {
  const issued = await inTransaction(deps.database, async (tx) => {
    const row = await lockLive(deps, tx, ref);
    if (row.expires_at !== null) throw new ApiError("conflicting_state");
    const expiresAt = new Date(deps.machineClock.nowMs() + overlapMs);
    await write(tx, row, { expires_at: expiresAt });
    const { operatorId, actor } = ref;
    const key = await insertKey(deps, tx, {
      operatorId,
      actor,
      kind: row.kind,
      lineId: row.line_id ?? row.key_id,
      columns: {
        label: row.label,
        scopes: row.scopes,
        allowed_addresses: row.allowed_addresses,
        approval_limits: row.approval_limits,
      },
    });
    await audit(deps, tx, ref, "key.rolled", { to: key.keyId, endsAt: expiresAt.toISOString() });
    return key;
  });
  deps.operators.forget();
  return issued;
}

/** Revokes a key. Throws 404, and 409 `conflicting_state` for an ended key. */
export async function revokeKey(deps: KeyDeps, ref: KeyRef): Promise<void> {
  await inTransaction(deps.database, async (tx) => {
    const row = await lockLive(deps, tx, ref);
    await write(tx, row, { revoked_at: new Date(deps.machineClock.nowMs()) });
    await audit(deps, tx, ref, "key.revoked");
  });
  deps.operators.forget();
}

/** Locks a key that is in use, for an actor who may still change it. */
async function lockLive(
  { machineClock }: Pick<KeyDeps, "machineClock">,
  tx: Tx,
  { operatorId, keyId, actor }: KeyRef,
): Promise<KeyRow> {
  const row = await tx
    .selectFrom("api_keys")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("key_id", "=", keyId)
    .where("kind", "=", "secret")
    .forUpdate()
    .executeTakeFirst();
  await requireActorStillAllowed(tx, operatorId, actor, "keys.manage");
  if (!row) throw new ApiError("resource_not_found");
  const hasExpired = row.expires_at !== null && row.expires_at.getTime() <= machineClock.nowMs();
  if (row.revoked_at !== null || hasExpired) throw new ApiError("conflicting_state");
  return row;
}

async function write(
  tx: Tx,
  row: KeyRow,
  changes: Partial<ReturnType<typeof restrictionColumns>> & {
    expires_at?: Date;
    revoked_at?: Date;
  },
): Promise<void> {
  await tx
    .updateTable("api_keys")
    .set({ ...changes, version: row.version + 1 })
    .where("operator_id", "=", row.operator_id)
    .where("key_id", "=", row.key_id)
    .execute();
}

function audit(
  deps: KeyDeps,
  tx: Tx,
  { operatorId, keyId, actor }: KeyRef,
  action: string,
  details: AuditEvent["details"] = {},
): Promise<void> {
  const subject = { type: "api_key", id: keyId };
  return appendAudit(deps, tx, operatorId, { actor, action, subject, details });
}
