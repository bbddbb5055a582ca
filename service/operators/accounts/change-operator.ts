import type { StaffPermission } from "#contract/console/roles";
import { inTransaction } from "../../platform/database/transaction.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { newId } from "../../platform/randomness.ts";
import type { ProcessorSettings } from "../../providers/processor/index.ts";
import { type AuditActor, appendAudit } from "../audit/index.ts";
import { insertKey } from "./keys/issue-key.ts";
import {
  type OperatorSettings,
  parseSettingsPatch,
  readSettings,
  SettingRefused,
} from "./operator-settings.ts";
import type { Operators } from "./operators.ts";
import { sealPatch } from "./sealed-payer.ts";
import { requireActorStillAllowed } from "./staff-still-allowed.ts";

type Deps = Pick<
  PlatformDeps<ProcessorSettings>,
  "config" | "clock" | "machineClock" | "random" | "database" | "keyring"
> & {
  operators: Operators;
};

/** A new operator. Only this result has the keys in clear text. */
export interface NewOperator {
  operatorId: string;
  secretKey: string;
  publishableKey: string;
}

/** The person or program that makes the change; by default the command line. */
interface By {
  actor?: AuditActor;
}

/** Returns a patch of the current settings. Runs under the operator's lock, and may throw `SettingRefused`. */
export type SettingsChange = (current: OperatorSettings) => unknown;

const commandLine: AuditActor = { kind: "command" };

/**
 * Creates an operator with a data key, and a secret key and a publishable key of this environment. Throws
 * `SettingRefused`.
 */
export async function createOperator(
  deps: Deps,
  {
    name,
    isDemo = false,
    settings = {},
    actor = commandLine,
  }: By & { name: string; isDemo?: boolean; settings?: unknown },
): Promise<NewOperator> {
  const trimmed = name.trim();
  if (trimmed.length < 1 || trimmed.length > 100) {
    throw new SettingRefused("name: 1 to 100 characters");
  }
  const patch = parseSettingsPatch(settings, deps.config);
  const operatorId = newId(deps, "operator");
  const now = new Date(deps.clock.nowMs());
  const keys = await deps.keyring.createKeys(operatorId);
  const created = await inTransaction(deps.database, async (tx) => {
    await tx
      .insertInto("operators")
      .values({
        operator_id: operatorId,
        name: trimmed,
        is_demo: isDemo,
        settings: "{}",
        feature_flags: "{}",
        version: 1,
        created_at: now,
        updated_at: now,
      })
      .execute();
    await keys.insert(tx);
    await tx
      .updateTable("operators")
      .set({ settings: JSON.stringify(sealPatch(deps.keyring, operatorId, patch, null)) })
      .where("operator_id", "=", operatorId)
      .execute();
    const secret = await insertKey(deps, tx, { operatorId, actor, kind: "secret" });
    const publishable = await insertKey(deps, tx, { operatorId, actor, kind: "publishable" });
    await appendAudit(deps, tx, operatorId, {
      actor,
      action: "operator.created",
      subject: { type: "operator", id: operatorId },
      details: { settings: Object.keys(patch), keys: [secret.keyId, publishable.keyId] },
    });
    return { operatorId, secretKey: secret.key, publishableKey: publishable.key };
  });
  deps.operators.forget();
  await deps.keyring.load(operatorId);
  return created;
}

/**
 * Changes settings, flags or the name; absent values stay. With a `version`, throws 409 `conflicting_state` if the
 * operator has changed since. Throws `SettingRefused` for invalid settings, and what {@link requireActorStillAllowed}
 * throws.
 */
export async function changeOperator(
  deps: Deps,
  operatorId: string,
  change: By & {
    name?: string;
    settings?: unknown | SettingsChange;
    featureFlags?: Record<string, boolean>;
    version?: number;
    /** What a staff member needs for this change. */
    permission?: StaffPermission;
  },
): Promise<void> {
  const { actor = commandLine, permission = "settings.write", featureFlags = {} } = change;
  const { settings = {} } = change;
  // Parsed before the lock, unless it depends on the current settings.
  const parsed = typeof settings === "function" ? null : parseSettingsPatch(settings, deps.config);
  await deps.keyring.load(operatorId);
  await inTransaction(deps.database, async (tx) => {
    // Before the operator's lock: a change of staff holds the person's row when its audit entry needs the operator's.
    await requireActorStillAllowed(tx, operatorId, actor, permission);
    const row = await tx
      .selectFrom("operators")
      .select(["settings", "feature_flags", "name", "version"])
      .where("operator_id", "=", operatorId)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw new SettingRefused(`there is no operator ${operatorId}`);
    if (change.version !== undefined && change.version !== row.version) {
      throw new ApiError("conflicting_state");
    }
    const current = readSettings(row.settings);
    const patch = parsed ?? parseSettingsPatch((settings as SettingsChange)(current), deps.config);
    const sealed = sealPatch(deps.keyring, operatorId, patch, current.payer);
    await tx
      .updateTable("operators")
      .set({
        name: change.name ?? row.name,
        settings: JSON.stringify({ ...row.settings, ...sealed }),
        feature_flags: JSON.stringify({ ...row.feature_flags, ...featureFlags }),
        version: row.version + 1,
        updated_at: new Date(deps.clock.nowMs()),
      })
      .where("operator_id", "=", operatorId)
      .execute();
    await appendAudit(deps, tx, operatorId, {
      actor,
      action: "settings.changed",
      subject: { type: "operator", id: operatorId },
      details: {
        version: row.version + 1,
        settings: Object.keys(patch),
        featureFlags: Object.keys(featureFlags),
        ...(change.name === undefined ? {} : { renamed: true }),
      },
    });
  });
  deps.operators.forget();
}
