import { inTransaction } from "../../../platform/database/transaction.ts";
import type { KycDeps } from "../kyc-deps.ts";
import { noteAccess } from "../store/access-log.ts";
import { dropImages } from "../store/image-store.ts";

const mostAtOnce = 50;

/**
 * One round of the job: pictures of verifications whose retention is over are deleted for good. What
 * was read of them stays, and so does the record that they were there.
 */
export async function forgetImages(deps: KycDeps): Promise<"more" | undefined> {
  const now = new Date(deps.clock.nowMs());
  const count = await inTransaction(deps.database, async (tx) => {
    const due = await tx
      .selectFrom("kyc_verifications")
      .select(["kyc_verification_id", "operator_id"])
      .where("delete_images_at", "<=", now)
      .limit(mostAtOnce)
      .forUpdate()
      .skipLocked()
      .execute();
    for (const row of due) {
      const kycVerificationId = row.kyc_verification_id;
      for (const uploadId of await dropImages(tx, { kycVerificationId }, "deleted", now)) {
        const entry = { actor: "service", action: "image_deleted", at: now } as const;
        await noteAccess(tx, row, { ...entry, uploadId });
      }
      await tx
        .updateTable("kyc_verifications")
        .set({ delete_images_at: null })
        .where("kyc_verification_id", "=", kycVerificationId)
        .execute();
    }
    return due.length;
  });
  return count === mostAtOnce ? "more" : undefined;
}
