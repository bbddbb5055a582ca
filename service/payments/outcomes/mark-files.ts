/** Sealed files that prove marks, at most one for each mark, never changed. */

import type { Kysely } from "kysely";
import { appendAudit } from "../../operators/audit/index.ts";
import type { Tables } from "../../platform/database/tables.ts";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { showText } from "../../platform/secrets/show-text.ts";
import type { ReadFile } from "../disputes/read-file.ts";
import { auditAbout, toMark } from "./records.ts";

type Deps = Pick<PlatformDeps, "keyring">;

export interface MarkFile {
  readonly name: string;
  readonly contentType: string;
  readonly sizeBytes: number;
}

export function markFilePlace(
  operatorId: string,
  markId: string,
  column: "name_sealed" | "content_sealed",
) {
  return { operatorId, table: "outcome_mark_files", column, id: markId };
}

/** Stores a mark's file in the mark's transaction. */
export async function putMarkFile(
  { keyring }: Deps,
  tx: Tx,
  { operatorId, markId }: { readonly operatorId: string; readonly markId: string },
  file: ReadFile,
  addedAtMs: number,
): Promise<void> {
  const seal = (column: "name_sealed" | "content_sealed", text: string) =>
    keyring.encryptField(markFilePlace(operatorId, markId, column), text);
  await tx
    .insertInto("outcome_mark_files")
    .values({
      operator_id: operatorId,
      outcome_mark_id: markId,
      name_sealed: seal("name_sealed", file.name),
      content_type: file.contentType,
      size_bytes: file.sizeBytes,
      pages: file.pages,
      content_sealed: seal("content_sealed", Buffer.from(file.content).toString("base64")),
      added_at: new Date(addedAtMs),
    })
    .execute();
}

/** Returns the files by mark. Needs the operator's key. */
export async function listMarkFiles(
  { keyring }: Deps,
  db: Kysely<Tables>,
  operatorId: string,
  markIds: readonly string[],
): Promise<ReadonlyMap<string, MarkFile>> {
  if (markIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("outcome_mark_files")
    .select(["outcome_mark_id", "name_sealed", "content_type", "size_bytes"])
    .where("operator_id", "=", operatorId)
    .where("outcome_mark_id", "in", markIds)
    .execute();
  return new Map(
    rows.map((row) => {
      const place = markFilePlace(operatorId, row.outcome_mark_id, "name_sealed");
      const name = showText(keyring, place, row.name_sealed) ?? "";
      return [
        row.outcome_mark_id,
        { name, contentType: row.content_type, sizeBytes: row.size_bytes },
      ];
    }),
  );
}

export async function readMarkFile(
  { keyring, database }: Pick<PlatformDeps, "keyring" | "database">,
  operatorId: string,
  markId: string,
) {
  const row = await database.kysely
    .selectFrom("outcome_mark_files as f")
    .innerJoin("outcome_marks as m", (join) =>
      join
        .onRef("m.operator_id", "=", "f.operator_id")
        .onRef("m.outcome_mark_id", "=", "f.outcome_mark_id"),
    )
    .selectAll("m")
    .select(["f.content_type", "f.content_sealed"])
    .where("f.operator_id", "=", operatorId)
    .where("m.operator_id", "=", operatorId)
    .where("f.outcome_mark_id", "=", markId)
    .executeTakeFirst();
  if (!row) return undefined;
  await keyring.load(operatorId);
  const place = markFilePlace(operatorId, markId, "content_sealed");
  return {
    subject: toMark(row).subject,
    contentType: row.content_type,
    content: Buffer.from(keyring.decryptField(place, row.content_sealed), "base64"),
  };
}

/** Opens a mark's file, with an audit entry. Throws 404. */
export async function openMarkFile(
  deps: Pick<PlatformDeps, "keyring" | "database" | "clock" | "random">,
  request: { readonly operatorId: string; readonly markId: string; readonly staffId: string },
): Promise<{ readonly contentType: string; readonly content: Buffer }> {
  const { operatorId, markId, staffId } = request;
  const file = await readMarkFile(deps, operatorId, markId);
  if (!file) throw new ApiError("resource_not_found");
  const { subject } = file;
  await inTransaction(deps.database, (tx) =>
    appendAudit(deps, tx, operatorId, {
      actor: { kind: "staff", staffId },
      ...auditAbout(subject, "mark_file_seen"),
      details: { markId },
    }),
  );
  return file;
}
