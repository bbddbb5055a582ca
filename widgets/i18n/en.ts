import type { Texts } from "./texts.ts";

/** English. */
export const texts: Texts = {
  language: "en",
  title: "Pay by card",
  acceptedCards: "Cards accepted",
  choose: {
    title: "How would you like to pay?",
    only: {
      card: "Pay by card",
      bank: "Pay from your bank account",
      pay_by_bank: "Pay by bank",
      crypto: "Pay with crypto",
    },
    names: { card: "Card", bank: "Bank account", pay_by_bank: "Pay by bank", crypto: "Crypto" },
    details: {
      bank: "US checking or savings",
      pay_by_bank: "Confirm it at your bank",
      crypto: "From your wallet or exchange",
    },
    loading: "Loading…",
    lost: "This way to pay couldn’t be loaded. Check your connection.",
    retry: "Try again",
  },
  fields: {
    number: "Card number",
    expiry: "Expiry date",
    expiryHint: "MM/YY",
    cvc: "Security code",
    cvcHint: "CVC",
    name: "Name on card",
    postalCode: "Postal code",
    optional: "optional",
  },
  problem: {
    number_empty: () => "Enter the card number.",
    number_incomplete: () => "The card number isn’t complete yet.",
    number_invalid: () => "Check the card number: a digit seems to be wrong.",
    number_unsupported: () => "This kind of card isn’t accepted here. Use another card.",
    expiry_empty: () => "Enter the expiry date.",
    expiry_incomplete: () => "Enter month and year, for example 04/29.",
    expiry_month: () => "Months go from 01 to 12: check the month.",
    expiry_past: ({ year }) => `The card ends in ${year}: check the date.`,
    expiry_far: ({ year }) => `${year} is too far ahead: check the year.`,
    expiry_invalid: () => "Check the expiry date.",
    cvc_empty: () => "Enter the security code.",
    cvc_incomplete: ({ digits }) => `The security code has ${digits} digits.`,
    cvc_wrong: () => "Check the security code.",
    name_empty: () => "Enter the name as it is on the card.",
    name_long: () => "Use at most 100 characters.",
    name_number: () => "Enter a name here, not a number.",
    postal_long: () => "Use at most 16 characters.",
  },
  problemCount: (count) =>
    count === 1 ? "One field needs your attention." : `${count} fields need your attention.`,
  summary: {
    amount: "Amount",
    fees: "Processing fee",
    tax: (rate, place) =>
      `Sales tax${rate === null ? "" : ` (${rate})`}${place === null ? "" : `, ${place}`}`,
    total: "Total",
  },
  pay: (amount) => (amount === null ? "Pay" : `Pay ${amount}`),
  payWaits: "The amount is being loaded.",
  formWaits: "The form isn’t loaded yet.",
  priceNow: (amount, fees) =>
    `The total is ${amount} now${fees === null ? "." : `, with a processing fee of ${fees}.`}`,
  paying: "Paying…",
  confirming: "Confirming with your bank…",
  checking: "Checking your payment…",
  descriptor: (descriptor) => `Your statement will show ${descriptor}`,
  challengeTitle: "Your bank’s confirmation",
};
