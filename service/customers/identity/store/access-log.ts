import type { Kysely } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import type { KycVerificationRow } from "../tables.ts";

/** Who opens a document. The customer's widget is not among them: it never gets pictures back. */
export type KycActor = "reader" | "service" | `staff:${string}`;

export type KycAccess =
  | "image_read"
  | "image_viewed"
  | "image_deleted"
  | "case_opened"
  | "case_decided"
  | "case_reopened";

export interface KycAccessEntry {
  actor: string;
  action: string;
  uploadId: string | null;
  at: Date;
}

/** Records accesses, in the transaction of the change or before data is returned. */
export async function recordAccess(
  db: Kysely<Tables>,
  row: Pick<KycVerificationRow, "operator_id" | "kyc_verification_id">,
  entry: { actor: KycActor; action: KycAccess; uploadId?: string; at: Date },
): Promise<void> {
  await db
    .insertInto("kyc_access_log")
    .values({
      operator_id: row.operator_id,
      kyc_verification_id: row.kyc_verification_id,
      upload_id: entry.uploadId ?? null,
      actor: entry.actor,
      action: entry.action,
      accessed_at: entry.at,
    })
    .execute();
}

/** Lists the accesses, oldest first. */
export async function listAccesses(
  db: Kysely<Tables>,
  operatorId: string,
  kycVerificationId: string,
): Promise<KycAccessEntry[]> {
  const rows = await db
    .selectFrom("kyc_access_log")
    .select(["actor", "action", "upload_id", "accessed_at"])
    .where("operator_id", "=", operatorId)
    .where("kyc_verification_id", "=", kycVerificationId)
    .orderBy("access_id")
    .execute();
  return rows.map((row) => ({
    actor: row.actor,
    action: row.action,
    uploadId: row.upload_id,
    at: row.accessed_at,
  }));
}
