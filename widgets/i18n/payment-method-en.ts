import { bankAccountTexts } from "./bank-account-en.ts";
import type { PaymentMethodTexts } from "./payment-method-texts.ts";

/** English. */
export const paymentMethodTexts: PaymentMethodTexts = {
  language: "en",
  bankAccount: bankAccountTexts,
  bank: {
    timing:
      "The debit is sent to your bank on the next business day. It takes a few days until it’s final.",
    refusals: {
      routing_number_invalid: "No bank has this routing number: check it.",
      bank_account_barred: "This account can’t be debited here any more. Use another account.",
      bank_account_unusable:
        "Your bank has sent a payment back from this account. Use another one.",
      bank_account_retries_used_up:
        "This payment has come back from this account three times. Use another account, or choose another way to pay.",
    },
    mandate: {
      title: "Authorization",
      consent: "By pressing Pay you agree to this authorization.",
      copy: "Copy",
      copied: "Copied",
      print: "Print or save",
    },
  },
  payByBank: {
    steps: [
      "You go to your bank’s own page or app.",
      "You log in there and confirm the payment.",
      "You come back here, and the result is shown.",
    ],
    safety: "Your login stays between you and your bank.",
  },
};
