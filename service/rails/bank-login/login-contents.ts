import type { SharedAccount } from "#contract/connectors/bank-login";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { unlessBroken } from "../../platform/secrets/seal.ts";
import { showText } from "../../platform/secrets/show-text.ts";
import { placeOf } from "./login-places.ts";
import type { BankLoginRow } from "./tables.ts";

export interface KeptAccount extends SharedAccount {
  /** The customer's consent to payouts by the vendor of the login. */
  readonly consentId?: string;
}

/** Decrypts the account; null if the customer shared none, or it is damaged. */
export function openAccount(
  { keyring }: Pick<PlatformDeps, "keyring">,
  row: BankLoginRow,
): KeptAccount | null {
  const text = showText(keyring, placeOf(row, "account_sealed"), row.account_sealed);
  return text === null ? null : JSON.parse(text);
}

/** The proof of a login; undefined if it is damaged. A login that has not ended has one. */
export function proofOf(
  { keyring }: Pick<PlatformDeps, "keyring">,
  row: BankLoginRow,
): string | undefined {
  const place = placeOf(row, "verifier_sealed");
  return unlessBroken(() => keyring.decryptField(place, row.verifier_sealed ?? ""));
}
