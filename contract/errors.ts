/**
 * Every error code that the service answers with: its HTTP status and its default text. One table,
 * because the codes are a promise: never renamed, never reused for something else. The reference
 * page lists it, and a test holds that each one is used and documented. Long, because it is all of them.
 */
import * as z from "zod/mini";

/** Code → status and the text used when the place of the error has no better one. */
export const errorCodes = {
  // 400: the request itself
  malformed_json: { status: 400, message: "The body is not valid JSON." },
  body_required: { status: 400, message: "This request needs a JSON body." },
  body_too_complex: {
    status: 400,
    message: "The body has more than 32 levels of nesting or more than 10,000 values.",
  },
  duplicate_field: { status: 400, message: "The body has the same field twice." },
  malformed_request: { status: 400, message: "This is not a valid HTTP request." },
  validation_failed: { status: 400, message: "The request has invalid fields; see `errors`." },
  unknown_field: { status: 400, message: "The request has a field that does not exist here." },
  required: { status: 400, message: "This field is required." },
  invalid_type: { status: 400, message: "This field has the wrong type." },
  invalid_value: { status: 400, message: "This field has a value that is not allowed." },
  invalid_idempotency_key: {
    status: 400,
    message: "Idempotency-Key takes 1 to 255 printable ASCII characters.",
  },
  // 400: money
  currency_unknown: { status: 400, message: "The currency is not an ISO 4217 code in upper case." },
  amount_not_positive: { status: 400, message: "The amount must be greater than zero." },
  amount_too_large: { status: 400, message: "The amount is larger than 999,999,999.99." },
  amount_precision: {
    status: 400,
    message: "The amount has more decimal places than its currency.",
  },
  // 400: customers
  duplicate_external_customer_id: {
    status: 400,
    message: "A customer with this externalCustomerId exists already.",
  },
  duplicate_email: { status: 400, message: "A customer with this e-mail address exists already." },
  email_disposable: {
    status: 400,
    message: "This e-mail address belongs to a disposable or temporary provider.",
  },
  email_plus_not_allowed: {
    status: 400,
    message: "The part of an e-mail address before the @ may not contain a plus sign.",
  },
  phone_not_normalisable: {
    status: 400,
    message: "The phone number can't be brought into E.164 form.",
  },
  // 400: payments
  duplicate_external_payment_intent_id: {
    status: 400,
    message: "A payment intent with this externalPaymentIntentId exists already.",
  },
  customer_not_found: {
    status: 400,
    message: "There is no customer with this externalCustomerId.",
  },
  card_number_invalid: { status: 400, message: "The card number is not valid." },
  card_expired: { status: 400, message: "The card has expired." },
  card_expiry_invalid: { status: 400, message: "The expiry date is not valid." },
  card_cvc_invalid: { status: 400, message: "The security code is not valid." },
  card_brand_unsupported: { status: 400, message: "Cards of this brand are not taken." },
  payment_method_type_not_enabled: {
    status: 400,
    message: "This way to pay is not enabled for this payment.",
  },
  payment_method_not_found: { status: 400, message: "There is no such saved payment method." },
  return_url_missing: {
    status: 400,
    message: "Say where the customer comes back to: `returnUrl`.",
  },
  return_url_not_allowed: {
    status: 400,
    message: "`returnUrl` must be an address of one of the operator's allowed origins.",
  },
  // 400: payments by bank
  mandate_changed: {
    status: 400,
    message: "The text of the authorization has changed: show the customer the new one first.",
  },
  bank_account_barred: {
    status: 400,
    message: "This bank account can't be debited: an earlier debit was disputed or revoked.",
  },
  bank_account_unusable: {
    status: 400,
    message: "The bank sent this payment back from this account. Use another account.",
  },
  bank_account_retries_used_up: {
    status: 400,
    message: "This payment came back from this account three times. Pay another way.",
  },
  // 400: payments by crypto
  crypto_not_offered: {
    status: 400,
    message: "This asset can't be paid with on this network at the moment.",
  },
  crypto_currency_unsupported: {
    status: 400,
    message: "What is due in this currency can't be paid with crypto.",
  },
  crypto_amount_too_small: {
    status: 400,
    message: "The amount is too small to be sent with this asset.",
  },
  // 400: disbursements
  duplicate_external_disbursement_intent_id: {
    status: 400,
    message: "A disbursement intent with this externalDisbursementIntentId exists already.",
  },
  payout_method_type_not_enabled: {
    status: 400,
    message: "This way to be paid is not enabled for this payout.",
  },
  payout_method_not_found: { status: 400, message: "There is no such saved payout method." },
  routing_number_invalid: { status: 400, message: "The routing number is not valid." },
  crypto_address_invalid: {
    status: 400,
    message: "This is not a valid address on this network.",
  },
  crypto_network_unsupported: {
    status: 400,
    message: "This asset is not sent on this network.",
  },
  w9_not_completed: { status: 400, message: "The customer has not completed a W-9." },
  kyc_not_verified: { status: 400, message: "The customer's identity is not verified." },
  // 400: prizes
  duplicate_external_prize_id: {
    status: 400,
    message: "A prize with this externalPrizeId exists already.",
  },
  prize_below_threshold: {
    status: 400,
    message: "The prize is below what is recorded for its game.",
  },
  // 400: tax filings
  payer_missing: {
    status: 400,
    message: "The operator's setting `payer` names nobody yet: tax forms need a payer.",
  },
  tax_header_refused: {
    status: 400,
    message: "The header row does not fit the form; see `errors`.",
  },
  bank_login_not_confirmed: {
    status: 400,
    message: "The customer has not shared an account by this bank login.",
  },
  // 400: location
  ip_address_invalid: { status: 400, message: "This is not an IPv4 or IPv6 address." },
  location_not_allowed: {
    status: 400,
    message: "This is not offered where the customer is.",
  },
  location_unknown: {
    status: 400,
    message: "It can't be told where the customer is, and this is not offered everywhere.",
  },
  // text messages
  phone_number_missing: {
    status: 400,
    message: "The customer has no phone number yet: send one.",
  },
  phone_number_verified: {
    status: 409,
    message: "The customer's phone number is verified. Only the operator's server can change it.",
  },
  sms_number_unreachable: {
    status: 400,
    message: "No text messages reach this number. Use another one.",
  },
  sms_code_wrong: { status: 400, message: "This is not the code." },
  sms_not_started: {
    status: 409,
    message: "No code is under way: ask for one first.",
  },
  sms_code_expired: { status: 410, message: "The code has expired: ask for a new one." },
  sms_too_many_attempts: {
    status: 429,
    message: "Too many wrong codes: ask for a new one.",
  },
  sms_locked: {
    status: 429,
    message: "Too many wrong codes today; try again as `Retry-After` says.",
  },
  sms_sent_recently: {
    status: 429,
    message: "A code was sent a moment ago; the next one as `Retry-After` says.",
  },
  sms_unavailable: {
    status: 503,
    message: "Text messages can't be sent at the moment.",
  },
  // identity verification
  kyc_image_unsupported: {
    status: 400,
    message: "This file is no picture that can be read: use JPEG, PNG or WebP.",
  },
  kyc_image_too_complex: {
    status: 400,
    message: "This picture takes too long to read. Take a new photo with the camera.",
  },
  kyc_side_unknown: { status: 400, message: "This document has no such side." },
  kyc_image_too_large: { status: 413, message: "The picture is larger than 12 MiB." },
  kyc_consent_required: { status: 409, message: "The customer has to agree first." },
  kyc_upload_offset: {
    status: 409,
    message: "The next piece begins at another place; see `offset`.",
  },
  kyc_side_missing: { status: 409, message: "A side of the document is missing." },
  kyc_already_submitted: { status: 409, message: "The document has been sent in already." },
  kyc_retry_not_allowed: {
    status: 409,
    message: "This verification can't be tried again by the customer.",
  },
  kyc_retry_limit: {
    status: 429,
    message: "Too many tries in a day; the next one as `Retry-After` says.",
  },
  // W-9
  tin_invalid: { status: 400, message: "This can't be a taxpayer identification number." },
  w9_confirmation_wrong: { status: 400, message: "This is not what is on file." },
  w9_copy_unavailable: {
    status: 403,
    message: "The copy is open for an hour after signing, to whoever signed.",
  },
  w9_already_completed: { status: 409, message: "This W-9 has been signed already." },
  w9_form_changed: {
    status: 409,
    message: "The form has a newer revision than the one that was signed.",
  },
  w9_confirmation_locked: {
    status: 429,
    message: "Too many wrong answers with this link; the form can be filled in by hand.",
  },
  // the operator's console
  password_too_common: {
    status: 400,
    message: "This password would be guessed first. Take another one, such as four random words.",
  },
  duplicate_staff_email: {
    status: 400,
    message: "Somebody has an account with this e-mail address already.",
  },
  login_failed: { status: 401, message: "The e-mail address or the password is wrong." },
  second_factor_failed: { status: 401, message: "That is not right." },
  passkey_failed: { status: 401, message: "That passkey was not accepted." },
  session_required: { status: 401, message: "Log in first." },
  csrf_token_wrong: {
    status: 403,
    message: "Send the session's token in `x-csrf-token`; reload the page.",
  },
  role_not_allowed: { status: 403, message: "Your role does not allow this." },
  last_admin: {
    status: 409,
    message: "This is the last admin who can log in: make somebody else an admin first.",
  },
  review_claimed: { status: 409, message: "Somebody else has this case open." },
  invitation_invalid: {
    status: 410,
    message: "This invitation was used, replaced or has expired: ask for a new one.",
  },
  login_locked: {
    status: 429,
    message: "Too many failed tries; the next one as `Retry-After` says.",
  },
  requirements_unmet: {
    status: 409,
    message: "The customer has to complete a step first; see `requirements`.",
  },
  webhook_url_invalid: { status: 400, message: "The webhook URL can't be used." },
  ach_file_shared: {
    status: 409,
    message:
      "This file also holds other operators' entries. Who runs the service decides about it on the command line.",
  },
  too_many_webhook_endpoints: {
    status: 400,
    message: "There are 16 webhook endpoints already. Delete one before you add another.",
  },
  // 401, 403
  api_key_missing: {
    status: 401,
    message: "Send your secret key as `Authorization: Bearer sk_…`.",
  },
  api_key_invalid: { status: 401, message: "This API key does not exist or was revoked." },
  wrong_environment: {
    status: 401,
    message: "This key belongs to the other environment (sandbox or production).",
  },
  client_secret_missing: {
    status: 401,
    message: "Send the client secret as `Authorization: Bearer …`.",
  },
  client_secret_invalid: {
    status: 401,
    message: "This client secret does not exist: use the one that the service gave your server.",
  },
  client_secret_expired: { status: 401, message: "This client secret has expired." },
  publishable_key_invalid: {
    status: 401,
    message: "The publishable key is missing, unknown, or of another operator.",
  },
  tax_type_not_enabled: {
    status: 403,
    message: "Prizes of this game can't be recorded: it is none of the operator's tax types.",
  },
  secret_key_required: {
    status: 403,
    message: "A publishable key can't be used here; use the secret key, from your server.",
  },
  address_not_allowed: {
    status: 403,
    message: "This key can't be used from this address: it is not on the key's list.",
  },
  scope_missing: { status: 403, message: "This key lacks the scope for this." },
  dual_control_required: {
    status: 403,
    message:
      "The person or key that created a payout can't approve it. Another person or key must.",
  },
  approval_limit_exceeded: {
    status: 403,
    message: "This approval is above what may be approved in a day.",
  },
  origin_not_allowed: { status: 403, message: "Calls from this origin are not allowed." },
  feature_not_enabled: { status: 403, message: "This feature is not enabled for this operator." },
  // 404
  not_found: { status: 404, message: "There is nothing here." },
  resource_not_found: { status: 404, message: "There is no such resource." },
  // 405, 408, 409, 410
  method_not_allowed: { status: 405, message: "This address does not take this method." },
  idempotency_key_reused: {
    status: 409,
    message: "This Idempotency-Key was used with another request.",
  },
  idempotency_key_in_use: {
    status: 409,
    message: "A request with this Idempotency-Key is still running.",
  },
  request_timeout: { status: 408, message: "The request did not arrive in time." },
  payment_in_progress: { status: 409, message: "Another attempt to pay is still under way." },
  payment_already_succeeded: { status: 409, message: "This has been paid already." },
  payment_intent_expired: { status: 409, message: "The time to pay has run out." },
  too_many_attempts: {
    status: 429,
    message:
      "Too many attempts by card. With `Retry-After`, another one is possible then; without it, this " +
      "payment intent takes no more. Nothing was charged.",
  },
  payment_attempts_used_up: {
    status: 409,
    message: "Too many attempts to pay this were made; it takes a new payment intent.",
  },
  crypto_quote_expired: { status: 409, message: "The rate has run out; ask for a new one." },
  amount_changed: { status: 409, message: "The amount has changed since it was shown." },
  disbursement_already_submitted: {
    status: 409,
    message: "How to be paid has been chosen already.",
  },
  disbursement_intent_expired: { status: 409, message: "The time to choose has run out." },
  disbursement_changed: {
    status: 409,
    message: "The disbursement has changed since that version; look at it again.",
  },
  erasure_blocked: {
    status: 409,
    message: "Money or a review of this customer is under way; see `blockers`.",
  },
  conflicting_state: { status: 409, message: "The resource is not in a state that allows this." },
  too_many_passkeys: { status: 409, message: "Remove a passkey before you add another." },
  passkeys_unavailable: {
    status: 409,
    message: "There is no passkey, or `PUBLIC_URL` names no host that passkeys work at.",
  },
  withdrawn: { status: 410, message: "This endpoint has been withdrawn." },
  // 413, 415, 429, 431
  body_too_large: { status: 413, message: "The body is too large." },
  unsupported_media_type: { status: 415, message: "Send `Content-Type: application/json`." },
  rate_limited: { status: 429, message: "Too many requests; wait as `Retry-After` says." },
  polling_too_fast: {
    status: 429,
    message: "This status was asked for less than two seconds ago and has not changed.",
  },
  headers_too_large: { status: 431, message: "The headers are too large." },
  // 5xx
  internal_error: { status: 500, message: "Something went wrong on our side." },
  service_unavailable: { status: 503, message: "The service can't answer at the moment." },
  bank_login_unavailable: {
    status: 503,
    message: "Logging in at a bank does not work now; another way does.",
  },
  crypto_rates_unavailable: {
    status: 503,
    message: "Nobody can say what crypto costs at the moment; nothing was taken.",
  },
  payout_processor_unavailable: {
    status: 503,
    message: "This payout can't be sent at the moment; nothing was decided.",
  },
  processor_unavailable: {
    status: 503,
    message: "No payment processor can be reached at the moment; nothing was charged.",
  },
} as const satisfies Record<string, { status: number; message: string }>;

/** A stable error code. Answers may carry codes that a client does not know yet. */
export type ErrorCode = keyof typeof errorCodes;

/** One invalid field: `path` in dots (`data.address.postalCode`), empty for the body as a whole. */
export const fieldError = z.object({
  path: z.string(),
  message: z.string(),
  errorCode: z.string(),
});

/** The body of every error answer (service-api §2 ErrorResponse). */
export const errorResponse = z.object({
  message: z.string(),
  errorCode: z.optional(z.string()),
  errors: z.optional(z.array(fieldError)),
  requestId: z.optional(z.string()),
});

export type FieldError = z.infer<typeof fieldError>;
export type ErrorResponse = z.infer<typeof errorResponse>;
