import { isSameSecret } from "../../platform/secrets/hash-secret.ts";
import type { Keyring } from "../../platform/secrets/keyring.ts";
import type { SmsVerificationRow } from "./tables.ts";

export const codeLength = 6;

export type CodeSource = Pick<
  SmsVerificationRow,
  "operator_id" | "sms_verification_id" | "purpose" | "subject"
>;

/**
 * Derives six digits from a keyed fingerprint of the verification's id, purpose and subject: the same in all its
 * messages. The code is never stored, not even hashed, because hashing all million codes takes a second. The id has 87
 * random bits, so callers cannot choose one whose code they know.
 */
export function codeOf(keyring: Pick<Keyring, "blindIndex">, source: CodeSource): string {
  const text = `${source.sms_verification_id}\n${source.purpose}\n${source.subject}`;
  const fingerprint = keyring.blindIndex(source.operator_id, "sms_verifications.code", text);
  // The bias of 48 bits modulo a million is below one in a hundred million.
  const number = Buffer.from(fingerprint, "base64url").readUIntBE(0, 6);
  return String(number % 10 ** codeLength).padStart(codeLength, "0");
}

/** Compares in constant time. Ignores spaces and dashes in the typed code. */
export function isSameCode(right: string, typed: string): boolean {
  return isSameSecret(right, typed.replace(/[\s-]/g, ""));
}
