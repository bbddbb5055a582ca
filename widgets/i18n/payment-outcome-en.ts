import type { PaymentOutcomeTexts } from "./payment-outcome-texts.ts";

/** English. */
export const paymentOutcomeTexts: PaymentOutcomeTexts = {
  declined: {
    title: "Your payment didn’t go through",
    advice: {
      same: "You haven’t been charged. You can try again.",
      other_card: "You haven’t been charged. Use another card.",
      other_account: "You haven’t been charged. Use another account.",
      other_method: "You haven’t been charged. Choose another way to pay.",
      check_details: "You haven’t been charged. Check the details below and try again.",
      later: "You haven’t been charged. Try again in a few minutes.",
      none: "You haven’t been charged.",
    },
    reasons: {
      card_declined: "Your bank declined the card.",
      generic_decline: "Your bank declined the card.",
      do_not_honor: "Your bank declined the card.",
      insufficient_funds: "There isn’t enough money on the card.",
      lost_card: "Your bank declined the card.",
      stolen_card: "Your bank declined the card.",
      expired_card: "The card has expired.",
      incorrect_cvc: "The security code is wrong.",
      incorrect_number: "The card number is wrong.",
      processing_error: "Something went wrong at the bank.",
      processing_interrupted: "The payment was interrupted.",
      authentication_failed: "Your bank couldn’t confirm that it’s you.",
      authentication_canceled: "The confirmation with your bank was canceled.",
      authentication_timed_out: "The confirmation with your bank took too long.",
      authentication_rejected: "Your bank refused the payment.",
      authentication_unavailable: "Your bank’s confirmation couldn’t be reached.",
    },
    by: {
      bank: {
        advice: {
          same: "If money has left your account, it goes back. You can try again.",
          other_account: "If money has left your account, it goes back. Use another account.",
          other_method: "If money has left your account, it goes back. Choose another way to pay.",
          check_details:
            "If money has left your account, it goes back. Check the details below and try again.",
          later: "If money has left your account, it goes back. Try again later.",
          none: "If money has left your account, it goes back.",
        },
        reasons: {
          ach_r01: "There wasn’t enough money in the account.",
          ach_r02: "The account is closed.",
          ach_r03: "Your bank doesn’t know this account.",
          ach_r04: "The account number isn’t right.",
          ach_r05: "Your bank sent the payment back as not authorized.",
          ach_r07: "The authorization was revoked at your bank.",
          ach_r08: "The payment was stopped at your bank.",
          ach_r09: "The money in the account couldn’t be drawn on yet.",
          ach_r10: "Your bank sent the payment back as not authorized.",
          ach_r16: "The account is frozen.",
          ach_r20: "This kind of account can’t be debited.",
          ach_r29: "Your bank sent the payment back as not authorized.",
          bank_return: "Your bank sent the payment back.",
          debit_canceled: "The debit was called off before it was sent.",
        },
      },
      pay_by_bank: {
        reasons: {
          bank_access_denied: "You refused the payment at your bank.",
          bank_timed_out: "The time to confirm at your bank ran out.",
          bank_canceled: "You called off the payment by bank.",
          bank_insufficient_funds: "There isn’t enough money in this account.",
          bank_limit_exceeded: "This account has reached its limit.",
          payer_account_unusable: "This account can’t be paid from.",
          bank_rejected: "Your bank refused the payment.",
          bank_unavailable: "Your bank can’t be reached at the moment.",
          bank_mismatch: "The payment didn’t complete.",
        },
      },
    },
  },
  notices: {
    amountChanged: {
      title: "The amount has changed",
      text: (amount) => `It is ${amount} now. Nothing was charged; pay if you agree.`,
    },
    termsChanged: {
      title: "The authorization has changed",
      text: "Nothing was charged. Read it again below; pay if you agree.",
    },
    canceled: {
      title: "Not confirmed",
      text: "You left your bank’s confirmation, so nothing was charged. You can try again.",
    },
    notSent: {
      title: "No connection",
      text: "We couldn’t reach our server. Check your connection and try again: you won’t be charged twice.",
    },
    unavailable: {
      title: "Not possible just now",
      text: "Nothing was charged. Try again in a few minutes.",
    },
    inProgress: {
      title: "A payment is under way",
      text: "Another payment for this order is being made. We’re waiting for its result.",
    },
    refused: { title: "Your payment wasn’t accepted", text: "Nothing was charged." },
    priceLost: {
      title: "The amount couldn’t be loaded",
      text: "Check your connection and try again.",
    },
    priceRefused: {
      title: "Not available just now",
      text: "Choose another way to pay, or try again in a few minutes.",
    },
    refusals: {
      location_not_allowed: {
        title: "Not available where you are",
        text: "Payments to this business aren’t offered at your present location. Nothing was charged.",
      },
      location_unknown: {
        title: "We can’t tell where you are",
        text: "This business serves certain places only. If you use a VPN or a proxy, switch it off and try again. Nothing was charged.",
      },
    },
  },
  pending: {
    card: {
      title: "We’re still waiting for your bank",
      text: "This can take a few minutes. We’ll show the result here as soon as we know it.",
      leave: "You can leave this page: the payment goes on, and you won’t be charged twice.",
    },
    bank: {
      title: "Your bank payment is on its way",
      text: "Your bank will take a few business days. Until then the payment is pending, and it can still be returned.",
      leave: "There’s nothing more to do. You can leave this page: you’ll be told how it ended.",
    },
    pay_by_bank: {
      title: "Your bank is making the payment",
      text: "Most banks take seconds, some take until the next business day. We’ll show the result here as soon as we know it.",
      leave: "You can leave this page: the payment goes on, and you won’t be charged twice.",
    },
    crypto: {
      title: "Waiting for your transfer",
      text: "We’ll show it here as soon as it’s seen on the network.",
      leave: "Once you’ve sent it you can leave this page: the payment goes on.",
    },
    unknown: (status) => `The status of your payment is “${status}”.`,
  },
  mandateCopy: {
    save: "Save a copy of the authorization",
    lost: "The copy couldn’t be loaded. Try again.",
  },
  redirect: {
    title: "Go on at your bank",
    text: "Log in at your bank and confirm the payment. We’ll show the result here.",
    leave: (time) => `Nothing is paid until you confirm it there. There’s time until ${time}.`,
    open: "Go to your bank",
    giveUp: "Pay another way",
  },
  success: {
    title: "Payment complete",
    text: (amount, operator) => `You paid ${amount} to ${operator}.`,
    amount: "Amount",
    paidWith: {
      card: "Card",
      bank: "Bank account",
      pay_by_bank: "Bank account",
      crypto: "Address",
    },
    accountTypes: { checking: "checking", savings: "savings" },
    statement: "On your statement",
    reference: "Reference",
  },
  failed: { title: "Your payment didn’t go through" },
  expired: {
    title: "The time to pay has run out",
    text: "Nothing was charged. Go back to the shop and start the payment again.",
    renewing: "Getting your payment ready again…",
  },
  unreachable: {
    title: "The payment form can’t be loaded",
    text: "We couldn’t reach our server.",
    offline: "You seem to be offline. Check your connection.",
    retry: "Try again",
  },
  refusedSession: {
    title: "This payment can’t be shown",
    text: "Go back to the shop and start the payment again.",
  },
  blocked: {
    title: "One more step is needed",
    text: "This payment asks for something that can’t be given here yet. Go back to the shop.",
  },
};
