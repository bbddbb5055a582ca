import * as z from "zod/mini";
import { type Appearance, appearanceSchema } from "#contract/appearance/appearance";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import { ApiError, fieldError } from "../../platform/http/api-error.ts";
import { freshMs, type OperatorsDeps } from "../accounts/index.ts";
import { type AuditActor, appendAudit } from "../audit/index.ts";
import { lockOperator } from "./lock-operator.ts";
import { requireLogo } from "./logos.ts";

export interface AppearanceVersion {
  /** The version's number, from 1, without gaps. */
  readonly version: number;
  /** Null for Tessera's own look. */
  readonly appearance: Appearance | null;
  /** The version that this one restored. */
  readonly restoredVersion: number | null;
  /** `staff:<id>`, `command` or `service`. */
  readonly publishedBy: string;
  readonly publishedAt: Date;
}

/** Customers never see a draft. */
export interface AppearanceDraft {
  readonly appearance: Appearance;
  readonly savedBy: string;
  readonly savedAt: Date;
}

/** An operator's appearance, with the newest version first. */
export interface StoredAppearance {
  readonly versions: readonly AppearanceVersion[];
  readonly draft: AppearanceDraft | null;
}

export interface AppearanceChange {
  readonly operatorId: string;
  readonly actor: AuditActor;
  /** The newest version that the person saw; 0 for none. If absent, the change applies to any version. */
  readonly version?: number;
  /** When the draft that the person saw was saved; null for none. If absent, the change applies over any draft. */
  readonly draftSavedAt?: string | null | undefined;
}

/** Operators' appearances. The published one is cached for at most {@link freshMs}. */
export interface Appearances {
  /** Null for Tessera's own look. */
  published(operatorId: string): Promise<Appearance | null>;
  read(operatorId: string): Promise<StoredAppearance>;
  /**
   * Publishes a version with an audit entry, deletes the draft, and returns the version. Throws 400 `validation_failed`
   * for an invalid value or unknown logo, and 409 `conflicting_state` if `version` is not the newest or there is
   * another draft.
   */
  publish(change: AppearanceChange, appearance: unknown): Promise<number>;
  /** Restores a version; 0 is Tessera's own look. Throws 404 if unknown, 409 for the newest, and like `publish`. */
  restore(change: AppearanceChange, restoredVersion: number): Promise<number>;
  /** Saves the draft; null deletes it. Throws 400 `validation_failed`, and 409 if there is another draft. */
  saveDraft(change: Omit<AppearanceChange, "version">, draft: unknown): Promise<void>;
}

/** The console and the command line show at most this many versions. */
const shownVersions = 20;
const maxCached = 10_000;

