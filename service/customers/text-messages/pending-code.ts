import type { SmsVerification } from "#contract/client/sms-verification";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { unlessBroken } from "../../platform/secrets/seal.ts";
import type { KnownCustomer } from "../profile/index.ts";
import { maxWrongCodes } from "./sms-rules.ts";
import { openNumber, phoneIndexOf, presentVerification, type SmsSubject } from "./sms-store.ts";
import { wrongCodesOf } from "./wrong-codes.ts";

/** A code that was sent and can still be entered. */
export interface PendingCode extends SmsVerification {
  /** Whether the code went to the number on file, not to another one that the customer entered. */
  isNumberOnFile: boolean;
}

/**
 * The code that the customer can still enter, perhaps after a reload; null if there is none, or if the check would
 * refuse every code. Reads without a lock: only the check decides.
 */
export async function pendingCodeOf(
  { database, keyring, clock }: Pick<PlatformDeps, "database" | "keyring" | "clock">,
  owner: SmsSubject,
  customer: Pick<KnownCustomer, "data" | "phoneVerifiedAt">,
): Promise<PendingCode | null> {
  const { operatorId, externalCustomerId, purpose, subject } = owner;
  const nowMs = clock.nowMs();
  const row = await database.kysely
    .selectFrom("sms_verifications")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "=", externalCustomerId)
    .where("purpose", "=", purpose)
    .where("subject", "=", subject)
    .where("status", "=", "pending")
    .where("expires_at", ">", new Date(nowMs))
    .executeTakeFirst();
  if (!row) return null;
  const { phoneNumber } = customer.data;
  const onFileIndex = phoneNumber === null ? null : phoneIndexOf(keyring, operatorId, phoneNumber);
  const isNumberOnFile = row.phone_index === onFileIndex;
  const isReplaced = row.on_file_index !== onFileIndex;
  if (isReplaced || (!isNumberOnFile && customer.phoneVerifiedAt !== null)) return null;
  const wrong = await wrongCodesOf(database.kysely, owner, nowMs);
  if (wrong.lockedUntil) return null;
  const phoneNumberOfCode = unlessBroken(() => openNumber({ keyring }, row));
  if (phoneNumberOfCode === undefined) return null;
  const shown = presentVerification(row, phoneNumberOfCode);
  const attemptsLeft = Math.min(shown.attemptsLeft, maxWrongCodes - wrong.count);
  return { ...shown, attemptsLeft, isNumberOnFile };
}
