import type { KeyRestrictions } from "#contract/console/api-keys";
import { isUniqueViolation } from "../../../platform/database/database.ts";
import { inTransaction, type Tx } from "../../../platform/database/transaction.ts";
import { ApiError } from "../../../platform/http/api-error.ts";
import type { PlatformDeps } from "../../../platform/platform-deps.ts";
import { newId } from "../../../platform/randomness.ts";
import { hashSecret } from "../../../platform/secrets/hash-secret.ts";
import { type AuditActor, appendAudit } from "../../audit/index.ts";
import { type ApiKeyKind, createKeyText, hintOf, keyEnvironmentOf } from "../api-key.ts";
import type { Operators } from "../operators.ts";
import { requireActorStillAllowed } from "../staff-still-allowed.ts";
import { replaceKeys } from "./replace-keys.ts";
import { type RestrictionColumns, restrictionColumns, restrictionNames } from "./restrictions.ts";

export type KeyDeps = Pick<
  PlatformDeps,
  "config" | "clock" | "machineClock" | "random" | "database" | "keyring"
> & {
  operators: Operators;
};

/** A new key. Only this result has its clear text. */
export interface IssuedKey {
  keyId: string;
  key: string;
}

/** How long a creation can be repeated. After that, somebody may have stored the key for later use. */
const repeatableMs = 60 * 60_000;

interface NewKey {
  operatorId: string;
  kind: ApiKeyKind;
  actor: AuditActor;
  restrictions?: KeyRestrictions;
  /** The key's id, if the caller may repeat the call; see `createApiKey`. */
  keyId?: string | undefined;
  /** Revokes the other keys of this kind in the same transaction. */
  revokeOthers?: boolean;
}

/**
 * Issues a key. Other processes notice revoked keys within five seconds. Throws 400 for invalid restrictions, and 409
 * `conflicting_state` for a `keyId` in use. Also throws what {@link requireActorStillAllowed} throws.
 */
export async function issueKey(
  deps: KeyDeps,
  { operatorId, kind, actor, restrictions = {}, keyId, revokeOthers = false }: NewKey,
): Promise<IssuedKey> {
  await deps.operators.get(operatorId);
  const columns = restrictionColumns(restrictions);
  const issued = await inTransaction(deps.database, async (tx) => {
    await requireActorStillAllowed(tx, operatorId, actor, "keys.manage");
    const now = new Date(deps.machineClock.nowMs());
    const line = revokeOthers ? await replaceKeys(tx, { operatorId, kind }, now) : undefined;
    const lineId = kind === "secret" ? line : undefined;
    if (keyId !== undefined && (await deleteUnseen(tx, { operatorId, keyId, actor }, now))) {
      await appendAudit(deps, tx, operatorId, {
        actor,
        action: "key.revoked",
        subject: { type: "api_key", id: keyId },
        details: { creationRepeated: true },
      });
    }
    const key = await insertKey(deps, tx, {
      operatorId,
      kind,
      actor,
      columns,
      keyId,
      ...(lineId === undefined ? {} : { lineId }),
    });
    await appendAudit(deps, tx, operatorId, {
      actor,
      action: "key.issued",
      subject: { type: "api_key", id: key.keyId },
      details: { kind, revokedOthers: revokeOthers, restricted: restrictionNames(columns) },
    });
    return key;
  }).catch((error: unknown) => {
    throw isUniqueViolation(error, "api_keys_pkey") ? new ApiError("conflicting_state") : error;
  });
  deps.operators.forget();
  return issued;
}

/**
 * Deletes the key of an earlier call whose response was lost, and returns whether there was one: its secret is not
 * stored, so a repeat cannot return it. Keeps a used, changed or older key, and a key
 * that replaced another, because a new key would not belong to that line.
 */
async function deleteUnseen(
  tx: Tx,
  { operatorId, keyId, actor }: { operatorId: string; keyId: string; actor: AuditActor },
  now: Date,
): Promise<boolean> {
  const deleted = await tx
    .deleteFrom("api_keys")
    .where("operator_id", "=", operatorId)
    .where("key_id", "=", keyId)
    .where("created_by", "=", creatorOf(actor))
    .where("line_id", "is", null)
    .where("version", "=", 1)
    .where("created_at", ">", new Date(now.getTime() - repeatableMs))
    .where("last_used_at", "is", null)
    .where("revoked_at", "is", null)
    .returning("key_id")
    .executeTakeFirst();
  return deleted !== undefined;
}

const creatorOf = (actor: AuditActor) =>
  actor.kind === "staff" ? `staff:${actor.staffId}` : actor.kind;

/** Inserts a key. `lineId` is the first of the keys that it replaces. */
export async function insertKey(
  deps: Pick<KeyDeps, "config" | "clock" | "machineClock" | "random">,
  tx: Tx,
  given: {
    operatorId: string;
    kind: ApiKeyKind;
    actor: AuditActor;
    columns?: Partial<RestrictionColumns>;
    lineId?: string;
    keyId?: string | undefined;
  },
): Promise<IssuedKey> {
  const environment = keyEnvironmentOf(deps.config.environment);
  const key = createKeyText(given.kind, environment, deps.random);
  const { keyId = newId(deps, "apiKey") } = given;
  await tx
    .insertInto("api_keys")
    .values({
      key_id: keyId,
      operator_id: given.operatorId,
      kind: given.kind,
      environment,
      key_hash: hashSecret(key),
      hint: hintOf(key),
      created_at: new Date(deps.machineClock.nowMs()),
      created_by: creatorOf(given.actor),
      line_id: given.lineId ?? null,
      ...given.columns,
    })
    .execute();
  return { keyId, key };
}
