import type { CreateApiKey } from "#contract/console/api-keys";
import { inTransaction, type Tx } from "../../../platform/database/transaction.ts";
import type { PlatformDeps } from "../../../platform/platform-deps.ts";
import { newId } from "../../../platform/randomness.ts";
import { hashSecret } from "../../../platform/secrets/hash-secret.ts";
import { type AuditActor, appendAudit } from "../../audit/index.ts";
import { type ApiKeyKind, createKeyText, hintOf, keyEnvironmentOf } from "../api-key.ts";
import type { Operators } from "../operators.ts";
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

interface NewKey {
  operatorId: string;
  kind: ApiKeyKind;
  actor: AuditActor;
  restrictions?: CreateApiKey;
  /** Revokes the other keys of this kind in the same transaction. */
  revokeOthers?: boolean;
}

/** Issues a key. Other processes notice revoked keys within five seconds. Throws 400 for invalid restrictions. */
export async function issueKey(
  deps: KeyDeps,
  { operatorId, kind, actor, restrictions = {}, revokeOthers = false }: NewKey,
): Promise<IssuedKey> {
  await deps.operators.get(operatorId);
  const columns = restrictionColumns(restrictions);
  const issued = await inTransaction(deps.database, async (tx) => {
    const now = new Date(deps.machineClock.nowMs());
    const line = revokeOthers ? await replaceKeys(tx, { operatorId, kind }, now) : undefined;
    const lineId = kind === "secret" ? line : undefined;
    const key = await insertKey(deps, tx, {
      operatorId,
      kind,
      actor,
      columns,
      ...(lineId === undefined ? {} : { lineId }),
    });
    await appendAudit(deps, tx, operatorId, {
      actor,
      action: "key.issued",
      subject: { type: "api_key", id: key.keyId },
      details: { kind, revokedOthers: revokeOthers, restricted: restrictionNames(columns) },
    });
    return key;
  });
  deps.operators.forget();
  return issued;
}

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
  },
): Promise<IssuedKey> {
  const environment = keyEnvironmentOf(deps.config.environment);
  const key = createKeyText(given.kind, environment, deps.random);
  const keyId = newId(deps, "apiKey");
  const { actor } = given;
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
      created_by: actor.kind === "staff" ? `staff:${actor.staffId}` : actor.kind,
      line_id: given.lineId ?? null,
      ...given.columns,
    })
    .execute();
  return { keyId, key };
}
