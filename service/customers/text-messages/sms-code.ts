import { isSameSecret } from "../../platform/secrets/hash-secret.ts";
import type { Keyring } from "../../platform/secrets/keyring.ts";
import type { SmsVerificationRow } from "./tables.ts";

/** Number of digits of a code. */
export const codeLength = 6;

/** What a code is derived from: its verification, purpose and subject. */
export type CodeSource = Pick<
  SmsVerificationRow,
  "operator_id" | "sms_verification_id" | "purpose" | "subject"
>;

/**
 * Derives a verification's code: six digits from a keyed fingerprint of its id, purpose and subject. The service
 * stores it in no form (hashing all million codes takes a second), and every message of one verification has the same
 * code. The database without the keys does not reveal it. The id has 87 random bits, so a caller cannot choose one
 * with a code that they know.
 */
export function codeOf(keyring: Pick<Keyring, "blindIndex">, source: CodeSource): string {
  const text = `${source.sms_verification_id}\n${source.purpose}\n${source.subject}`;
  const fingerprint = keyring.blindIndex(source.operator_id, "sms_verifications.code", text);
  // 48 bits modulo a million: the bias is below one in a hundred million.
  const number = Buffer.from(fingerprint, "base64url").readUIntBE(0, 6);
  return String(number % 10 ** codeLength).padStart(codeLength, "0");
}

/** Compares the codes in constant time; ignores spaces and dashes in the typed one. */
export function isSameCode(right: string, typed: string): boolean {
  return isSameSecret(right, typed.replace(/[\s-]/g, ""));
}
