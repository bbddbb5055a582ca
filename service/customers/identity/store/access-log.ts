import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import { ApiError } from "../../../platform/http/api-error.ts";
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

interface AccessEntry {
  readonly actor: KycActor;
  readonly action: KycAccess;
  readonly uploadId?: string;
  readonly at: Date;
}

/** Records an access, in the transaction of the change or before data is returned. */
export async function recordAccess(
  db: Kysely<Tables>,
  row: Pick<KycVerificationRow, "operator_id" | "kyc_verification_id">,
  entry: AccessEntry,
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

/**
 * Records that staff look at a case, before data is returned. Waits for an erasure of the customer that is under way.
 * Throws ApiError `resource_not_found` if the customer is erased.
 */
export async function recordView(
  db: Kysely<Tables>,
  row: Pick<KycVerificationRow, "operator_id" | "kyc_verification_id">,
  { actor, action, uploadId, at }: AccessEntry,
): Promise<void> {
  const { numAffectedRows } = await sql`
    insert into kyc_access_log
      (operator_id, kyc_verification_id, upload_id, actor, action, accessed_at)
    select v.operator_id, v.kyc_verification_id, ${uploadId ?? null}::text, ${actor}::text,
      ${action}::text, ${at}::timestamptz
    from kyc_verifications v
    join customers c on c.operator_id = v.operator_id
      and c.external_customer_id = v.external_customer_id
    where v.operator_id = ${row.operator_id} and v.kyc_verification_id = ${row.kyc_verification_id}
      and c.erased_at is null
    for key share of c`.execute(db);
  if (numAffectedRows !== 1n) throw new ApiError("resource_not_found");
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
