/**
 * Challenges that an authenticator signs. A challenge is accepted once, even if the rest of the response is wrong; for
 * one purpose; in the session or browser that requested it; within {@link challengeMs}. A browser has one per purpose,
 * so that repeated requests do not fill the table.
 */

import type { PlatformDeps } from "../../../platform/platform-deps.ts";
import { hashSecret } from "../../../platform/secrets/hash-secret.ts";
import type { StaffPasskeyChallengeRow } from "../tables.ts";

/** The life of a challenge: long enough to find a security key in a bag. */
export const challengeMs = 2 * 60_000;

export interface ChallengeUse {
  purpose: StaffPasskeyChallengeRow["purpose"];
  /** A session's id, or the hash of an anonymous browser's token. */
  boundTo: string;
}

/** Creates a challenge, which replaces the browser's last one for this purpose. */
export async function createChallenge(
  { machineClock, database, random }: Pick<PlatformDeps, "machineClock" | "database" | "random">,
  { purpose, boundTo }: ChallengeUse,
): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = Uint8Array.from(random.bytes(32));
  await database.kysely
    .deleteFrom("staff_passkey_challenges")
    .where("bound_to", "=", boundTo)
    .where("purpose", "=", purpose)
    .execute();
  await database.kysely
    .insertInto("staff_passkey_challenges")
    .values({
      challenge_hash: hashSecret(Buffer.from(challenge).toString("base64url")),
      purpose,
      bound_to: boundTo,
      expires_at: new Date(machineClock.nowMs() + challengeMs),
    })
    .execute();
  return challenge;
}

/** Consumes a challenge; undefined if it was for another use, was used, or is too old. */
export async function consumeChallenge(
  { machineClock, database }: Pick<PlatformDeps, "machineClock" | "database">,
  { purpose, boundTo }: ChallengeUse,
  clientData: string,
): Promise<string | undefined> {
  const challenge = challengeIn(clientData);
  if (challenge === undefined) return undefined;
  const { numDeletedRows } = await database.kysely
    .deleteFrom("staff_passkey_challenges")
    .where("challenge_hash", "=", hashSecret(challenge))
    .where("purpose", "=", purpose)
    .where("bound_to", "=", boundTo)
    .where("expires_at", ">", new Date(machineClock.nowMs()))
    .executeTakeFirst();
  return numDeletedRows > 0n ? challenge : undefined;
}

function challengeIn(clientData: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, "base64url").toString());
    return typeof challenge === "string" ? challenge : undefined;
  } catch {
    return undefined;
  }
}
