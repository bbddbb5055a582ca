import type { SharedAccount } from "../../../contract/connectors/bank-login.ts";

/** A log-in that was announced to the bank. */
export interface BegunLogin {
  /** Where the customer logs in; good once, for a minute or so. */
  readonly authorizationUrl: string;
  /** Proves at the end that it was us who began (PKCE). Secret. */
  readonly codeVerifier: string;
}

/** How a log-in ended. */
export type BankLoginOutcome =
  | { readonly type: "confirmed"; readonly account: SharedAccount }
  /** The customer said no. */
  | { readonly type: "refused" }
  /** The bank, or somebody between, did not keep the rules; `reason` is safe to log. */
  | { readonly type: "failed"; readonly reason: string };

/** A bank, or somebody who speaks for many, that lets its customers share an account. */
export interface BankLoginProvider {
  /** Throws when the bank can't be reached or refuses. `state`: comes back with the customer. */
  begin(options: { state: string; returnUrl: string }): Promise<BegunLogin>;
  /** Trades what the customer came back with for the account. Never throws: a failure is an outcome. */
  finish(options: {
    /** The address that the bank sent the customer back to, whole. */
    callbackUrl: URL;
    state: string;
    codeVerifier: string;
  }): Promise<BankLoginOutcome>;
}
