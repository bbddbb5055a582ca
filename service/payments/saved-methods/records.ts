import type { PaymentMethodSummary } from "#contract/api/payment-intents";
import type { BankAccountInput } from "#contract/bank-account";

/** A saved card, always without its security code. */
export interface SavedCard {
  readonly type: "card";
  /** The number, digits only. */
  readonly number: string;
  /** The brand's id in `credit-card-type`. */
  readonly brand: string;
  readonly expiryMonth: number;
  /** The year with four digits. */
  readonly expiryYear: number;
  readonly holderName?: string | undefined;
  readonly postalCode?: string | undefined;
  /** The id from the payment that saved the card. Processors need it with later charges. */
  readonly networkTransactionId?: string | undefined;
}

export interface SavedBankAccount {
  readonly type: "bank";
  readonly account: BankAccountInput;
}

/** All data needed to pay again. Stored only sealed. */
export type SavedDetails = SavedCard | SavedBankAccount;

export interface MethodOwner {
  readonly operatorId: string;
  readonly externalCustomerId: string;
}

/** The browser in which the customer consented to saving. */
export interface Consent {
  readonly ipAddress: string | null;
  readonly userAgent: string;
}

export interface SaveRequest extends MethodOwner {
  /** The payment that must succeed first. */
  readonly paymentId: string;
  readonly details: SavedDetails;
  /** The parts that may be shown. */
  readonly shown: PaymentMethodSummary;
  readonly consent: Consent;
}

/** A saved method with its details decrypted. */
export interface SavedMethod {
  readonly paymentMethodId: string;
  readonly details: SavedDetails;
  readonly shown: PaymentMethodSummary;
}

/**
 * Stored only as a keyed index. A renewed card is the same card, and an account with a corrected type is the same
 * account. Banks ignore case, and hyphens are only for readers.
 */
export function identityOf(details: SavedDetails): string {
  if (details.type === "card") return `card ${details.number}`;
  const { routingNumber, accountNumber } = details.account;
  return `bank ${routingNumber} ${accountNumber.replaceAll("-", "").toUpperCase()}`;
}
