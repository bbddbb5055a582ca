import { plural } from "../plural.ts";
import type { Texts } from "../texts.ts";

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
      pay_by_bank: "Confirm at your bank",
      crypto: "From your wallet or exchange",
    },
    loading: "Loading…",
    lost: "This payment method didn’t load. Check your connection.",
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
    number_incomplete: () => "Enter the whole card number.",
    number_invalid: () => "Check the card number. A digit may be wrong.",
    number_unsupported: () => "This type of card isn’t accepted here. Use another card.",
    expiry_empty: () => "Enter the expiry date.",
    expiry_incomplete: () => "Enter the month and year, for example 04/29.",
    expiry_month: () => "Enter a month from 01 to 12.",
    expiry_past: ({ year }) => `This card expired in ${year}. Check the date.`,
    expiry_far: ({ year }) => `${year} is too far ahead. Check the year.`,
    expiry_invalid: () => "Check the expiry date.",
    cvc_empty: () => "Enter the security code.",
    cvc_incomplete: ({ digits }) => `Enter the ${digits}-digit security code.`,
    cvc_wrong: () => "Check the security code.",
    name_empty: () => "Enter the name on the card.",
    name_long: () => "Use 100 characters or fewer.",
    name_number: () => "Enter a name, not a number.",
    postal_long: () => "Use 16 characters or fewer.",
  },
  problemCount: (count) =>
    plural("en", count, { one: "Check 1 field.", other: `Check ${count} fields.` }),
  summary: {
    amount: "Amount",
    fees: "Processing fee",
    tax: (rate, place) =>
      `Sales tax${rate === null ? "" : ` (${rate})`}${place === null ? "" : `, ${place}`}`,
    total: "Total",
  },
  pay: (amount) => (amount === null ? "Pay" : `Pay ${amount}`),
  payWaits: "Loading the amount…",
  formWaits: "Loading the form…",
  priceNow: (amount, fees) =>
    `The total is now ${amount}${fees === null ? "." : `, with a processing fee of ${fees}.`}`,
  paying: "Paying…",
  confirming: "Confirming with your bank…",
  checking: "Checking your payment…",
  descriptor: (descriptor) => `Your statement will show ${descriptor}`,
  challengeTitle: "Confirm with your bank",
};
