import { type PaymentReasons, retryWith } from "./payment-reason.ts";

export const operatorReasons: PaymentReasons = {
  payment_canceled: {
    category: "canceled",
    customerMessage: "The seller canceled this payment. You have not been charged.",
    advice: retryWith("same"),
    operatorMessage: "Canceled by staff or through the API before anything was charged.",
  },
};
