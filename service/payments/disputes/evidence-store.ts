/** Sealed files of disputes, one of each kind. */
import type { Kysely } from "kysely";
import type { Tables } from "../../platform/database/tables.ts";
import type { Tx } from "../../platform/database/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { showText } from "../../platform/secrets/show-text.ts";
import { type DisputeRecord, type EvidenceFileRecord, filePlace } from "./records.ts";

type Key = Pick<DisputeRecord, "operatorId" | "disputeId">;
type Deps = Pick<PlatformDeps, "keyring">;

export interface OpenFile extends EvidenceFileRecord {
  readonly content: Uint8Array;
}

/** Lists the files without their content, in the order of upload. */
export async function listFiles(
  { keyring }: Deps,
  db: Kysely<Tables>,
  key: Key,
): Promise<EvidenceFileRecord[]> {
  const rows = await db
    .selectFrom("dispute_files")
    .select(["kind", "name_sealed", "content_type", "size_bytes", "pages", "added_at"])
    .where("operator_id", "=", key.operatorId)
    .where("dispute_id", "=", key.disputeId)
    .orderBy("added_at")
    .orderBy("kind")
    .execute();
  return rows.map((row) => ({
    kind: row.kind as EvidenceFileRecord["kind"],
    name: nameOf(keyring, key, row),
    contentType: row.content_type,
    sizeBytes: row.size_bytes,
    pages: row.pages,
    addedAtMs: row.added_at.getTime(),
  }));
}

/** A name that cannot be decrypted is replaced by the file's kind, because only the content matters. */
function nameOf(
  keyring: Deps["keyring"],
  key: Key,
  row: { readonly kind: string; readonly name_sealed: string },
): string {
  const place = filePlace(key, row.kind, "name_sealed");
  return showText(keyring, place, row.name_sealed) ?? row.kind;
}

/** Decrypts the evidence file of a kind; undefined if there is none. Load the operator's key first. */
export async function readFile(
  { keyring }: Deps,
  db: Kysely<Tables>,
  key: Key,
  kind: string,
): Promise<OpenFile | undefined> {
  const row = await db
    .selectFrom("dispute_files")
    .selectAll()
    .where("operator_id", "=", key.operatorId)
    .where("dispute_id", "=", key.disputeId)
    .where("kind", "=", kind)
    .executeTakeFirst();
  if (!row) return undefined;
  const content = keyring.decryptField(filePlace(key, kind, "content_sealed"), row.content_sealed);
  return {
    kind: row.kind as EvidenceFileRecord["kind"],
    name: nameOf(keyring, key, row),
    contentType: row.content_type,
    sizeBytes: row.size_bytes,
    pages: row.pages,
    addedAtMs: row.added_at.getTime(),
    content: Buffer.from(content, "base64"),
  };
}

/** Replaces a file of the same kind. */
export async function putFile({ keyring }: Deps, tx: Tx, key: Key, file: OpenFile): Promise<void> {
  const { kind } = file;
  const seal = (column: "name_sealed" | "content_sealed", text: string) =>
    keyring.encryptField(filePlace(key, kind, column), text);
  const values = {
    name_sealed: seal("name_sealed", file.name),
    content_type: file.contentType,
    size_bytes: file.sizeBytes,
    pages: file.pages,
    content_sealed: seal("content_sealed", Buffer.from(file.content).toString("base64")),
    added_at: new Date(file.addedAtMs),
  };
  await tx
    .insertInto("dispute_files")
    .values({ operator_id: key.operatorId, dispute_id: key.disputeId, kind, ...values })
    .onConflict((conflict) =>
      conflict.columns(["operator_id", "dispute_id", "kind"]).doUpdateSet(values),
    )
    .execute();
}

export async function removeFile(tx: Tx, key: Key, kind: string): Promise<void> {
  await tx
    .deleteFrom("dispute_files")
    .where("operator_id", "=", key.operatorId)
    .where("dispute_id", "=", key.disputeId)
    .where("kind", "=", kind)
    .execute();
}
