import type { BankPayment } from "#contract/connectors/open-banking";
import type { BegunConsent } from "../bank-oauth/index.ts";

/** What a customer pays at their bank. */
export interface BankOrder {
  readonly amountMinor: number;
  readonly currency: string;
  /** Whom the customer sees as the payee, at most 70 characters. */
  readonly payee: string;
  /** What the customer's statement shows beside the payee, at most 140 characters. */
  readonly reference: string;
  /** Ours, to find it by, at most 35 characters. */
  readonly endToEndId: string;
}

/** The account that pays, as it may be shown. */
export type PayingAccount = BankPayment["debtor"];

/** How a customer's visit to their bank ended. */
export type ConsentOutcome =
  /** They agreed to exactly what was asked. The token is a secret, good for some minutes. */
  | { readonly type: "authorised"; readonly accessToken: string }
  /** They said no. */
  | { readonly type: "refused" }
  /** The bank, or somebody between, did not keep the rules; `reason` is safe to log. */
  | { readonly type: "failed"; readonly reason: string };

/** What is known of a payment. Nobody has paid in `not_found` and `rejected` only. */
export type BankPaymentOutcome =
  | {
      readonly type: "accepted" | "settled";
      readonly bankPaymentId: string;
      readonly account: PayingAccount;
    }
  | {
      readonly type: "rejected";
      readonly bankPaymentId: string;
      readonly account: PayingAccount;
      /** One of the reasons that a payment may fail with; see `reasonOf`. */
      readonly reason: string;
    }
  /** The bank knows no payment under this key. */
  | { readonly type: "not_found" }
  /** The bank refuses to take the order: nothing was paid under this key by this call. */
  | { readonly type: "not_taken"; readonly reason: string }
  /** Nobody knows: no answer, or one that is not about what was asked. `reason` is safe to log. */
  | { readonly type: "unknown"; readonly reason: string };

/** A bank, or somebody who speaks for many, that lets its customers pay from their account. */
export interface OpenBankingProvider {
  /**
   * Announces the payment, so that the customer can agree to it. Nothing is paid by it. Throws when the
   * bank can't be reached or refuses. `state`: comes back with the customer. `language`: theirs (BCP 47).
   */
  begin(options: {
    state: string;
    returnUrl: string;
    language: string;
    order: BankOrder;
  }): Promise<BegunConsent>;
  /** Trades what the customer came back with for leave to pay. Never throws, pays nothing. */
  finish(options: {
    /** The address that the bank sent the customer back to, whole. */
    callbackUrl: URL;
    state: string;
    codeVerifier: string;
    order: BankOrder;
  }): Promise<ConsentOutcome>;
  /** Orders the payment: once for each key, however often it is called. Never throws. */
  pay(options: { accessToken: string; key: string; order: BankOrder }): Promise<BankPaymentOutcome>;
  /** What became of the payment with this key. Never throws, pays nothing. */
  lookUp(options: { key: string; order: BankOrder }): Promise<BankPaymentOutcome>;
}
