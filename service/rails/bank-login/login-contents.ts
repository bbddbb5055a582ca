import type { SharedAccount } from "#contract/connectors/bank-login";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { placeOf } from "./login-places.ts";
import type { BankLoginRow } from "./tables.ts";

export interface KeptAccount extends SharedAccount {
  /** The customer's consent to payouts by the vendor of the login. */
  readonly consentId?: string;
}

/** Decrypts the account; null if the customer shared none. */
export function openAccount(
  { keyring }: Pick<PlatformDeps, "keyring">,
  row: BankLoginRow,
): KeptAccount | null {
  return row.account_sealed === null
    ? null
    : JSON.parse(keyring.decryptField(placeOf(row, "account_sealed"), row.account_sealed));
}

/** The proof of a login. A login that has not ended has one. */
export function proofOf({ keyring }: Pick<PlatformDeps, "keyring">, row: BankLoginRow): string {
  return keyring.decryptField(placeOf(row, "verifier_sealed"), row.verifier_sealed ?? "");
}
