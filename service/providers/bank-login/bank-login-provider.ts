import type { SharedAccount } from "#contract/connectors/bank-login";
import type { BegunConsent } from "../bank-oauth/index.ts";

/** How a log-in ended. */
export type BankLoginOutcome =
  | { readonly type: "confirmed"; readonly account: SharedAccount }
  /** The customer said no. */
  | { readonly type: "refused" }
  /** The bank, or somebody between, did not keep the rules; `reason` is safe to log. */
  | { readonly type: "failed"; readonly reason: string };

/** A bank, or somebody who speaks for many, that lets its customers share an account. */
export interface BankLoginProvider {
  /**
   * Throws when the bank can't be reached or refuses. `state`: comes back with the customer. `language`:
   * theirs (BCP 47).
   */
  begin(options: { state: string; returnUrl: string; language: string }): Promise<BegunConsent>;
  /** Trades what the customer came back with for the account. Never throws: a failure is an outcome. */
  finish(options: {
    /** The address that the bank sent the customer back to, whole. */
    callbackUrl: URL;
    state: string;
    codeVerifier: string;
  }): Promise<BankLoginOutcome>;
}
