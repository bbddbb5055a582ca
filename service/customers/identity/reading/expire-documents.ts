import { inTransaction } from "../../../platform/database/transaction.ts";
import { workThrough } from "../../../platform/jobs/work-through.ts";
import { lockExistingCustomer } from "../../profile/index.ts";
import { lastEndedDate } from "../dates.ts";
import type { KycDeps } from "../kyc-deps.ts";
import { expireVerification } from "../store/expire-verification.ts";

/** One round of the job: expires verifications once the document's last day has ended everywhere on earth. */
export async function expireDocuments(deps: KycDeps, signal: AbortSignal): Promise<undefined> {
  const lastDate = lastEndedDate(deps.clock.nowMs());
  const expired = await workThrough(signal, {
    read: (most, skip) =>
      deps.database.kysely
        .selectFrom("kyc_verifications")
        .select(["kyc_verification_id", "operator_id", "external_customer_id"])
        .where("status", "in", ["verified", "verified_manually"])
        .where("document_expires_on", "<=", lastDate)
        .orderBy("document_expires_on")
        .orderBy("kyc_verification_id")
        .limit(most)
        .offset(skip)
        .execute(),
    async work(found) {
      await deps.keyring.load(found.operator_id);
      await inTransaction(deps.database, async (tx) => {
        await lockExistingCustomer(tx, found.operator_id, found.external_customer_id);
        const row = await tx
          .selectFrom("kyc_verifications")
          .selectAll()
          .where("kyc_verification_id", "=", found.kyc_verification_id)
          .where("status", "in", ["verified", "verified_manually"])
          .forUpdate()
          .executeTakeFirst();
        if (row) await expireVerification(deps, tx, row, "document_expired");
      });
      return true;
    },
    onFailure: ({ kyc_verification_id: resourceId }, error) =>
      deps.log.errorHourly("a verification with an expired document did not expire", {
        resourceId,
        error,
      }),
  });
  if (expired > 0) deps.webhooks.wake();
}
