import type { PaymentOutcomeTexts } from "./payment-outcome-texts.ts";

const otherWay = {
  title: "This way to pay can’t be used here",
  text: "Nothing was charged. Choose another way to pay.",
};
const otherAsset = {
  title: "This asset can’t be used for this payment",
  text: "Nothing was charged. Choose another asset or network, or another way to pay.",
};
const tooSoon = {
  title: "A moment, please",
  text: "Nothing was charged. Wait a moment and try again.",
};

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
      incorrect_postal_code: "The postal code doesn’t match the card.",
      card_not_supported: "This card can’t be used for this payment.",
      card_velocity_exceeded: "The card has reached its limit.",
      call_issuer: "Your bank declined the card. It can tell you why.",
      try_again_later: "Your bank can’t take the payment at the moment.",
      issuer_unavailable: "Your bank can’t be reached at the moment.",
      processing_error: "Something went wrong at the bank.",
      processing_interrupted: "The payment was interrupted.",
      charge_reversed: "The payment didn’t complete, and what was charged goes back.",
      authentication_required: "Your bank wants to confirm this payment, and couldn’t.",
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
          ach_r06: "The payment was called back.",
          ach_r07: "The authorization was revoked at your bank.",
          ach_r08: "The payment was stopped at your bank.",
          ach_r09: "The money in the account couldn’t be drawn on yet.",
          ach_r10: "Your bank sent the payment back as not authorized.",
          ach_r11: "Your bank sent the payment back: not as authorized.",
          ach_r12: "The account has moved to another bank.",
          ach_r13: "Your bank doesn’t take this kind of payment.",
          ach_r14: "Nobody may pay from this account any more.",
          ach_r15: "Nobody may pay from this account any more.",
          ach_r16: "The account is frozen.",
          ach_r17: "Your bank sent the payment back.",
          ach_r20: "This kind of account can’t be debited.",
          ach_r23: "Your bank sent the payment back.",
          ach_r24: "Your bank took it for a second payment of the same.",
          ach_r29: "Your bank sent the payment back as not authorized.",
          bank_return: "Your bank sent the payment back.",
          bank_account_barred: "This account can’t be debited any more.",
          bank_account_unusable: "This account can’t be debited.",
          bank_account_retries_used_up: "This account can’t be debited again for this payment.",
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
      crypto: {
        advice: {
          same: "You can try again with a new address.",
          other_method: "Choose another way to pay.",
          later: "Try again in a few minutes.",
          none: "Don’t send anything more to the address.",
        },
        reasons: {
          deposit_not_received:
            "Nothing arrived while the rate held. If you have sent it, contact the shop.",
          deposit_canceled: "You chose not to send it. If you have sent it, contact the shop.",
          underpaid: "Less arrived than was asked for. Contact the shop to get it back.",
          overpaid: "More arrived than was asked for. Contact the shop about the rest.",
          paid_late: "The transfer arrived after the rate had run out. Contact the shop about it.",
          wrong_asset: "Something else than what was asked for arrived. Contact the shop about it.",
          chain_reorganised: "The network took the transfer back.",
          network_unavailable: "The network can’t be reached at the moment.",
        },
      },
    },
  },
  anyReason: null,
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
      payment_method_type_not_enabled: otherWay,
      payment_method_not_found: {
        title: "This one isn’t kept any more",
        text: "Nothing was charged. Enter it again, or choose another way to pay.",
      },
      return_url_missing: otherWay,
      return_url_not_allowed: otherWay,
      crypto_not_offered: otherAsset,
      crypto_currency_unsupported: otherWay,
      crypto_amount_too_small: otherAsset,
      amount_too_large: {
        title: "The amount is too large",
        text: "With fees and tax it is more than can be paid here. Nothing was charged.",
      },
      requirements_unmet: {
        title: "One more step is needed",
        text: "Nothing was charged. Complete what is asked for here; you pay after it.",
      },
      too_many_attempts: {
        title: "Too many tries with a card",
        text: "This try was not charged. Wait an hour, or pay another way.",
      },
      payment_attempts_used_up: {
        title: "Too many tries",
        text: "Nothing was charged. Go back to the shop and start the payment again.",
      },
      rate_limited: tooSoon,
      form_not_ready: tooSoon,
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
    overpaid: {
      title: "You sent more than was asked",
      text: (operator) => `${operator} can see it. Contact them about the rest.`,
    },
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
