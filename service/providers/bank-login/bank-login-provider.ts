import type { SharedAccount } from "#contract/connectors/bank-login";
import type { BegunRedirect } from "../kit/customer-redirect.ts";
import type { LoginConsent } from "../payout/index.ts";

/** Result of a bank login. */
export type BankLoginOutcome =
  | {
      readonly type: "confirmed";
      readonly account: SharedAccount;
      /** A problem that did not stop the login; safe to log. */
      readonly warning?: string;
      /** What lets the login's vendor pay out to the account. It is open, and somebody must end it. */
      readonly consent?: LoginConsent;
    }
  /** The customer declined. */
  | { readonly type: "refused" }
  /** A protocol error, by the bank or by a third party; `reason` is safe to log. */
  | { readonly type: "failed"; readonly reason: string };

/** What the account is for: it pays, or it is paid. */
export type BankLoginPurpose = "payment" | "payout";

/** The payout processor that sends with the customer's consent, if the vendor of logins pays out itself. */
export interface LoginPayer {
  /** Its name in `PAYOUT_PROCESSOR`. */
  readonly name: string;
  /** Where the vendor reports changes of payouts. */
  readonly notificationUrl: string;
}

/** A bank, or an aggregator of many, that lets customers share an account. */
export interface BankLoginProvider {
  /**
   * Announces a login. Throws when the bank is unreachable or refuses. The customer returns with `state`.
   */
  begin(options: {
    state: string;
    returnUrl: string;
    /** The customer's language (BCP 47). */
    language: string;
    /** Our id of the login. It reveals nothing about the customer. */
    reference: string;
    purpose: BankLoginPurpose;
  }): Promise<BegunRedirect>;
  /** Exchanges what the customer returned with for the account. Never throws: a failure is an outcome. */
  finish(options: {
    /** The complete address that the bank sent the customer back to. */
    callbackUrl: URL;
    state: string;
    /** The proof that `begin` returned. */
    proof: string;
    purpose: BankLoginPurpose;
  }): Promise<BankLoginOutcome>;
}
