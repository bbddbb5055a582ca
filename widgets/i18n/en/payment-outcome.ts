import type { PaymentOutcomeTexts } from "../payment-outcome-texts.ts";

const otherWay = {
  title: "This payment method isn’t available here",
  text: "You haven’t been charged. Choose another payment method.",
};
const otherAsset = {
  title: "This asset isn’t available for this payment",
  text: "You haven’t been charged. Choose another asset, network or payment method.",
};

export const paymentOutcomeTexts: PaymentOutcomeTexts = {
  declined: {
    title: "Your payment didn’t go through",
    advice: {
      same: "You haven’t been charged. You can try again.",
      other_card: "You haven’t been charged. Use another card.",
      other_account: "You haven’t been charged. Use another account.",
      other_method: "You haven’t been charged. Choose another payment method.",
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
      gambling_not_allowed:
        "Your bank doesn’t allow this kind of payment with this card. Try a debit card or a bank account.",
      do_not_try_again: "Your bank declined the card.",
      card_velocity_exceeded: "The card has reached its limit.",
      call_issuer: "Your bank declined the card. Ask your bank why.",
      try_again_later: "Your bank can’t accept the payment right now.",
      issuer_unavailable: "We can’t reach your bank right now.",
      processing_error: "Something went wrong at the bank.",
      processing_interrupted: "The payment was interrupted.",
      charge_reversed: "The payment didn’t complete. We’re returning what was charged.",
      authentication_required: "Your bank needs you to confirm this payment, and couldn’t ask you.",
      authentication_failed: "Your bank couldn’t confirm that it was you.",
      authentication_canceled: "You canceled the confirmation with your bank.",
      authentication_timed_out: "The confirmation with your bank took too long.",
      authentication_rejected: "Your bank declined the payment.",
      authentication_unavailable: "We couldn’t reach your bank for the confirmation.",
      payment_canceled: "The business canceled this payment.",
    },
    by: {
      bank: {
        advice: {
          same: "If money has left your account, it will be returned. You can try again.",
          other_account:
            "If money has left your account, it will be returned. Use another account.",
          other_method:
            "If money has left your account, it will be returned. Choose another payment method.",
          check_details:
            "If money has left your account, it will be returned. Check the details below and try again.",
          later: "If money has left your account, it will be returned. Try again later.",
          none: "If money has left your account, it will be returned.",
        },
        reasons: {
          ach_r01: "There wasn’t enough money in the account.",
          ach_r02: "The account is closed.",
          ach_r03: "Your bank doesn’t recognize this account.",
          ach_r04: "The account number is wrong.",
          ach_r05: "Your bank returned the payment as not authorized.",
          ach_r06: "The payment was recalled.",
          ach_r07: "You revoked the authorization at your bank.",
          ach_r08: "You stopped the payment at your bank.",
          ach_r09: "The money in the account wasn’t available yet.",
          ach_r10: "Your bank returned the payment as not authorized.",
          ach_r11: "Your bank returned the payment because it differed from the authorization.",
          ach_r12: "The account has moved to another bank.",
          ach_r13: "Your bank doesn’t accept this type of payment.",
          ach_r14: "This account can no longer be used to pay.",
          ach_r15: "This account can no longer be used to pay.",
          ach_r16: "The account is frozen.",
          ach_r17: "Your bank returned the payment.",
          ach_r20: "This type of account can’t be debited.",
          ach_r23: "Your bank returned the payment.",
          ach_r24: "Your bank treated it as a duplicate payment.",
          ach_r29: "Your bank returned the payment as not authorized.",
          bank_return: "Your bank returned the payment.",
          bank_account_barred: "This account can no longer be debited.",
          bank_account_unusable: "This account can’t be debited.",
          bank_account_retries_used_up: "This account can’t be debited again for this payment.",
          bank_login_used: "This login at your bank was already used.",
          bank_login_ended: "Your bank no longer shares this account. Log in to your bank again.",
          bank_access_ended: "Your bank no longer shares this account. Log in to your bank again.",
          debit_canceled: "The debit was canceled before it was sent.",
        },
      },
      pay_by_bank: {
        reasons: {
          bank_access_denied: "You declined the payment at your bank.",
          bank_timed_out: "The time to confirm at your bank ran out.",
          bank_canceled: "You canceled the payment at your bank.",
          bank_insufficient_funds: "There isn’t enough money in this account.",
          bank_limit_exceeded: "This account has reached its limit.",
          payer_account_unusable: "You can’t pay from this account.",
          bank_rejected: "Your bank declined the payment.",
          bank_unavailable: "We can’t reach your bank right now.",
          bank_mismatch: "The payment didn’t complete.",
        },
      },
      crypto: {
        advice: {
          same: "You can try again with a new address.",
          other_method: "Choose another payment method.",
          later: "Try again in a few minutes.",
          none: "Don’t send anything else to the address.",
        },
        reasons: {
          deposit_not_received:
            "Nothing arrived while the rate was valid. If you sent it, contact the business.",
          payment_canceled:
            "The business canceled this payment. If you already sent it, contact them.",
          deposit_canceled: "You chose not to send it. If you sent it, contact the business.",
          underpaid: "Less arrived than requested. Contact the business to get it back.",
          overpaid: "More arrived than requested. Contact the business about the rest.",
          paid_late: "The transfer arrived after the rate expired. Contact the business about it.",
          wrong_asset: "A different asset arrived. Contact the business about it.",
          chain_reorganised: "The network reversed the transfer.",
          network_unavailable: "We can’t reach the network right now.",
        },
      },
    },
  },
  anyReason: null,
  notices: {
    amountChanged: {
      title: "The amount has changed",
      text: (amount) =>
        `The new total is ${amount}. You haven’t been charged. Review it, then pay.`,
    },
    termsChanged: {
      title: "The authorization has changed",
      text: "You haven’t been charged. Read the new authorization below, then pay.",
    },
    canceled: {
      title: "Not confirmed",
      text: "You left your bank’s page before confirming. You haven’t been charged. You can try again.",
    },
    notSent: {
      title: "No connection",
      text: "We couldn’t reach our server. Check your connection and try again. You won’t be charged twice.",
    },
    unavailable: {
      title: "Not available right now",
      text: "You haven’t been charged. Try again in a few minutes.",
    },
    refused: { title: "Your payment wasn’t accepted", text: "You haven’t been charged." },
    priceLost: {
      title: "The amount didn’t load",
      text: "You haven’t been charged. Check your connection and try again.",
    },
    priceRefused: {
      title: "Not available right now",
      text: "You haven’t been charged. Choose another payment method, or try again in a few minutes.",
    },
    refusals: {
      location_not_allowed: {
        title: "Not available where you are",
        text: "You can’t pay this business from your location. You haven’t been charged.",
      },
      location_unknown: {
        title: "We can’t find your location",
        text: "This business serves only certain places. If you use a VPN or proxy, turn it off and try again. You haven’t been charged.",
      },
      payment_method_type_not_enabled: otherWay,
      payment_method_not_found: {
        title: "This payment method is no longer saved",
        text: "You haven’t been charged. Enter it again or choose another payment method.",
      },
      return_url_missing: otherWay,
      return_url_not_allowed: otherWay,
      crypto_not_offered: otherAsset,
      crypto_currency_unsupported: otherWay,
      crypto_amount_too_small: otherAsset,
      amount_too_large: {
        title: "The amount is too large",
        text: "With fees and tax, it’s over the limit. You haven’t been charged.",
      },
      requirements_unmet: {
        title: "One more step is needed",
        text: "You haven’t been charged. Complete this step, then pay.",
      },
      too_many_attempts: {
        title: "Too many card attempts",
        text: "You haven’t been charged for this attempt. Wait 1 hour or choose another payment method.",
      },
      payment_attempts_used_up: {
        title: "Too many attempts",
        text: "You haven’t been charged. Go back and start the payment again.",
      },
      form_not_ready: {
        title: "The form is still loading",
        text: "You haven’t been charged. Wait a moment, then try again.",
      },
    },
  },
  pending: {
    card: {
      title: "We’re still waiting for your bank",
      text: "This can take a few minutes. We don’t know yet whether you were charged. We’ll show the result here.",
      leave: "You can leave this page. The payment continues, and you won’t be charged twice.",
    },
    bank: {
      title: "Your bank payment is on its way",
      text: "Your bank takes a few business days. Until then, the payment is pending and your bank can return it.",
      leave: "You can leave this page. There’s nothing more to do.",
    },
    pay_by_bank: {
      title: "Your bank is making the payment",
      text: "Most banks take seconds, and some take until the next business day. We’ll show the result here.",
      leave: "You can leave this page. The payment continues, and you won’t be charged twice.",
    },
    crypto: {
      title: "Waiting for your transfer",
      text: "We’ll show it here when it reaches the network.",
      leave: "After you send it, you can leave this page. The payment continues.",
    },
    unknown: (status) => `The status of your payment is “${status}”.`,
  },
  mandateCopy: {
    save: "Save a copy of the authorization",
    lost: "The copy didn’t load. Try again.",
  },
  redirect: {
    title: "Continue at your bank",
    text: "Log in at your bank and confirm the payment. We’ll show the result here.",
    leave: (time) => `You haven’t paid yet. Confirm at your bank before ${time}.`,
    open: "Go to your bank",
    giveUp: "Choose another payment method",
  },
  success: {
    title: "Payment complete",
    text: (amount, operator) => `You paid ${amount} to ${operator}.`,
    amount: "Amount",
    overpaid: {
      title: "You sent more than requested",
      text: (operator) => `${operator} can see it. Contact them about the rest.`,
    },
    paidWith: {
      card: "Card",
      bank: "Bank account",
      pay_by_bank: "Bank account",
      crypto: "Address",
    },
    accountTypes: { checking: "checking", savings: "savings" },
    account: (bankName, accountType, last4) =>
      `${bankName === null ? "" : `${bankName}, `}${accountType} ••••\u00a0${last4}`,
    statement: "On your statement",
    reference: "Reference",
    refunds: "Refunds",
  },
  expired: {
    title: "This payment has expired",
    text: "You haven’t been charged. Go back and start the payment again.",
    renewing: "Loading your payment again…",
    unknown: {
      title: "This page has expired",
      text: "Go back to check whether your payment went through.",
    },
  },
  slot: {
    loading: "Loading…",
    lost: "This payment method didn’t load. Check your connection.",
  },
  lostPart: "Part of the form didn’t load. You won’t be charged twice.",
  unreachable: {
    title: "The payment form didn’t load",
    text: "We couldn’t reach our server.",
    offline: "You seem to be offline. Check your connection.",
    retry: "Try again",
  },
  refusedSession: {
    title: "This payment can’t be shown",
    text: "Go back and start the payment again.",
  },
  blocked: {
    title: "One more step is needed",
    text: "You can’t complete this step here. You haven’t been charged. Go back and contact the business.",
  },
};
