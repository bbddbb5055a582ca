import { hashSecret } from "../platform/crypto/hash-secret.ts";
import { inTransaction, type Tx } from "../platform/database/transaction.ts";
import type { PlatformDeps } from "../platform/platform-deps.ts";
import { newId } from "../platform/randomness.ts";
import { type ApiKeyKind, createKeyText, hintOf, keyEnvironmentOf } from "./api-key.ts";
import { parseSettingsPatch, SettingRefused } from "./operator-settings.ts";
import type { Operators } from "./operators.ts";

type Deps = Pick<PlatformDeps, "config" | "clock" | "random" | "database" | "keyring"> & {
  operators: Operators;
};

/** A new operator and its keys in the clear: the only time that they are seen. */
export interface NewOperator {
  operatorId: string;
  secretKey: string;
  publishableKey: string;
}

/**
 * Makes an operator with its data key, one secret and one publishable key of this environment.
 * Throws `SettingRefused` for settings that can't be.
 */
export async function createOperator(
  deps: Deps,
  { name, isDemo = false, settings = {} }: { name: string; isDemo?: boolean; settings?: unknown },
): Promise<NewOperator> {
  const trimmed = name.trim();
  if (trimmed.length < 1 || trimmed.length > 100) {
    throw new SettingRefused("name: 1 to 100 characters");
  }
  const patch = parseSettingsPatch(settings);
  const operatorId = newId(deps, "operator");
  const now = new Date(deps.clock.nowMs());
  const created = await inTransaction(deps.database, async (tx) => {
    await tx
      .insertInto("operators")
      .values({
        operator_id: operatorId,
        name: trimmed,
        is_demo: isDemo,
        settings: JSON.stringify(patch),
        feature_flags: "{}",
        version: 1,
        created_at: now,
        updated_at: now,
      })
      .execute();
    await deps.keyring.create(tx, operatorId);
    const secretKey = await insertKey(deps, tx, operatorId, "secret");
    const publishableKey = await insertKey(deps, tx, operatorId, "publishable");
    return { operatorId, secretKey, publishableKey };
  });
  deps.operators.forget();
  await deps.keyring.load(operatorId);
  return created;
}

/**
 * Issues another key. With `revokeOthers` the operator's earlier keys of the same kind stop working
 * in the same transaction (other processes notice within five seconds).
 */
export async function issueKey(
  deps: Deps,
  operatorId: string,
  kind: ApiKeyKind,
  { revokeOthers = false } = {},
): Promise<string> {
  await deps.operators.get(operatorId);
  const key = await inTransaction(deps.database, async (tx) => {
    if (revokeOthers) {
      await tx
        .updateTable("api_keys")
        .set({ revoked_at: new Date(deps.clock.nowMs()) })
        .where("operator_id", "=", operatorId)
        .where("kind", "=", kind)
        .where("revoked_at", "is", null)
        .execute();
    }
    return insertKey(deps, tx, operatorId, kind);
  });
  deps.operators.forget();
  return key;
}

/** Changes settings, flags or the name: what is given replaces, what is absent stays. */
export async function changeOperator(
  deps: Deps,
  operatorId: string,
  change: { name?: string; settings?: unknown; featureFlags?: Record<string, boolean> },
): Promise<void> {
  const patch = parseSettingsPatch(change.settings ?? {});
  await inTransaction(deps.database, async (tx) => {
    const row = await tx
      .selectFrom("operators")
      .select(["settings", "feature_flags", "name", "version"])
      .where("operator_id", "=", operatorId)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw new SettingRefused(`there is no operator ${operatorId}`);
    await tx
      .updateTable("operators")
      .set({
        name: change.name ?? row.name,
        settings: JSON.stringify({ ...row.settings, ...patch }),
        feature_flags: JSON.stringify({ ...row.feature_flags, ...change.featureFlags }),
        version: row.version + 1,
        updated_at: new Date(deps.clock.nowMs()),
      })
      .where("operator_id", "=", operatorId)
      .execute();
  });
  deps.operators.forget();
}

async function insertKey(
  deps: Deps,
  tx: Tx,
  operatorId: string,
  kind: ApiKeyKind,
): Promise<string> {
  const environment = keyEnvironmentOf(deps.config.environment);
  const key = createKeyText(kind, environment, deps.random);
  await tx
    .insertInto("api_keys")
    .values({
      key_id: newId(deps, "apiKey"),
      operator_id: operatorId,
      kind,
      environment,
      key_hash: hashSecret(key),
      hint: hintOf(key),
      created_at: new Date(deps.clock.nowMs()),
      revoked_at: null,
    })
    .execute();
  return key;
}
