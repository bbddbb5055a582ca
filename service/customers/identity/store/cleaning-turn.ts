import { ApiError } from "../../../platform/http/api-error.ts";
import { randomToken } from "../../../platform/randomness.ts";
import type { KycDeps } from "../kyc-deps.ts";

/** Longer than a reader's start and its deadline. A process that dies holds the turn for this long. */
const turnMs = 2 * 60_000;
/** A picture takes a second or two. */
const retryAfterSeconds = 2;

/**
 * One picture of a verification is cleaned at a time, in all processes: a customer who sends to several
 * gets no more of their readers. Resolves to what ends the turn. Throws 503 `service_unavailable` with
 * `Retry-After` while another has it.
 */
export async function takeCleaningTurn(
  { database, clock, random, log }: Pick<KycDeps, "database" | "clock" | "random" | "log">,
  kycVerificationId: string,
): Promise<() => Promise<void>> {
  const token = randomToken(random, 16);
  const now = new Date(clock.nowMs());
  const { numUpdatedRows } = await database.kysely
    .updateTable("kyc_verifications")
    .set({ cleaning_token: token, cleaning_until: new Date(now.getTime() + turnMs) })
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
      log.warn("the turn of a picture ends by itself only", { error });
    }
  };
}
