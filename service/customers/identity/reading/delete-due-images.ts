import { inTransaction } from "../../../platform/database/transaction.ts";
import type { KycDeps } from "../kyc-deps.ts";
import { recordAccess } from "../store/access-log.ts";
import { dropImages } from "../store/image-store.ts";

const batchSize = 50;

/** One run of the job: deletes pictures that are due. The reading and the pictures' rows stay. */
export async function deleteDueImages(deps: KycDeps): Promise<"more" | undefined> {
  const now = new Date(deps.clock.nowMs());
  const count = await inTransaction(deps.database, async (tx) => {
    const due = await tx
      .selectFrom("kyc_verifications")
      .select(["kyc_verification_id", "operator_id"])
      .where("delete_images_at", "<=", now)
      .limit(batchSize)
      .forUpdate()
      .skipLocked()
      .execute();
    for (const row of due) {
      const kycVerificationId = row.kyc_verification_id;
      for (const uploadId of await dropImages(tx, { kycVerificationId }, "deleted", now)) {
        const entry = { actor: "service", action: "image_deleted", at: now } as const;
        await recordAccess(tx, row, { ...entry, uploadId });
      }
      await tx
        .updateTable("kyc_verifications")
        .set({ delete_images_at: null })
        .where("kyc_verification_id", "=", kycVerificationId)
        .execute();
    }
    return due.length;
  });
  return count === batchSize ? "more" : undefined;
}
