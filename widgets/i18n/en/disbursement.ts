import type { DisbursementTexts } from "../disbursement-texts.ts";
import { plural } from "../plural.ts";

const span = (least: number, most: number, one: string, other: string) =>
  least === most ? `${most} ${plural("en", most, { one, other })}` : `${least}–${most} ${other}`;

export const disbursementTexts: DisbursementTexts = {
  language: "en",
  title: "Your payout",
  youReceive: "You’ll receive",
  amounts: {
    gross: "Payout",
    withheld: (rate) => `Federal tax withheld (${rate})`,
    withheldWhy: (operator) =>
      `Your W‑9 says that backup withholding applies to you. ${operator} sends this part to the IRS. It counts toward your tax.`,
    net: "You’ll receive",
  },
  progress: {
    label: "Steps",
    now: (step, steps) => `Step ${step} of ${steps}`,
    done: "done",
    current: "now",
    names: {
      customer_data: "About you",
      sms_verification: "Mobile number",
      kyc: "Identity",
      identity_document: "Identity",
      w9: "Tax form",
      other: "Another step",
      method: "Payout method",
      review: "Confirm",
    },
  },
  year: {
    title: (total, year) => `With this payout you reach ${total} in ${year}`,
    text: (threshold, asks) => `From ${threshold} a year, US tax rules require ${asks}.`,
    asks: {
      identity_document: "a check of your identity document",
      tax_information: "your tax information (Form W‑9)",
    },
    and: " and ",
  },
  method: {
    title: "How would you like to be paid?",
    text: "Times start at approval.",
    legend: "Payout methods",
    types: {
      bank: "Bank account",
      card: "Debit card",
      crypto: "Crypto",
      pay_by_bank: "Log in at your bank",
    },
    another: {
      bank: "Another bank account",
      card: "Another debit card",
      crypto: "Another crypto address",
      pay_by_bank: "Log in at another bank",
    },
    usedOn: (date) => `Used on ${date}`,
    choose: "Choose a payout method.",
    save: "Save this for my next payout",
    remove: {
      label: (method) => `Remove ${method}`,
      title: (method) => `Remove ${method}?`,
      text: "We delete it right away. To use it later, you’ll need to enter it again.",
      yes: "Remove",
      busy: "Removing…",
      no: "Keep it",
      failed: "We couldn’t remove it. Check your connection and try again.",
      removed: (method) => `${method} was removed.`,
    },
    continue: "Continue",
    formLost: "The form didn’t load. Check your connection.",
    retry: "Try again",
    refusals: {
      routing_number_invalid: "No bank uses this routing number. Check it.",
      bank_login_not_confirmed: "Your bank hasn’t confirmed the account. Log in again.",
      crypto_address_invalid: "The network doesn’t recognize this address. Check it.",
      crypto_network_unsupported:
        "We can’t send this asset on this network. Choose another network.",
      card_number_invalid: "Check the card number. A digit may be wrong.",
      card_brand_unsupported:
        "We can’t send money to this type of card. Choose another payout method.",
      card_expired: "This card has expired. Use another card.",
      card_expiry_invalid: "Check the expiry date.",
      payout_method_not_found:
        "This payout method is no longer saved. Enter it again or choose another.",
      payout_method_type_not_enabled:
        "This payout method isn’t available for this payout. Choose another.",
    },
  },
  summary: {
    bank: (bankName, accountType, last4) =>
      `${bankName ?? "Bank account"}${accountType === "" ? "" : `, ${accountType}`} ••••\u00a0${last4}`,
    card: (brand, last4) => `${brand} ••••\u00a0${last4}`,
    crypto: (asset, network) => (asset === network ? asset : `${asset} on ${network}`),
    accountTypes: { checking: "checking", savings: "savings" },
  },
  arrival: {
    minutes: (least, most) =>
      least <= 1
        ? `within ${span(most, most, "minute", "minutes")}`
        : `in ${span(least, most, "minute", "minutes")}`,
    hours: (least, most) => `in ${span(least, most, "hour", "hours")}`,
    business_days: (least, most) => `in ${span(least, most, "business day", "business days")}`,
  },
  startOfLine: upperFirst,
  arrivalOnceApproved: (arrival) => `${upperFirst(arrival)} once approved`,
  review: {
    title: "Check your payout",
    to: "Paid to",
    arrives: "Arrives",
    change: "Change",
    text: (operator) => `${operator} approves every payout before it is sent.`,
    cryptoText: "A crypto payout cannot be reversed.",
    confirm: (amount) => `Request ${amount}`,
    sending: "Requesting your payout…",
    checking: "Checking your payout…",
  },
  notices: {
    amountChanged: {
      title: "The amount has changed",
      text: (amount) =>
        `You’ll now receive ${amount}. No money has been sent. Review it, then confirm.`,
    },
    notSent: {
      title: "No connection",
      text: "We couldn’t reach our server. Check your connection and try again. Nothing is lost, and you won’t be paid twice.",
    },
    refused: {
      title: "Your request wasn’t accepted",
      text: "No money has been sent. Try again, or choose another payout method.",
    },
    refusals: {
      location_not_allowed: {
        title: "Not available where you are",
        text: "Payouts aren’t available at your location. No money has been sent.",
      },
      location_unknown: {
        title: "We can’t find your location",
        text: "Payouts are available only in certain places. If you use a VPN or proxy, turn it off and try again. No money has been sent.",
      },
      feature_not_enabled: {
        title: "Payouts aren’t available right now",
        text: "No payout was requested. Contact the business that pays you.",
      },
    },
  },
  waiting: {
    title: "Waiting for approval",
    text: (operator) => `${operator} reviews your request. After approval, we send the money.`,
    leave: "You can leave this page and come back.",
    w9: {
      title: "Complete your tax form",
      text: "The payout can be approved once your Form W‑9 is complete.",
    },
  },
  w9Later: "Do it later",
  processing: {
    title: "Approved. Your money is on its way",
    text: (arrival) =>
      arrival === ""
        ? "You can leave this page."
        : `It arrives ${arrival}. You can leave this page.`,
  },
  unknown: {
    title: "Your payout is in progress",
    text: (status) => `Its status is “${status}”.`,
  },
  success: {
    title: "Your money has been sent",
    text: (amount, to) => (to === "" ? `You received ${amount}.` : `${amount} went to ${to}.`),
  },
  anyReason: null,
  failed: {
    title: "Your payout didn’t go through",
    reasons: {
      account_closed: "The bank account is closed.",
      account_not_found: "The bank doesn’t recognize this account. A digit may be wrong.",
      account_number_invalid: "The bank doesn’t recognize this account. A digit may be wrong.",
      amount_below_minimum: "The amount is too small for this account.",
      bank_access_ended: "Your bank no longer shares this account. Log in at your bank again.",
      account_frozen: "The bank account can’t receive money right now.",
      account_not_payable: "This type of account can’t receive payouts. Use a checking account.",
      credit_refused: "The bank returned the money.",
      card_not_supported:
        "We can’t send money to this card. It may be a credit card. Use a debit card.",
      expired_card: "The card has expired.",
      lost_card: "The bank declined the card.",
      stolen_card: "The bank declined the card.",
      address_refused: "We can’t send money to this address.",
      network_unavailable: "We couldn’t reach the network.",
      limit_exceeded: "The amount is over the limit for this payout method.",
      compliance_refused: "We can’t make this payout.",
      processing_error: "Something went wrong while we sent the money.",
      canceled: "The payout was canceled before it was sent.",
    },
    advice: (operator) => `The money is still yours. Ask ${operator} to start the payout again.`,
  },
  rejected: {
    title: "Your payout wasn’t approved",
    text: (operator) => `No money was sent. ${operator} can tell you why and what to do next.`,
  },
  refunded: {
    title: "The money came back",
    text: (operator) =>
      `It couldn’t be credited, so it was returned to ${operator}. Ask them to pay you another way.`,
  },
  voided: {
    title: "Your payout was canceled",
    text: (operator) => `No money was sent. ${operator} can tell you more.`,
  },
  expired: {
    title: "This payout request has expired",
    text: "No money was sent. Go back and start the payout again.",
    renewing: "Loading your payout again…",
    unknown: {
      title: "This page has expired",
      text: "Go back to check the status of your payout.",
    },
  },
  unreachable: {
    title: "Your payout didn’t load",
    text: "We couldn’t reach our server.",
    offline: "You seem to be offline. Check your connection.",
    retry: "Try again",
  },
  refusedSession: {
    title: "This payout can’t be shown",
    text: "Go back and start the payout again.",
  },
  blocked: {
    title: "One more step is needed",
    text: "You can’t complete this step here. No money was sent. Go back and contact the business that pays you.",
  },
  nothingOffered: {
    title: "No payout method is available",
    text: "Go back and contact the business that pays you.",
  },
  facts: {
    amount: "Amount",
    to: "Paid to",
    arrives: "Arrives",
    from: "From",
    reference: "Reference",
  },
  steps: {
    problemCount: (count) =>
      plural("en", count, { one: "Check 1 field.", other: `Check ${count} fields.` }),
  },
  timeline: {
    label: "Payout progress",
    requested: "Requested",
    approved: "Approval",
    sent: "Sent",
  },
};

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
