import { type PaymentReasons, retryWith } from "./payment-reason.ts";

/** Reasons that come from the operator's side, for every payment method. */
export const operatorReasons: PaymentReasons = {
  payment_canceled: {
    category: "canceled",
    customerMessage: "The seller canceled this payment. You have not been charged.",
    advice: retryWith("same"),
    operatorMessage: "Canceled by staff or through the API before anything was charged.",
  },
};
