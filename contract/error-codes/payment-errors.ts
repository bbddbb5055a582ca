import type { ErrorCodeTable } from "./error-code-table.ts";

/** Refusals about payments, their prices and payment methods. */
export const paymentErrors = {
  // amounts
  currency_unknown: { status: 400, message: "The currency is not an ISO 4217 code in upper case." },
  amount_not_positive: { status: 400, message: "The amount must be greater than zero." },
  amount_too_large: { status: 400, message: "The amount is larger than 999,999,999.99." },
  amount_precision: {
    status: 400,
    message: "The amount has more decimal places than its currency.",
  },
  // payments
  duplicate_external_payment_intent_id: {
    status: 400,
    message: "A payment intent with this externalPaymentIntentId already exists.",
  },
  customer_not_found: {
    status: 400,
    message: "There is no customer with this externalCustomerId.",
  },
  card_number_invalid: { status: 400, message: "The card number is not valid." },
  card_expired: { status: 400, message: "The card has expired." },
  card_expiry_invalid: { status: 400, message: "The expiry date is not valid." },
  card_cvc_invalid: { status: 400, message: "The security code is not valid." },
  card_brand_unsupported: { status: 400, message: "Cards of this brand are not accepted." },
  payment_method_type_not_enabled: {
    status: 400,
    message: "This payment method is not enabled for this payment.",
  },
  payment_method_not_found: { status: 400, message: "This saved payment method does not exist." },
  return_url_missing: {
    status: 400,
    message: "Send `returnUrl`, the page the customer returns to.",
  },
  return_url_not_allowed: {
    status: 400,
    message: "`returnUrl` must have one of the operator's allowed origins.",
  },
  payment_in_progress: { status: 409, message: "Another payment attempt is still in progress." },
  payment_already_succeeded: { status: 409, message: "This has already been paid." },
  payment_intent_expired: { status: 409, message: "The time to pay has run out." },
  too_many_attempts: {
    status: 429,
    message:
      "Too many card attempts. Try again after `Retry-After`; without that header, create a new payment " +
      "intent. The customer has not been charged.",
  },
  bank_logins_used_up: {
    status: 409,
    message: "Too many bank logins for this intent. Use another method, or create a new intent.",
  },
  payment_attempts_used_up: {
    status: 409,
    message: "Too many payment attempts. Create a new payment intent.",
  },
  amount_changed: { status: 409, message: "The amount has changed since it was shown." },
  processor_unavailable: {
    status: 503,
    message: "No payment processor can be reached right now. The customer has not been charged.",
  },
  // banks
  mandate_changed: {
    status: 400,
    message: "The authorization text has changed. Show the customer the new text first.",
  },
  bank_account_barred: {
    status: 400,
    message: "This bank account cannot be debited: an earlier debit was disputed or revoked.",
  },
  bank_account_unusable: {
    status: 400,
    message: "The bank returned this payment. Use another account.",
  },
  bank_account_retries_used_up: {
    status: 400,
    message: "The bank has returned this payment three times. Use another payment method.",
  },
  bank_login_not_confirmed: {
    status: 400,
    message: "The customer has not shared an account through this bank login.",
  },
  bank_login_used: {
    status: 400,
    message: "This bank login has already been used for a payment. The customer logs in again.",
  },
  bank_login_unavailable: {
    status: 503,
    message: "Bank login is not available right now. Use another method.",
  },
  // crypto
  crypto_not_offered: {
    status: 400,
    message: "Payments with this asset on this network are not available right now.",
  },
  crypto_currency_unsupported: {
    status: 400,
    message: "Amounts in this currency cannot be paid with crypto.",
  },
  crypto_amount_too_small: {
    status: 400,
    message: "The amount is too small to pay with this asset.",
  },
  crypto_quote_expired: { status: 409, message: "The rate has expired. Request a new one." },
  crypto_rates_unavailable: {
    status: 503,
    message: "Crypto rates are not available right now. The customer has not been charged.",
  },
} as const satisfies ErrorCodeTable;
