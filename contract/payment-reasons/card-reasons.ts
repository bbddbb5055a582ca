import { declinedText, type PaymentReasons, retryWith } from "./payment-reason.ts";

const otherCard = retryWith("other_card");
const same = retryWith("same");
const later = retryWith("later");
const checkDetails = retryWith("check_details");

/** Processors' decline codes, 3-D Secure, and the service's own reasons for any method. */
export const cardReasons: PaymentReasons = {
  incorrect_number: {
    category: "details",
    customerMessage: "The card number is not right. Check it and try again.",
    advice: checkDetails,
    operatorMessage: "The issuer does not know the card number.",
  },
  incorrect_cvc: {
    category: "details",
    customerMessage: "The security code is not right. Check it and try again.",
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
    customerMessage: "This card can't be used for this payment. Use another card.",
    advice: otherCard,
    operatorMessage: "The card does not allow this kind of purchase or this currency.",
  },
  insufficient_funds: {
    category: "funds",
    customerMessage: "There is not enough money on this card. Use another card.",
    advice: otherCard,
    operatorMessage: "Not enough money.",
  },
  card_velocity_exceeded: {
    category: "funds",
    customerMessage: "This card has reached its limit. Use another card.",
    advice: otherCard,
    operatorMessage: "The card's limit of amount or number of payments is reached.",
  },
  lost_card: {
    category: "fraud",
    customerMessage: declinedText,
    advice: otherCard,
    operatorMessage: "Reported lost. The customer was told of an ordinary decline.",
  },
  stolen_card: {
    category: "fraud",
    customerMessage: declinedText,
    advice: otherCard,
    operatorMessage: "Reported stolen. The customer was told of an ordinary decline.",
  },
  pickup_card: {
    category: "fraud",
    customerMessage: declinedText,
    advice: otherCard,
    operatorMessage:
      "The issuer wants the card back. The customer was told of an ordinary decline.",
  },
  fraudulent: {
    category: "fraud",
    customerMessage: declinedText,
    advice: otherCard,
    operatorMessage: "Suspected fraud. The customer was told of an ordinary decline.",
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
    operatorMessage: "The issuer declined without a reason (do not honour).",
  },
  call_issuer: {
    category: "issuer",
    customerMessage: "Your bank declined the payment. It can tell you why.",
    advice: otherCard,
    operatorMessage: "The issuer wants the customer to call.",
  },
  try_again_later: {
    category: "issuer",
    customerMessage: "Your bank can't take the payment at the moment. Try again in a few minutes.",
    advice: later,
    operatorMessage: "The issuer can't decide at the moment.",
  },
  issuer_unavailable: {
    category: "technical",
    customerMessage: "Your bank can't be reached at the moment. Try again in a few minutes.",
    advice: later,
    operatorMessage: "The issuer can't be reached.",
  },
  processing_error: {
    category: "technical",
    customerMessage: "The payment could not be processed. Nothing was charged. Try again.",
    advice: same,
    operatorMessage: "The processor could not process it. Nothing was charged.",
  },
  authentication_required: {
    category: "authentication",
    customerMessage: "Your bank wants to confirm this payment, and could not. Use another card.",
    advice: otherCard,
    operatorMessage: "The issuer asks for 3-D Secure, and the card is not enrolled.",
  },
  authentication_failed: {
    category: "authentication",
    customerMessage: "Your bank could not confirm that it is you. Nothing was charged.",
    advice: otherCard,
    operatorMessage: "3-D Secure: not authenticated (N). Never authorised.",
  },
  authentication_rejected: {
    category: "authentication",
    customerMessage: "Your bank refused the payment. Nothing was charged.",
    advice: otherCard,
    operatorMessage: "3-D Secure: rejected by the issuer (R). Never authorised.",
  },
  authentication_canceled: {
    category: "canceled",
    customerMessage: "You cancelled your bank's check. Nothing was charged.",
    advice: same,
    operatorMessage: "The customer left the 3-D Secure challenge.",
  },
  authentication_timed_out: {
    category: "canceled",
    customerMessage: "The time for your bank's check ran out. Nothing was charged.",
    advice: same,
    operatorMessage: "The 3-D Secure challenge was not finished in time.",
  },
  authentication_unavailable: {
    category: "authentication",
    customerMessage: "Your bank's check is not available at the moment. Nothing was charged.",
    advice: later,
    operatorMessage: "3-D Secure was not available (U), and your policy is to decline then.",
  },
  processing_interrupted: {
    category: "technical",
    customerMessage: "The payment was interrupted. Nothing was charged. Try again.",
    advice: same,
    operatorMessage: "Cut off on our side. The other side knows of no charge.",
  },
  charge_reversed: {
    category: "technical",
    customerMessage: "The payment did not complete, and what was charged is being returned.",
    advice: same,
    operatorMessage: "A charge came late or with another amount, and was given back.",
  },
};
