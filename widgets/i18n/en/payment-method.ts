import type { PaymentMethodTexts } from "../payment-method-texts.ts";
import { bankAccountTexts } from "./bank-account.ts";
import { bankLoginTexts } from "./bank-login.ts";

export const paymentMethodTexts: PaymentMethodTexts = {
  language: "en",
  bankAccount: bankAccountTexts,
  bankLogin: {
    ...bankLoginTexts,
    problems: {
      refused: "You didn’t share an account. Try again, or enter the numbers yourself.",
      failed: "Your bank couldn’t confirm the account. Try again, or enter the numbers yourself.",
      expired: bankLoginTexts.expired,
      unavailable: "Bank login isn’t working right now. Enter the numbers yourself.",
      tooMany: "You’ve started too many bank logins for this payment. Enter the numbers yourself.",
    },
    notSaved: "This account can’t be saved: next time, log in again.",
    instead: "Or enter the numbers yourself",
  },
  bank: {
    timing: "We send the debit to your bank on the next business day. It’s final after a few days.",
    refusals: {
      routing_number_invalid: "No bank uses this routing number. Check it.",
      bank_account_barred: "You can no longer pay from this account here. Use another account.",
      bank_account_unusable: "Your bank returned a payment from this account. Use another account.",
      bank_account_retries_used_up:
        "Your bank returned this payment 3 times. Use another account or another payment method.",
      bank_login_not_confirmed: "Your bank hasn’t confirmed the account. Log in again.",
      bank_login_used: "This login was already used for a payment. Log in to your bank again.",
    },
    mandate: {
      title: "Authorization",
      englishOnly: null,
      consent: "By pressing Pay, you agree to this authorization.",
      copy: "Copy",
      copied: "Copied",
      print: "Print or save",
    },
  },
  payByBank: {
    steps: [
      "You go to your bank’s page or app.",
      "You log in and confirm the payment there.",
      "You come back here and see the result.",
    ],
    safety: "We never see your login.",
  },
};
