import { toIsoTime } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Keyring } from "../../platform/secrets/keyring.ts";
import { unlessBroken } from "../../platform/secrets/seal.ts";
import { maskPhoneNumber } from "./sms-rules.ts";
import { openNumber, type SmsCustomer } from "./sms-store.ts";

export interface SentText {
  readonly purpose: string;
  /** The masked number; without digits if it is damaged and cannot be decrypted. */
  readonly phoneNumber: string;
  readonly status: string;
  readonly sends: number;
  readonly sentAt: string;
  readonly changedAt: string;
}

const maxTexts = 20;

/** Messages with codes, newest first. */
export async function listTexts(
  deps: { readonly database: Database; readonly keyring: Keyring },
  { operatorId, externalCustomerId }: SmsCustomer,
): Promise<SentText[]> {
  await deps.keyring.load(operatorId);
  const rows = await deps.database.kysely
    .selectFrom("sms_verifications")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "=", externalCustomerId)
    .orderBy("sms_verification_id", "desc")
    .limit(maxTexts)
    .execute();
  return rows.map((row) => ({
    purpose: row.purpose,
    phoneNumber: unlessBroken(() => maskPhoneNumber(openNumber(deps, row))) ?? "••••",
    status: row.status,
    sends: row.sends,
    sentAt: toIsoTime(row.created_at.getTime()),
    changedAt: toIsoTime(row.updated_at.getTime()),
  }));
}
