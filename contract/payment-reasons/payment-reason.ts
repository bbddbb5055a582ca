import type { Advice } from "../api/payment-intents.ts";

/**
 * Categories for an operator's own rules and reports. An open list on the wire: show an unknown category, but do not
 * act on it.
 */
export const reasonCategories = {
  details: "The customer entered something wrong.",
  funds: "Not enough money, or a limit is reached.",
  method: "This card or account cannot be used; another one can.",
  issuer: "The issuer or bank declined without a useful reason.",
  fraud: "The issuer suspects fraud. Customers see an ordinary decline.",
  authentication: "3-D Secure or the customer's bank login failed.",
  canceled: "The customer canceled, or the time ran out.",
  technical: "A failure of the service, the processor or the bank. The payment method is fine.",
  bank_return: "The customer's bank returned a debit (Nacha return codes, such as `ach_r01`).",
  crypto: "The transfer on the chain differs from the request, or was reversed.",
} as const;
export type ReasonCategory = keyof typeof reasonCategories;

/** What a reason means for the customer and the operator. */
export interface PaymentReason {
  readonly category: ReasonCategory;
  /** The message in English. Widgets have their own texts for common codes. */
  readonly customerMessage: string;
  readonly advice: Advice;
  /** The message for staff. Never show it to customers. */
  readonly operatorMessage: string;
}

export type PaymentReasons = Readonly<Record<string, PaymentReason>>;

/** Nothing that the customer can do would help. */
export const noAdvice: Advice = { retry: false, with: "none" };

export function retryWith(what: Exclude<Advice["with"], "none">): Advice {
  return { retry: true, with: what };
}

/** The text for a decline without a reason, or with one that the customer must not learn. */
export const declinedText = "Your bank declined the payment.";
