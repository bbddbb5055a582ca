import type { DisbursementTexts } from "./disbursement-texts.ts";

const span = (least: number, most: number, one: string, many: string) =>
  least === most ? `${most} ${most === 1 ? one : many}` : `${least}–${most} ${many}`;

/** English. */
export const disbursementTexts: DisbursementTexts = {
  language: "en",
  title: "Your payout",
  youReceive: "You’ll receive",
  amounts: {
    gross: "Payout",
    withheld: (rate) => `Federal tax withheld (${rate})`,
    withheldWhy: (operator) =>
      `Your W‑9 says that backup withholding applies. ${operator} pays this part to the IRS for you; it counts toward your tax.`,
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
      other: "One more thing",
      method: "How to be paid",
      review: "Confirm",
    },
  },
  year: {
    title: (total, year) => `With this payout you reach ${total} in ${year}`,
    text: (threshold, asks) => `From ${threshold} a year on, US tax rules ask for ${asks}.`,
    asks: {
      identity_document: "a check of your identity document",
      tax_information: "your tax information (Form W‑9)",
    },
    and: " and ",
  },
  method: {
    title: "How would you like to be paid?",
    text: "Times count from approval.",
    legend: "Ways to be paid",
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
    choose: "Choose how to be paid.",
    save: "Remember this for my next payout",
    remove: {
      label: (method) => `Remove ${method}`,
      title: (method) => `Remove ${method}?`,
      text: "We erase it at once. To be paid this way again, you enter it anew.",
      yes: "Remove",
      busy: "Removing…",
      no: "Keep it",
      failed: "It couldn’t be removed. Check your connection and try again.",
      removed: (method) => `${method} was removed.`,
    },
    goOn: "Continue",
    formLost: "The form couldn’t be loaded. Check your connection.",
    retry: "Try again",
    refusals: {
      routing_number_invalid: "Check the routing number: no bank has it.",
      bank_login_not_confirmed: "Your bank hasn’t confirmed the account. Log in once more.",
      crypto_address_invalid: "Check the address: the network doesn’t know it.",
      crypto_network_unsupported: "This asset isn’t sent on this network. Choose another network.",
      card_number_invalid: "Check the card number: a digit seems to be wrong.",
      card_brand_unsupported: "Money can’t be sent to this kind of card. Use another way.",
      card_expired: "The card has expired. Use another one.",
      card_expiry_invalid: "Check the expiry date.",
      payout_method_not_found: "This one isn’t kept any more. Enter it again, or choose another.",
      payout_method_type_not_enabled: "This way isn’t offered for this payout. Choose another.",
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
    title: "Is everything right?",
    to: "Paid to",
    arrives: "Arrives",
    change: "Change",
    text: (operator) => `${operator} approves every payout before it is sent.`,
    cryptoText: "Once it is sent it can’t be taken back.",
    confirm: (amount) => `Request ${amount}`,
    sending: "Requesting your payout…",
    checking: "Checking your payout…",
  },
  notices: {
    amountChanged: {
      title: "The amount has changed",
      text: (amount) => `You’ll receive ${amount} now. Confirm if you agree.`,
    },
    notSent: {
      title: "No connection",
      text: "We couldn’t reach our server. Check your connection and try again: you won’t be paid twice, and nothing is lost.",
    },
    refused: {
      title: "Your request wasn’t accepted",
      text: "Try again, or choose another way to be paid.",
    },
    refusals: {
      location_not_allowed: {
        title: "Not available where you are",
        text: "Payouts aren’t offered at your present location.",
      },
      location_unknown: {
        title: "We can’t tell where you are",
        text: "Payouts are offered in certain places only. If you use a VPN or a proxy, switch it off and try again.",
      },
      feature_not_enabled: {
        title: "Payouts aren’t offered just now",
        text: "Nothing was requested. Ask whoever owes you the money.",
      },
      rate_limited: {
        title: "That was too fast",
        text: "Nothing was requested. Wait a moment and try again.",
      },
    },
  },
  waiting: {
    title: "Waiting for approval",
    text: (operator) => `${operator} looks at your request, then the money is sent.`,
    leave: "You can leave this page and come back: nothing is lost.",
    w9: {
      title: "Your tax form is still needed",
      text: "The payout can be approved once your Form W‑9 is complete.",
    },
  },
  w9Later: "Later",
  processing: {
    title: "Approved: your money is on its way",
    text: (arrival) =>
      arrival === ""
        ? "You can leave this page."
        : `It arrives ${arrival}. You can leave this page.`,
  },
  unknown: {
    title: "Your payout is under way",
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
      account_not_found: "The bank doesn’t know this account: a digit may be wrong.",
      account_number_invalid: "The bank doesn’t know this account: a digit may be wrong.",
      account_frozen: "The bank account can’t take money at the moment.",
      account_not_payable: "This kind of account can’t take payouts. Use a checking account.",
      credit_refused: "The bank sent the money back.",
      card_not_supported:
        "Money can’t be sent to this card: it may be a credit card. Use a debit card.",
      expired_card: "The card has expired.",
      lost_card: "The bank refused the card.",
      stolen_card: "The bank refused the card.",
      address_refused: "Money can’t be sent to this address.",
      network_unavailable: "The network couldn’t be reached.",
      limit_exceeded: "The amount is above what can be sent there.",
      compliance_refused: "This payout can’t be made.",
      processing_error: "Something went wrong while the money was sent.",
      canceled: "The payout was called off before it was sent.",
    },
    advice: (operator) => `The money is still yours. Ask ${operator} to start the payout again.`,
  },
  rejected: {
    title: "Your payout wasn’t approved",
    text: (operator) => `No money was sent. ${operator} can tell you why, and what to do next.`,
  },
  refunded: {
    title: "The money came back",
    text: (operator) =>
      `It couldn’t be credited and was sent back to ${operator}. Ask them to pay you in another way.`,
  },
  voided: {
    title: "Your payout was called off",
    text: (operator) => `No money was sent. ${operator} can tell you more.`,
  },
  expired: {
    title: "The time to choose has run out",
    text: "Your money is safe. Go back and start the payout again.",
    renewing: "Getting your payout ready again…",
  },
  unreachable: {
    title: "Your payout can’t be loaded",
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
    text: "This payout asks for something that can’t be given here yet. Go back and ask for help.",
  },
  nothingOffered: {
    title: "No way to be paid is offered",
    text: "Go back and ask for help: no way to be paid is set up for this payout.",
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
      count === 1 ? "One field needs your attention." : `${count} fields need your attention.`,
  },
  timeline: {
    label: "Where your payout stands",
    requested: "Requested",
    approved: "Approval",
    sent: "Sent",
  },
};

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
