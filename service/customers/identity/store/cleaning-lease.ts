import { ApiError } from "../../../platform/http/api-error.ts";
import { randomToken } from "../../../platform/randomness.ts";
import type { KycDeps } from "../kyc-deps.ts";

/** The lease is longer than a reader's start plus its deadline. */
const leaseMs = 2 * 60_000;
/** Cleaning a picture takes a second or two. */
const retryAfterSeconds = 2;

/**
 * Takes the lease for cleaning a picture of this verification, one across all processes: a customer who uploads several
 * pictures occupies one reader. Resolves to a function that ends it. Throws 503 `service_unavailable` with
 * `Retry-After` while another request has it.
 */
export async function takeCleaningLease(
  {
    database,
    machineClock,
    random,
    log,
  }: Pick<KycDeps, "database" | "machineClock" | "random" | "log">,
  kycVerificationId: string,
): Promise<() => Promise<void>> {
  const token = randomToken(random, 16);
  const now = new Date(machineClock.nowMs());
  const { numUpdatedRows } = await database.kysely
    .updateTable("kyc_verifications")
    .set({ cleaning_token: token, cleaning_until: new Date(now.getTime() + leaseMs) })
    .where("kyc_verification_id", "=", kycVerificationId)
    .where((where) =>
      where.or([where("cleaning_until", "is", null), where("cleaning_until", "<=", now)]),
    )
    .executeTakeFirst();
  if (numUpdatedRows === 0n) {
    throw new ApiError("service_unavailable", {
      headers: { "retry-after": String(retryAfterSeconds) },
    });
  }
  return async () => {
    try {
      await database.kysely
        .updateTable("kyc_verifications")
        .set({ cleaning_token: null, cleaning_until: null })
        .where("kyc_verification_id", "=", kycVerificationId)
        .where("cleaning_token", "=", token)
        .execute();
    } catch (error) {
      log.warn("could not end the lease for cleaning a picture; it expires by itself", { error });
    }
  };
}
