import type { PaymentMethodSummary } from "#contract/api/payment-intents";
import type { BankAccountInput } from "#contract/bank-account";

/** A card as it is kept. Its security code is never among it. */
export interface SavedCard {
  readonly type: "card";
  /** Digits only. */
  readonly number: string;
  /** Its id in `credit-card-type`. */
  readonly brand: string;
  readonly expiryMonth: number;
  /** Four digits. */
  readonly expiryYear: number;
  readonly holderName?: string | undefined;
  readonly postalCode?: string | undefined;
}

/** A bank account as it is kept. */
export interface SavedBankAccount {
  readonly type: "bank";
  readonly account: BankAccountInput;
}

/** All that is needed to pay with it again. Only ever sealed. */
export type SavedDetails = SavedCard | SavedBankAccount;

/** Whose methods. */
export interface MethodOwner {
  readonly operatorId: string;
  readonly externalCustomerId: string;
}

/** How the customer agreed: by the browser from which the box was ticked. */
export interface Consent {
  readonly ipAddress: string | null;
  readonly userAgent: string;
}

/** A customer's wish to keep what they are paying with. */
export interface SaveRequest extends MethodOwner {
  /** The payment that has to succeed first. */
  readonly paymentId: string;
  readonly details: SavedDetails;
  /** As it may be shown. */
  readonly shown: PaymentMethodSummary;
  readonly consent: Consent;
}

/** A kept method in hand, to pay with. */
export interface SavedMethod {
  readonly paymentMethodId: string;
  readonly details: SavedDetails;
  readonly shown: PaymentMethodSummary;
}

/**
 * What makes it the same one again; only ever indexed under a key. A renewed card is the same card, an
 * account whose type was corrected the same account; banks read letters without case, hyphens are for people.
 */
export function identityOf(details: SavedDetails): string {
  if (details.type === "card") return `card ${details.number}`;
  const { routingNumber, accountNumber } = details.account;
  return `bank ${routingNumber} ${accountNumber.replaceAll("-", "").toUpperCase()}`;
}