export function createAppearances(deps: OperatorsDeps): Appearances {
  const { database, machineClock } = deps;
  const cache = new Map<string, { value: Appearance | null; untilMs: number }>();

  /** Publishes the next version in one transaction under the operator's lock. */
  const publishNext = async (
    change: AppearanceChange,
    choose: (
      tx: Tx,
      newest: number,
    ) => Promise<Pick<AppearanceVersion, "appearance" | "restoredVersion">>,
  ): Promise<number> => {
    const { operatorId, actor, version: seen } = change;
    await deps.keyring.load(operatorId);
    const next = await inTransaction(database, async (tx) => {
      await lockOperator(tx, change);
      const before = await newestOf(tx, operatorId);
      const newest = before?.version ?? 0;
      if (seen !== undefined && seen !== newest) throw new ApiError("conflicting_state");
      await requireSeenDraft(tx, change);
      const { appearance, restoredVersion } = await choose(tx, newest);
      await requireLogo(tx, operatorId, appearance);
      const version = newest + 1;
      await tx
        .insertInto("appearance_versions")
        .values({
          operator_id: operatorId,
          version,
          appearance: appearance && JSON.stringify(appearance),
          restored_version: restoredVersion,
          published_by: nameOf(actor),
          published_at: new Date(deps.clock.nowMs()),
        })
        .execute();
      await tx.deleteFrom("appearance_drafts").where("operator_id", "=", operatorId).execute();
      await appendAudit(deps, tx, operatorId, {
        actor,
        action: restoredVersion === null ? "appearance.published" : "appearance.restored",
        subject: { type: "operator", id: operatorId },
        details: {
          version,
          ...(restoredVersion === null ? {} : { restored: restoredVersion }),
          changed: changedNames(before?.appearance ?? null, appearance),
        },
      });
      return version;
    });
    cache.delete(operatorId);
    // Cached operators contain the logo.
    deps.operators.forget();
    return next;
  };

  return {
    async published(operatorId) {
      const known = cache.get(operatorId);
      if (known && known.untilMs > machineClock.nowMs()) return known.value;
      const row = await newestOf(database.kysely, operatorId);
      const value = row?.appearance ?? null;
      if (cache.size >= maxCached) cache.clear();
      cache.set(operatorId, { value, untilMs: machineClock.nowMs() + freshMs });
      return value;
    },

    async read(operatorId) {
      const versions = await database.kysely
        .selectFrom("appearance_versions")
        .select(["version", "appearance", "restored_version", "published_by", "published_at"])
        .where("operator_id", "=", operatorId)
        .orderBy("version", "desc")
        .limit(shownVersions)
        .execute();
      const draft = await database.kysely
        .selectFrom("appearance_drafts")
        .select(["appearance", "saved_by", "saved_at"])
        .where("operator_id", "=", operatorId)
        .executeTakeFirst();
      return {
        versions: versions.map((row) => ({
          version: row.version,
          appearance: row.appearance,
          restoredVersion: row.restored_version,
          publishedBy: row.published_by,
          publishedAt: row.published_at,
        })),
        draft: draft
          ? { appearance: draft.appearance, savedBy: draft.saved_by, savedAt: draft.saved_at }
          : null,
      };
    },

    async publish(change, given) {
      const appearance = given === null ? null : parseAppearance(given);
      return publishNext(change, async () => ({ appearance, restoredVersion: null }));
    },

    restore(change, restoredVersion) {
      return publishNext(change, async (tx, newest) => {
        if (restoredVersion === 0) return { appearance: null, restoredVersion };
        const row = await tx
          .selectFrom("appearance_versions")
          .select("appearance")
          .where("operator_id", "=", change.operatorId)
          .where("version", "=", restoredVersion)
          .executeTakeFirst();
        if (!row) throw new ApiError("resource_not_found");
        if (restoredVersion === newest) throw new ApiError("conflicting_state");
        return { appearance: row.appearance, restoredVersion };
      });
    },

    async saveDraft(change, given) {
      const { operatorId, actor } = change;
      const draft = given === null ? null : parseAppearance(given);
      await deps.keyring.load(operatorId);
      await inTransaction(database, async (tx) => {
        await lockOperator(tx, change);
        await requireSeenDraft(tx, change);
        await tx.deleteFrom("appearance_drafts").where("operator_id", "=", operatorId).execute();
        if (draft) {
          await requireLogo(tx, operatorId, draft);
          await tx
            .insertInto("appearance_drafts")
            .values({
              operator_id: operatorId,
              appearance: JSON.stringify(draft),
              saved_by: nameOf(actor),
              saved_at: new Date(deps.clock.nowMs()),
            })
            .execute();
        }
        await appendAudit(deps, tx, operatorId, {
          actor,
          action: draft ? "appearance.draft_saved" : "appearance.draft_deleted",
          subject: { type: "operator", id: operatorId },
        });
      });
    },
  };
}

/**
 * Throws 409 if a colleague has saved another draft, which the caller would overwrite or delete. The operator must be
 * locked.
 */
async function requireSeenDraft(
  tx: Tx,
  { operatorId, draftSavedAt }: Pick<AppearanceChange, "operatorId" | "draftSavedAt">,
): Promise<void> {
  if (draftSavedAt === undefined) return;
  const draft = await tx
    .selectFrom("appearance_drafts")
    .select("saved_at")
    .where("operator_id", "=", operatorId)
    .executeTakeFirst();
  const savedAt = draft ? draft.saved_at.toISOString() : null;
  if (savedAt !== draftSavedAt) throw new ApiError("conflicting_state");
}

/** Throws 400 `validation_failed` with the path of every invalid value, such as `appearance.mode`. */
function parseAppearance(given: unknown): Appearance {
  const result = z.safeParse(appearanceSchema, given);
  if (result.success) return result.data;
  const errors = result.error.issues.flatMap((issue) => {
    const path = ["appearance", ...issue.path];
    return issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => fieldError([...path, key].join("."), "unknown_field"))
      : [fieldError(path.join("."), "invalid_value", issue.message)];
  });
  throw new ApiError("validation_failed", { errors });
}

async function newestOf(store: Pick<Tx, "selectFrom">, operatorId: string) {
  return store
    .selectFrom("appearance_versions")
    .select(["version", "appearance"])
    .where("operator_id", "=", operatorId)
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirst();
}

const nameOf = (actor: AuditActor) =>
  actor.kind === "staff" ? `staff:${actor.staffId}` : actor.kind;

function changedNames(before: Appearance | null, after: Appearance | null): string[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].filter(
    (name) => before?.[name as keyof Appearance] !== after?.[name as keyof Appearance],
  );
}
