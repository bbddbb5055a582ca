import { noAdvice, type PaymentReasons, retryWith } from "./payment-reason.ts";

/** `overpaid`, `paid_late` and `wrong_asset` can accompany any status. */
export const cryptoReasons: PaymentReasons = {
  deposit_not_received: {
    category: "canceled",
    customerMessage:
      "We received nothing before the rate expired. If you have sent it, contact us.",
    advice: retryWith("same"),
    operatorMessage: "No transfer was seen before the rate expired.",
  },
  deposit_canceled: {
    category: "canceled",
    customerMessage: "You canceled this payment. If you have sent it, contact us.",
    advice: retryWith("same"),
    operatorMessage: "The customer canceled before a transfer was seen.",
  },
  underpaid: {
    category: "crypto",
    customerMessage: "We received less than the amount due. Contact us to get it back.",
    advice: retryWith("same"),
    operatorMessage: "Less than the amount arrived before the rate expired. Refund what arrived.",
  },
  overpaid: {
    category: "crypto",
    customerMessage: "We received more than the amount due. Contact us to get the rest back.",
    advice: noAdvice,
    operatorMessage: "More than the amount arrived. Refund the rest.",
  },
  paid_late: {
    category: "crypto",
    customerMessage: "Your transfer arrived after the rate expired. Contact us about it.",
    advice: noAdvice,
    operatorMessage: "A transfer arrived after the rate expired. Decide what to do with it.",
  },
  wrong_asset: {
    category: "crypto",
    customerMessage: "You sent a different asset. Contact us about it.",
    advice: noAdvice,
    operatorMessage:
      "Another token or coin arrived at the address. It does not count toward the payment.",
  },
  chain_reorganised: {
    category: "crypto",
    customerMessage: "The network reversed your transfer.",
    advice: noAdvice,
    operatorMessage: "The chain was reorganized and the transfer is no longer in it.",
  },
  network_unavailable: {
    category: "technical",
    customerMessage: "The network cannot be reached right now. You have not been charged.",
    advice: retryWith("later"),
    operatorMessage: "The chain's node cannot be reached.",
  },
};
