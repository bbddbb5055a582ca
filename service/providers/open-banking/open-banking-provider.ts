import type { IncomingHttpHeaders } from "node:http";
import type { BankPayment } from "#contract/connectors/open-banking";
import type { PreparedRedirect } from "../kit/customer-redirect.ts";

/** A payment that a customer makes at their bank. */
export interface BankOrder {
  readonly amountMinor: number;
  readonly currency: string;
  /** The customer sees it; at most 70 characters. */
  readonly payee: string;
  /** The text on the customer's statement next to the payee, at most 140 characters. */
  readonly reference: string;
  /** Our id of the payment, at most 35 characters. */
  readonly endToEndId: string;
}

/** What the service knows about the paying customer, for vendors that assess risk. */
export interface PayingCustomer {
  /** The operator's id of the customer. */
  readonly id: string;
  readonly name?: string;
  readonly email?: string;
  readonly phoneNumber?: string;
  readonly address?: {
    readonly line1?: string;
    readonly line2?: string;
    readonly city?: string;
    readonly state?: string;
    readonly postalCode?: string;
    readonly country: string;
  };
}

/** The part of a vendor's notice that an order needs. It is a secret. `reference`: the vendor's id of the consent. */
export interface BankGrant {
  readonly reference: string;
  readonly value: string;
}

/** A vendor's notice: names payments to look up now. It decides no outcome. */
export type BankNotice =
  | { readonly type: "forged" }
  /** Signed, but not understood; `paths` are the wrong fields. */
  | { readonly type: "malformed"; readonly paths: readonly string[] }
  | {
      readonly type: "valid";
      readonly payments: readonly { readonly endToEndId: string; readonly grant?: BankGrant }[];
    };

/** The paying account as it can be shown. */
export type PayingAccount = BankPayment["debtor"];

export type ConsentOutcome =
  /** The customer agreed to exactly this payment. The token is a secret and works for some minutes. */
  | { readonly type: "authorised"; readonly accessToken: string }
  | { readonly type: "refused" }
  /** The bank or a third party broke the protocol; `reason` is safe to log. */
  | { readonly type: "failed"; readonly reason: string };

/** What is known about a payment. Only `not_found` and `rejected` prove that nobody paid. */
export type BankPaymentOutcome =
  | {
      readonly type: "accepted";
      readonly bankPaymentId: string;
      readonly account: PayingAccount;
    }
  | {
      readonly type: "settled";
      readonly bankPaymentId: string;
      readonly account: PayingAccount;
      /** What the customer's bank sent back so far, less than the whole amount. `reason`: a payment reason. */
      readonly partReturned?: { readonly amountMinor: number; readonly reason: string };
    }
  | {
      readonly type: "rejected";
      readonly bankPaymentId: string;
      readonly account: PayingAccount;
      /** A payment reason (`reasonOf`). */
      readonly reason: string;
    }
  /** The payment settled, and the customer's bank sent it back. `reason`: a payment reason. */
  | {
      readonly type: "returned";
      readonly bankPaymentId: string;
      readonly account: PayingAccount;
      readonly reason: string;
    }
  | { readonly type: "not_found" }
  /** The bank has a payment with this key, but this response does not show it. */
  | { readonly type: "exists"; readonly reason: string }
  /** This call paid nothing. `paymentReason`: why, if the bank says so. */
  | { readonly type: "not_taken"; readonly reason: string; readonly paymentReason?: string }
  /** No response, or none about this payment. `reason` is safe to log. */
  | { readonly type: "unknown"; readonly reason: string };

export interface BankRefundOrder {
  readonly bankPaymentId: string;
  readonly amountMinor: number;
  readonly currency: string;
  /** The text on the customer's statement, at most 140 characters. */
  readonly reference: string;
  /** Our id of the refund, at most 35 characters. */
  readonly endToEndId: string;
}

/**
 * What is known about a refund. Only `not_found`, `refused`, `not_now`, `not_offered` and `rejected` prove that nothing
 * was sent.
 */
export type BankRefundOutcome =
  | { readonly type: "accepted" | "settled"; readonly bankRefundId: string }
  /** The transfer failed, or the customer's bank sent it back. `reason`: its ISO 20022 code. */
  | { readonly type: "rejected"; readonly bankRefundId: string; readonly reason: string }
  | { readonly type: "not_found" }
  /** The bank sends no payments back. */
  | { readonly type: "not_offered" }
  /** The bank does not send this payment back. */
  | { readonly type: "refused"; readonly reason: string }
  /** Our balance is too low. Nothing was sent; ask again later. */
  | { readonly type: "not_now"; readonly reason: "balance_too_low" }
  | { readonly type: "credentials_refused" }
  | { readonly type: "unreached" }
  /** No response, or none about this refund. `reason` is safe to log. */
  | { readonly type: "unknown"; readonly reason: string };

/** A bank, or an aggregator of many, that lets customers pay from their account. */
export interface OpenBankingProvider {
  /**
   * Announces the payment, so that the customer can agree. Pays nothing. Throws if the bank is unreachable or refuses.
   * The customer returns with `state`. `language` is BCP 47.
   */
  begin(options: {
    state: string;
    returnUrl: string;
    language: string;
    order: BankOrder;
    customer?: PayingCustomer;
  }): Promise<PreparedRedirect>;
  /** Exchanges the customer's return for an access token. Never throws and pays nothing. */
  finish(options: {
    /** The complete address of the customer's return. */
    callbackUrl: URL;
    state: string;
    /** The proof from `begin`. */
    proof: string;
    order: BankOrder;
  }): Promise<ConsentOutcome>;
  /**
   * Whether the notice that an order needs has arrived. Nothing is ordered before it. Absent: orders need no notice.
   */
  canPay?(options: { accessToken: string; grants: readonly BankGrant[] }): boolean;
  /** Orders the payment, once per key; see {@link repeats}. Never throws. */
  pay(options: {
    accessToken: string;
    key: string;
    order: BankOrder;
    grants?: readonly BankGrant[];
  }): Promise<BankPaymentOutcome>;
  /**
   * Looks up the payment with this key. Never throws and pays nothing. `accessToken`: while the order's outcome is
   * unknown; `bankPaymentId`: once it is known.
   */
  lookUp(options: {
    key: string;
    order: BankOrder;
    accessToken?: string | null;
    bankPaymentId?: string | null;
  }): Promise<BankPaymentOutcome>;
  /** Sends a payment back, once per key. Never throws. */
  refund(options: { key: string; order: BankRefundOrder }): Promise<BankRefundOutcome>;
  /** Looks up the refund with this key. Never throws and sends nothing. */
  lookUpRefund(options: { key: string; order: BankRefundOrder }): Promise<BankRefundOutcome>;
  /** Reads a notice. Absent: the vendor sends none. */
  readNotice?(received: {
    readonly rawBody: Buffer;
    readonly headers: IncomingHttpHeaders;
  }): BankNotice;
  /** How long to wait, in ms, before sending again what a look-up does not find. Absent: no wait. */
  readonly repeats?: { readonly orderAfterMs: number; readonly refundAfterMs: number };
  /** How long after the consent the customer's bank can send a settled payment back, in ms. Absent: never. */
  readonly returnsForMs?: number;
}
