import type { Kysely } from "kysely";
import type { KycPictureProblem } from "#contract/client/kyc";
import type { Tables } from "../../../platform/database/tables.ts";
import type { Tx } from "../../../platform/database/transaction.ts";
import { ApiError } from "../../../platform/http/api-error.ts";
import type { Keyring } from "../../../platform/secrets/keyring.ts";
import { showText } from "../../../platform/secrets/show-text.ts";
import type { KycImageRow } from "../tables.ts";

/** A row without its image, which can have several megabytes. */
export type ImageHead = Omit<KycImageRow, "image_sealed">;

const headColumns = [
  "upload_id",
  "operator_id",
  "kyc_verification_id",
  "side",
  "state",
  "size_bytes",
  "received_bytes",
  "content_type",
  "problems_sealed",
  "created_at",
  "updated_at",
] as (keyof ImageHead)[];

/** Lists a verification's pictures, oldest first, without replaced and deleted ones. */
export function listImages(db: Kysely<Tables>, kycVerificationId: string): Promise<ImageHead[]> {
  return db
    .selectFrom("kyc_images")
    .select(headColumns)
    .where("kyc_verification_id", "=", kycVerificationId)
    .where("state", "in", ["uploading", "received", "refused"])
    .orderBy("upload_id")
    .execute();
}

/** Finds a picture in any state; undefined for another verification's. */
export function findImage(
  db: Kysely<Tables>,
  kycVerificationId: string,
  uploadId: string,
): Promise<ImageHead | undefined> {
  return db
    .selectFrom("kyc_images")
    .select(headColumns)
    .where("upload_id", "=", uploadId)
    .where("kyc_verification_id", "=", kycVerificationId)
    .executeTakeFirst();
}

/** Finds a picture. Throws 404 if it does not exist. */
export async function requireImage(
  db: Parameters<typeof findImage>[0],
  kycVerificationId: string,
  uploadId: string,
): Promise<ImageHead> {
  const image = await findImage(db, kycVerificationId, uploadId);
  if (!image) throw new ApiError("resource_not_found");
  return image;
}

/** Decrypts a picture; undefined if it was deleted. */
export async function openImage(
  db: Kysely<Tables>,
  keyring: Pick<Keyring, "decryptField">,
  image: Pick<ImageHead, "operator_id" | "upload_id">,
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom("kyc_images")
    .select("image_sealed")
    .where("upload_id", "=", image.upload_id)
    .executeTakeFirst();
  if (!row?.image_sealed) return undefined;
  const text = keyring.decryptField(placeOf(image, "image_sealed"), row.image_sealed);
  return Buffer.from(text, "base64");
}

export function sealImage(
  keyring: Pick<Keyring, "encryptField">,
  image: Pick<ImageHead, "operator_id" | "upload_id">,
  bytes: Uint8Array,
): string {
  return keyring.encryptField(
    placeOf(image, "image_sealed"),
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64"),
  );
}

export async function changeImage(
  tx: Tx,
  uploadId: string,
  changes: Partial<KycImageRow>,
): Promise<void> {
  await tx.updateTable("kyc_images").set(changes).where("upload_id", "=", uploadId).execute();
}

/** Deletes the pictures' bytes. Returns their upload ids. */
export async function dropImages(
  tx: Tx,
  which: { kycVerificationId: string; side?: KycImageRow["side"]; except?: string },
  state: "replaced" | "deleted",
  now: Date,
): Promise<string[]> {
  let query = tx
    .updateTable("kyc_images")
    .set({ state, image_sealed: null, updated_at: now })
    .where("kyc_verification_id", "=", which.kycVerificationId)
    .where("state", "in", ["uploading", "received", "refused"]);
  if (which.side) query = query.where("side", "=", which.side);
  if (which.except) query = query.where("upload_id", "!=", which.except);
  const dropped = await query.returning("upload_id").execute();
  const ids = dropped.map((row) => row.upload_id);
  if (ids.length > 0) {
    await tx.deleteFrom("kyc_image_pieces").where("upload_id", "in", ids).execute();
  }
  return ids;
}

export async function insertPiece(
  tx: Tx,
  keyring: Pick<Keyring, "encryptField">,
  image: ImageHead,
  beginsAt: number,
  bytes: Buffer,
): Promise<void> {
  const sealed = keyring.encryptField(piecePlace(image, beginsAt), bytes.toString("base64"));
  await tx
    .insertInto("kyc_image_pieces")
    .values({ upload_id: image.upload_id, begins_at: beginsAt, piece_sealed: sealed })
    .execute();
}

/** Decrypts the pieces of an upload and joins them in order. Load the operator's key first. */
export async function joinPieces(
  db: Kysely<Tables>,
  keyring: Pick<Keyring, "decryptField">,
  image: ImageHead,
): Promise<Buffer> {
  const rows = await db
    .selectFrom("kyc_image_pieces")
    .select(["begins_at", "piece_sealed"])
    .where("upload_id", "=", image.upload_id)
    .orderBy("begins_at")
    .execute();
  return Buffer.concat(
    rows.map(({ begins_at: beginsAt, piece_sealed: sealed }) =>
      Buffer.from(keyring.decryptField(piecePlace(image, beginsAt), sealed), "base64"),
    ),
  );
}

/** Seals a picture's problems, which reveal something about the document. */
export function sealProblems(
  keyring: Pick<Keyring, "encryptField">,
  image: Pick<ImageHead, "operator_id" | "upload_id">,
  problems: readonly KycPictureProblem[],
): string | null {
  return problems.length === 0
    ? null
    : keyring.encryptField(placeOf(image, "problems_sealed"), JSON.stringify(problems));
}

/** The picture's problems; none if they cannot be decrypted, because the picture itself decides what is read. */
export function openProblems(
  keyring: Pick<Keyring, "decryptField">,
  image: ImageHead,
): KycPictureProblem[] {
  const text = showText(keyring, placeOf(image, "problems_sealed"), image.problems_sealed);
  return text === null ? [] : JSON.parse(text);
}

function placeOf(
  image: Pick<ImageHead, "operator_id" | "upload_id">,
  column: "image_sealed" | "problems_sealed",
) {
  return { operatorId: image.operator_id, table: "kyc_images", column, id: image.upload_id };
}

function piecePlace(image: Pick<ImageHead, "operator_id" | "upload_id">, beginsAt: number) {
  const id = `${image.upload_id}/${beginsAt}`;
  return { operatorId: image.operator_id, table: "kyc_image_pieces", column: "piece_sealed", id };
}
