import { isSameSecret } from "../platform/crypto/hash-secret.ts";
import type { Keyring } from "../platform/crypto/keyring.ts";

/** Digits of a code. */
export const codeLength = 6;

/**
 * The code of a verification: six digits out of a keyed fingerprint of its id. So it is stored
 * nowhere, neither sealed nor hashed (a million codes are hashed in a second), and every message of
 * the same verification brings the same one. Whoever reads the database but not the keys can't tell
 * it; the id has 87 random bits, so nobody can ask for a code that they know.
 */
export function codeOf(
  keyring: Pick<Keyring, "blindIndex">,
  operatorId: string,
  smsVerificationId: string,
): string {
  const fingerprint = keyring.blindIndex(operatorId, "sms_verifications.code", smsVerificationId);
  // 48 bits to a million: the bias is below one in a hundred million.
  const number = Buffer.from(fingerprint, "base64url").readUIntBE(0, 6);
  return String(number % 10 ** codeLength).padStart(codeLength, "0");
}

/** Whether the typed code is the right one, in constant time; spaces and dashes don't count. */
export function isSameCode(right: string, typed: string): boolean {
  return isSameSecret(right, typed.replace(/[\s-]/g, ""));
}
