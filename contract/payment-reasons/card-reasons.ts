import { declinedText, type PaymentReasons, retryWith } from "./payment-reason.ts";

const otherCard = retryWith("other_card");
const same = retryWith("same");
const later = retryWith("later");
const checkDetails = retryWith("check_details");

/** Processors' decline codes, 3-D Secure, and the service's own reasons for any method. */
export const cardReasons: PaymentReasons = {
  incorrect_number: {
    category: "details",
    customerMessage: "The card number is wrong. Check it and try again.",
    advice: checkDetails,
    operatorMessage: "The issuer does not know the card number.",
  },
  incorrect_cvc: {
    category: "details",
    customerMessage: "The security code is wrong. Check it and try again.",
    advice: checkDetails,
    operatorMessage: "The security code does not match.",
  },
  incorrect_postal_code: {
    category: "details",
    customerMessage: "The postal code does not match the card. Check it and try again.",
    advice: checkDetails,
    operatorMessage: "The postal code does not match the issuer's (AVS).",
  },
  expired_card: {
    category: "method",
    customerMessage: "This card has expired. Use another card.",
    advice: otherCard,
    operatorMessage: "The issuer says that the card has expired.",
  },
  card_not_supported: {
    category: "method",
    customerMessage: "This card cannot be used for this payment. Use another card.",
    advice: otherCard,
    operatorMessage: "The card does not allow this kind of purchase or this currency.",
  },
  gambling_not_allowed: {
    category: "method",
    customerMessage:
      "Your bank does not allow this kind of payment with this card. Use a debit card or a bank account.",
    advice: retryWith("other_method"),
    operatorMessage:
      "The issuer does not allow your merchant category, as many issuers of credit cards refuse gambling.",
  },
  insufficient_funds: {
    category: "funds",
    customerMessage: "There is not enough money on this card. Use another card.",
    advice: otherCard,
    operatorMessage: "Insufficient funds.",
  },
  card_velocity_exceeded: {
    category: "funds",
    customerMessage: "This card has reached its limit. Use another card.",
    advice: otherCard,
    operatorMessage: "The card has reached its limit for the amount or number of payments.",
  },
  lost_card: {
    category: "fraud",
    customerMessage: declinedText,
    advice: otherCard,
    operatorMessage: "Reported lost. The customer saw an ordinary decline.",
  },
  stolen_card: {
    category: "fraud",
    customerMessage: declinedText,
    advice: otherCard,
    operatorMessage: "Reported stolen. The customer saw an ordinary decline.",
  },
  pickup_card: {
    category: "fraud",
    customerMessage: declinedText,
    advice: otherCard,
    operatorMessage: "The issuer wants the card back. The customer saw an ordinary decline.",
  },
  fraudulent: {
    category: "fraud",
    customerMessage: declinedText,
    advice: otherCard,
    operatorMessage: "Suspected fraud. The customer saw an ordinary decline.",
  },
  generic_decline: {
    category: "issuer",
    customerMessage: declinedText,
    advice: otherCard,
    operatorMessage: "The issuer declined without a reason.",
  },
  do_not_honor: {
    category: "issuer",
    customerMessage: declinedText,
    advice: otherCard,
    operatorMessage: "The issuer declined without a reason (do not honor).",
  },
  do_not_try_again: {
    category: "issuer",
    customerMessage: declinedText,
    advice: otherCard,
    operatorMessage:
      "The card network forbids another try with this card. For 30 days the service declines it without asking.",
  },
  call_issuer: {
    category: "issuer",
    customerMessage: "Your bank declined the payment. It can tell you why.",
    advice: otherCard,
    operatorMessage: "The issuer wants the customer to call.",
  },
  try_again_later: {
    category: "issuer",
    customerMessage: "Your bank cannot process the payment right now. Try again in a few minutes.",
    advice: later,
    operatorMessage: "The issuer cannot decide right now.",
  },
  issuer_unavailable: {
    category: "technical",
    customerMessage: "Your bank cannot be reached right now. Try again in a few minutes.",
    advice: later,
    operatorMessage: "The issuer cannot be reached.",
  },
  processing_error: {
    category: "technical",
    customerMessage: "The payment could not be processed. You have not been charged. Try again.",
    advice: same,
    operatorMessage: "The processor could not process the payment. Nothing was charged.",
  },
  authentication_required: {
    category: "authentication",
    customerMessage: "Your bank needs to confirm this payment but could not. Use another card.",
    advice: otherCard,
    operatorMessage: "The issuer requires 3-D Secure, but the card is not enrolled.",
  },
  authentication_failed: {
    category: "authentication",
    customerMessage: "Your bank could not confirm your identity. You have not been charged.",
    advice: otherCard,
    operatorMessage: "3-D Secure: not authenticated (N). Never authorized.",
  },
  authentication_rejected: {
    category: "authentication",
    customerMessage: "Your bank refused the payment. You have not been charged.",
    advice: otherCard,
    operatorMessage: "3-D Secure: rejected by the issuer (R). Never authorized.",
  },
  authentication_canceled: {
    category: "canceled",
    customerMessage: "You canceled your bank's check. You have not been charged.",
    advice: same,
    operatorMessage: "The customer left the 3-D Secure challenge.",
  },
  authentication_timed_out: {
    category: "canceled",
    customerMessage: "The time for your bank's check ran out. You have not been charged.",
    advice: same,
    operatorMessage: "The 3-D Secure challenge was not finished in time.",
  },
  authentication_unavailable: {
    category: "authentication",
    customerMessage: "Your bank's check is not available right now. You have not been charged.",
    advice: later,
    operatorMessage: "3-D Secure was not available (U), and your settings decline such payments.",
  },
  processing_interrupted: {
    category: "technical",
    customerMessage: "The payment was interrupted. You have not been charged. Try again.",
    advice: same,
    operatorMessage: "Interrupted in the service. The processor has no charge for it.",
  },
  charge_reversed: {
    category: "technical",
    customerMessage: "The payment did not complete. The amount charged is being returned to you.",
    advice: same,
    operatorMessage:
      "A charge arrived late, with another amount, or without the 3-D Secure that your settings require, and was reversed.",
  },
};
