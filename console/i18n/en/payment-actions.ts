/** Texts for actions on a payment that has not ended. */
export const english = {
  cancel: "Cancel payment",
  cancelTitle: "Cancel this payment?",
  cancelText:
    "Nothing is charged, and the payment fails. The customer sees that you canceled it, and can pay this order again until it expires.",
  canceled: "Payment canceled. Nothing was charged.",
  tooLate: "It is too late to cancel. If the payment succeeds, refund it.",
};
