import type { Advice } from "../api/payment-intents.ts";

/**
 * What kinds of reasons there are, for an operator's own rules and reports. An open list on the wire:
 * a category that is not known is one to show and not to act on.
 */
export const reasonCategories = {
  details: "Something was typed wrong.",
  funds: "Not enough money, or a limit is reached.",
  method: "This card or account can't be used; another one can.",
  issuer: "The issuer or bank said no, without a reason that would help.",
  fraud: "The issuer fears fraud. Customers are told no more than of any decline.",
  authentication: "3-D Secure, or the customer's log-in at their bank.",
  canceled: "The customer called it off, or let the time run out.",
  technical: "On our side, the processor's or the bank's. Nothing is wrong with the method.",
  bank_return: "The customer's bank sent a debit back (Nacha return codes, as `ach_r01`).",
  crypto: "What was sent on the chain is not what was asked for, or did not stay there.",
} as const;
/** One of {@link reasonCategories}. */
export type ReasonCategory = keyof typeof reasonCategories;

/** What a reason means for the people involved. */
export interface PaymentReason {
  readonly category: ReasonCategory;
  /** Fit for the customer's eyes, in English; widgets have their own words for the usual ones. */
  readonly customerMessage: string;
  /** What helps the customer. */
  readonly advice: Advice;
  /** For the operator's staff; never shown to customers. */
  readonly operatorMessage: string;
}

/** Reasons by code. */
export type PaymentReasons = Readonly<Record<string, PaymentReason>>;

/** Nothing that the customer could do would help. */
export const noAdvice: Advice = { retry: false, with: "none" };

/** Another try, with what. */
export function retryWith(what: Exclude<Advice["with"], "none">): Advice {
  return { retry: true, with: what };
}

/** All that a customer is told of a decline without a reason, or with one that they must not learn. */
export const declinedText = "Your bank declined the payment.";
