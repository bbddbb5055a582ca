import { isSameSecret } from "../../platform/secrets/hash-secret.ts";
import type { Keyring } from "../../platform/secrets/keyring.ts";
import type { SmsVerificationRow } from "./tables.ts";

/** Digits of a code. */
export const codeLength = 6;

/** What a code is derived from: its verification, and what that is for. */
export type CodeSource = Pick<
  SmsVerificationRow,
  "operator_id" | "sms_verification_id" | "purpose" | "subject"
>;

/**
 * The code of a verification: six digits from a keyed fingerprint of its id, purpose and subject. It is
 * stored nowhere, neither sealed nor hashed (a million codes are hashed in a second), and every message
 * of the same verification has the same code. Reading the database without the keys does not reveal it;
 * the id has 87 random bits, so nobody can ask for a code that they know.
 */
export function codeOf(keyring: Pick<Keyring, "blindIndex">, source: CodeSource): string {
  const text = `${source.sms_verification_id}\n${source.purpose}\n${source.subject}`;
  const fingerprint = keyring.blindIndex(source.operator_id, "sms_verifications.code", text);
  // 48 bits to a million: the bias is below one in a hundred million.
  const number = Buffer.from(fingerprint, "base64url").readUIntBE(0, 6);
  return String(number % 10 ** codeLength).padStart(codeLength, "0");
}

/** Whether the typed code is the right one, in constant time; spaces and dashes don't count. */
export function isSameCode(right: string, typed: string): boolean {
  return isSameSecret(right, typed.replace(/[\s-]/g, ""));
}
