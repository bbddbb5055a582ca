import { createHash } from "node:crypto";
import type { Appearance } from "#contract/appearance/appearance";
import { logoIdPattern } from "#contract/appearance/logo";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import { ApiError, fieldError, fieldRefusal } from "../../platform/http/api-error.ts";
import type { OperatorsDeps } from "../accounts/index.ts";
import { type AuditActor, appendAudit } from "../audit/index.ts";
import { lockOperator } from "./lock-operator.ts";
import { readLogo } from "./read-logo.ts";

export interface Logos {
  /** Adds a logo. The same image has the same id. Throws 400 `logo_file_invalid`, `logo_too_large` and `logo_faint`. */
  add(
    change: { readonly operatorId: string; readonly actor: AuditActor },
    upload: Uint8Array,
  ): Promise<string>;
  /** Finds a logo as WebP; undefined if no operator has it. */
  find(logoId: string): Promise<Buffer | undefined>;
}

/** Unused logos are kept, because an admin may still be choosing. */
const keptUnused = 10;
const maxInMemory = 200;

export function createLogos(deps: OperatorsDeps): Logos {
  const { database } = deps;
  const inMemory = new Map<string, Buffer>();
  return {
    async add({ operatorId, actor }, upload) {
      const read = await readLogo(upload);
      if (!read.ok) throw fieldRefusal(read.problem, "logo");
      const { webp } = read;
      const logo_id = createHash("sha256").update(webp).digest("base64url").slice(0, 22);
      await deps.keyring.load(operatorId);
      await inTransaction(database, async (tx) => {
        await lockOperator(tx, { operatorId, actor });
        const uploaded_at = new Date(deps.clock.nowMs());
        await tx
          .insertInto("logos")
          .values({
            operator_id: operatorId,
            logo_id,
            content: webp.toString("base64"),
            uploaded_at,
          })
          .onConflict((conflict) =>
            conflict.columns(["operator_id", "logo_id"]).doUpdateSet({ uploaded_at }),
          )
          .execute();
        await deleteUnused(tx, operatorId);
        await appendAudit(deps, tx, operatorId, {
          actor,
          action: "appearance.logo_uploaded",
          subject: { type: "operator", id: operatorId },
          details: { logo: logo_id },
        });
      });
      return logo_id;
    },

    async find(logoId) {
      if (!logoIdPattern.test(logoId)) return undefined;
      const known = inMemory.get(logoId);
      if (known) return known;
      const row = await database.kysely
        .selectFrom("logos")
        .select("content")
        .where("logo_id", "=", logoId)
        .limit(1)
        .executeTakeFirst();
      if (!row) return undefined;
      const webp = Buffer.from(row.content, "base64");
      if (inMemory.size >= maxInMemory) inMemory.clear();
      inMemory.set(logoId, webp);
      return webp;
    },
  };
}

/** Throws 400 `validation_failed` unless the operator has the logo. */
export async function requireLogo(
  tx: Tx,
  operatorId: string,
  appearance: Appearance | null,
): Promise<void> {
  if (appearance?.logo === undefined) return;
  const row = await tx
    .selectFrom("logos")
    .select("logo_id")
    .where("operator_id", "=", operatorId)
    .where("logo_id", "=", appearance.logo)
    .executeTakeFirst();
  if (row) return;
  const errors = [fieldError("appearance.logo", "invalid_value", "Upload the logo again.")];
  throw new ApiError("validation_failed", { errors });
}

async function deleteUnused(tx: Tx, operatorId: string): Promise<void> {
  const used = await tx
    .selectFrom("appearance_versions")
    .select("appearance")
    .where("operator_id", "=", operatorId)
    .union(
      tx.selectFrom("appearance_drafts").select("appearance").where("operator_id", "=", operatorId),
    )
    .execute();
  const usedIds = used.flatMap(({ appearance }) => appearance?.logo ?? []);
  const rows = await tx
    .selectFrom("logos")
    .select("logo_id")
    .where("operator_id", "=", operatorId)
    .orderBy("uploaded_at", "desc")
    .orderBy("logo_id")
    .execute();
  const unused = rows.map(({ logo_id }) => logo_id).filter((id) => !usedIds.includes(id));
  const old = unused.slice(keptUnused);
  if (old.length === 0) return;
  await tx
    .deleteFrom("logos")
    .where("operator_id", "=", operatorId)
    .where("logo_id", "in", old)
    .execute();
}
