import type { Advice } from "../../../contract/client/payments.ts";

/** What a reason for a failed attempt means for the people involved. */
export interface FailureMeaning {
  /**
   * `details` something was typed wrong; `funds` not enough money; `card` this card won't do;
   * `suspicious` the issuer fears fraud (the customer is told no more than "declined");
   * `authentication` 3-D Secure; `temporary` may work later; `technical` on our side or the
   * processor's; `declined` anything else.
   */
  readonly category:
    | "details"
    | "funds"
    | "card"
    | "suspicious"
    | "authentication"
    | "temporary"
    | "technical"
    | "declined";
  /** Fit for the customer's eyes. */
  readonly message: string;
  readonly advice: Advice;
}

const declinedText = "Your bank declined the payment.";

const otherCard: Advice = { retry: true, with: "other_card" };
const checkDetails: Advice = { retry: true, with: "check_details" };
const same: Advice = { retry: true, with: "same" };
const later: Advice = { retry: true, with: "later" };

/**
 * Reasons that are known: processors' decline codes and the service's own. The list is open; a
 * reason that is not here is shown as an ordinary decline, its code passed on as it is.
 */
const catalogue: Readonly<Record<string, FailureMeaning>> = {
  // The card or what was typed of it
  incorrect_number: {
    category: "details",
    message: "The card number is not right. Check it and try again.",
    advice: checkDetails,
  },
  incorrect_cvc: {
    category: "details",
    message: "The security code is not right. Check it and try again.",
    advice: checkDetails,
  },
  incorrect_postal_code: {
    category: "details",
    message: "The postal code does not match the card. Check it and try again.",
    advice: checkDetails,
  },
  expired_card: {
    category: "card",
    message: "This card has expired. Use another card.",
    advice: otherCard,
  },
  card_not_supported: {
    category: "card",
    message: "This card can't be used for this payment. Use another card.",
    advice: otherCard,
  },
  // Money
  insufficient_funds: {
    category: "funds",
    message: "There is not enough money on this card. Use another card.",
    advice: otherCard,
  },
  card_velocity_exceeded: {
    category: "funds",
    message: "This card has reached its limit. Use another card.",
    advice: otherCard,
  },
  // The issuer fears fraud: the customer is told no more than of any other decline
  lost_card: { category: "suspicious", message: declinedText, advice: otherCard },
  stolen_card: { category: "suspicious", message: declinedText, advice: otherCard },
  pickup_card: { category: "suspicious", message: declinedText, advice: otherCard },
  fraudulent: { category: "suspicious", message: declinedText, advice: otherCard },
  // The issuer without a reason
  generic_decline: { category: "declined", message: declinedText, advice: otherCard },
  do_not_honor: { category: "declined", message: declinedText, advice: otherCard },
  call_issuer: {
    category: "declined",
    message: "Your bank declined the payment. It can tell you why.",
    advice: otherCard,
  },
  try_again_later: {
    category: "temporary",
    message: "Your bank can't take the payment at the moment. Try again in a few minutes.",
    advice: later,
  },
  issuer_unavailable: {
    category: "temporary",
    message: "Your bank can't be reached at the moment. Try again in a few minutes.",
    advice: later,
  },
  processing_error: {
    category: "technical",
    message: "The payment could not be processed. Nothing was charged. Try again.",
    advice: same,
  },
  // 3-D Secure
  authentication_required: {
    category: "authentication",
    message: "Your bank wants to confirm this payment, and could not. Use another card.",
    advice: otherCard,
  },
  authentication_failed: {
    category: "authentication",
    message: "Your bank could not confirm that it is you. Nothing was charged.",
    advice: otherCard,
  },
  authentication_rejected: {
    category: "authentication",
    message: "Your bank refused the payment. Nothing was charged.",
    advice: otherCard,
  },
  authentication_canceled: {
    category: "authentication",
    message: "You cancelled your bank's check. Nothing was charged.",
    advice: same,
  },
  authentication_timed_out: {
    category: "authentication",
    message: "The time for your bank's check ran out. Nothing was charged.",
    advice: same,
  },
  authentication_unavailable: {
    category: "authentication",
    message: "Your bank's check is not available at the moment. Nothing was charged.",
    advice: later,
  },
  // The service's own
  processing_interrupted: {
    category: "technical",
    message: "The payment was interrupted. Nothing was charged. Try again.",
    advice: same,
  },
  charge_reversed: {
    category: "technical",
    message: "The payment did not complete, and what was charged is being returned.",
    advice: same,
  },
};

const unknownReason: FailureMeaning = {
  category: "declined",
  message: declinedText,
  advice: otherCard,
};

/** What a reason means; an unknown one is an ordinary decline. */
export function meaningOf(code: string): FailureMeaning {
  return Object.hasOwn(catalogue, code) ? (catalogue[code] ?? unknownReason) : unknownReason;
}

/** The reason as it may be kept: processors' codes are open, but short and in snake_case. */
export function toReasonCode(code: string): string {
  const plain = code
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");
  return plain.slice(0, 64) || "generic_decline";
}

/**
 * The reason as the customer's frame gets it: a suspicion of fraud is an ordinary decline there, so
 * that a thief learns nothing.
 */
export function customerReasonCode(code: string): string {
  return meaningOf(code).category === "suspicious" ? "generic_decline" : code;
}

/** Every known reason, for the reference page and the sandbox's table. */
export const knownReasons: readonly string[] = Object.keys(catalogue);
