import { noAdvice, type PaymentReasons, retryWith } from "./payment-reason.ts";

/** Transfers on a chain. `overpaid`, `paid_late` and `wrong_asset` may be told beside any status. */
export const cryptoReasons: PaymentReasons = {
  deposit_not_received: {
    category: "canceled",
    customerMessage: "Nothing arrived while the rate held. If you have sent it, contact us.",
    advice: retryWith("same"),
    operatorMessage: "No transfer was seen before the rate ran out.",
  },
  deposit_canceled: {
    category: "canceled",
    customerMessage: "You chose not to send it. If you have sent it, contact us.",
    advice: retryWith("same"),
    operatorMessage: "The customer called it off before anything was seen.",
  },
  underpaid: {
    category: "crypto",
    customerMessage: "Less arrived than was asked for. Contact us to get it back.",
    advice: retryWith("same"),
    operatorMessage:
      "Less than the amount arrived before the rate ran out. What came is owed back.",
  },
  overpaid: {
    category: "crypto",
    customerMessage: "More arrived than was asked for. Contact us about the rest.",
    advice: noAdvice,
    operatorMessage: "More than the amount arrived. The rest is owed back.",
  },
  paid_late: {
    category: "crypto",
    customerMessage: "The transfer arrived after the rate had run out. Contact us about it.",
    advice: noAdvice,
    operatorMessage: "A transfer arrived after the rate had run out. Decide what becomes of it.",
  },
  wrong_asset: {
    category: "crypto",
    customerMessage: "Something else than what was asked for arrived. Contact us about it.",
    advice: noAdvice,
    operatorMessage: "Another token or coin arrived at the address. It counts for nothing.",
  },
  chain_reorganised: {
    category: "crypto",
    customerMessage: "The network took the transfer back.",
    advice: noAdvice,
    operatorMessage: "The chain was reorganised and the transfer is no longer in it.",
  },
  network_unavailable: {
    category: "technical",
    customerMessage: "The network can't be reached at the moment. Nothing was taken.",
    advice: retryWith("later"),
    operatorMessage: "The chain's node can't be reached.",
  },
};
