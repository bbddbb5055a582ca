import type { SharedAccount } from "#contract/connectors/bank-login";
import type { PreparedRedirect } from "../kit/customer-redirect.ts";
import type { LoginConsent } from "../payout/index.ts";

export type BankLoginOutcome =
  | {
      readonly type: "confirmed";
      readonly account: SharedAccount;
      /** A problem that did not stop the login; safe to log. */
      readonly warning?: string;
      /** The consent that lets the login's vendor pay out to the account. The caller must end it. */
      readonly consent?: LoginConsent;
    }
  | { readonly type: "refused" }
  /** The bank or a third party broke the protocol; `reason` is safe to log. */
  | { readonly type: "failed"; readonly reason: string };

/** Whether the account pays or is paid. */
export type BankLoginPurpose = "payment" | "payout";

/** The payout processor that sends with the customer's consent, if the login's vendor also pays out. */
export interface LoginPayer {
  readonly name: string;
  /** Where the vendor reports changes of payouts. */
  readonly notificationUrl: string;
}

/** A bank, or an aggregator of many, that lets customers share an account. */
export interface BankLoginProvider {
  /** The return address does not prove who agreed, so the service waits for a return in another browser. */
  readonly provesNoReturn?: true;
  /** Announces a login. Throws if the bank is unreachable or refuses. The customer returns with `state`. */
  begin(options: {
    state: string;
    returnUrl: string;
    /** The customer's language (BCP 47). */
    language: string;
    /** Our id of the login. It reveals nothing about the customer. */
    reference: string;
    purpose: BankLoginPurpose;
  }): Promise<PreparedRedirect>;
  /** Exchanges the customer's return for the account. Never throws: a failure is an outcome. */
  finish(options: {
    /** The complete address of the customer's return. */
    callbackUrl: URL;
    state: string;
    /** The proof from `begin`. */
    proof: string;
    purpose: BankLoginPurpose;
  }): Promise<BankLoginOutcome>;
}
