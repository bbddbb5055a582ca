import type { Kysely } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import type { KycVerificationRow } from "../tables.ts";

/** Who looked: the customer's widget never gets pictures back, so it is none of these. */
export type KycActor = "reader" | "service" | `staff:${string}`;

/** What was done with a verification's data. */
export type KycAccess =
  | "image_read"
  | "image_viewed"
  | "image_deleted"
  | "case_opened"
  | "case_decided"
  | "case_reopened";

/** One entry, as it is shown. */
export interface KycAccessEntry {
  actor: string;
  action: string;
  uploadId: string | null;
  at: Date;
}

/** Notes an access; in the same transaction as what it tells of, or before data are handed out. */
export async function noteAccess(
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

/** Everything that was ever done with a verification's data, oldest first. */
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
