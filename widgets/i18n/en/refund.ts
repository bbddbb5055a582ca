import { plural } from "../plural.ts";
import type { RefundTexts } from "../refund-texts.ts";

export const refundTexts: RefundTexts = {
  language: "en",
  pageTitle: "Your refund",
  loading: "Loading your refund",
  retry: "Try again",
  steps: {
    problemCount: (count) =>
      plural("en", count, { one: "Check 1 field.", other: `Check ${count} fields.` }),
  },
  form: {
    title: (operator) => `Refund from ${operator}`,
    crypto: (amount, asset, network) =>
      `You get back ${amount}. It is sent in ${asset} on the ${network} network, as you paid. Enter the address of your own wallet.`,
    bank: (amount) => `You get back ${amount}. Enter the bank account to send it to.`,
    review: "Review refund",
  },
  review: {
    title: "Check where your refund goes",
    text: (operator) =>
      `Nothing is sent yet. ${operator} reviews the refund first. You can confirm once, and a transfer cannot be taken back.`,
    amount: "You get back",
    worth: (money) => `Worth ${money} now`,
    limited: "This is all that was received for it, so it is worth less now.",
    until: (time) => `Valid until ${time}`,
    networkFee: (operator) => `${operator} pays the network fee.`,
    network: "Network",
    address: "Address",
    holder: "Account holder",
    account: "Account",
    accountType: { checking: "Checking account", savings: "Savings account" },
    ending: (last4) => `ending\u00a0${last4}`,
    confirm: "Confirm destination",
    change: "Change destination",
    quoting: "Loading the amount",
    newAmount: "The rate expired. Check the new amount.",
  },
  named: {
    title: "We have your destination",
    lines: (operator) => [
      `No money has moved yet. ${operator} reviews the refund, then sends it.`,
      "You can close this page.",
    ],
  },
  over: {
    broken: {
      title: "This link doesn’t work",
      lines: ["It may have been replaced by a newer one. Ask the shop for a new link."],
    },
    expired: {
      title: "This link has expired",
      lines: ["No money has moved. Ask the shop for a new link."],
    },
    closed: {
      title: "This refund has ended",
      lines: ["Nothing was sent through this link. Ask the shop about your refund."],
    },
    lost: {
      title: "We couldn’t reach the service",
      lines: ["No money has moved. Check your connection and try again."],
    },
  },
  refusals: {
    crypto_address_invalid:
      "This address doesn’t work on this network. Copy it from your wallet again.",
    crypto_address_ours:
      "This address belongs to the shop’s payments. Use an address of your own wallet.",
    crypto_address_token: "This is a token’s contract, not a wallet. Money sent there is lost.",
    crypto_amount_too_small:
      "The amount is too small for this network. Ask the shop about your refund.",
    crypto_not_offered: "This network isn’t available right now. Try again in a few minutes.",
    crypto_rates_unavailable: "The current rate isn’t available. Try again in a few minutes.",
    crypto_currency_unsupported:
      "There is no rate for this currency. Ask the shop about your refund.",
    routing_number_invalid: "Check the routing number.",
    rate_limited: "Too many tries. Wait a minute and try again.",
    lost: "We couldn’t confirm that your destination was saved. Try again.",
  },
  refused: "That didn’t work. No money has moved. Check your details and try again.",
};
