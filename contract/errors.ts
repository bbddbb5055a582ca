/**
 * Every error code of the service, with its HTTP status and default message. One table, because the
 * codes are permanent: never renamed, never reused. The reference page lists it, and a test checks
 * that each code is used and documented. The file is long because it contains all of them.
 */

/** Code → status, and the message used when the call site has no better one. */
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
  validation_failed: { status: 400, message: "Some fields are not valid. See `errors`." },
  unknown_field: { status: 400, message: "The request has an unknown field." },
  required: { status: 400, message: "This field is required." },
  invalid_type: { status: 400, message: "This field has the wrong type." },
  invalid_value: { status: 400, message: "This value is not allowed here." },
  invalid_idempotency_key: {
    status: 400,
    message: "Idempotency-Key must be 1 to 255 printable ASCII characters.",
  },
  // 400: money
  currency_unknown: { status: 400, message: "The currency is not an ISO 4217 code in upper case." },
  amount_not_positive: { status: 400, message: "The amount must be greater than zero." },
  amount_too_large: { status: 400, message: "The amount is larger than 999,999,999.99." },
  amount_precision: {
    status: 400,
    message: "The amount has more decimal places than its currency.",
  },
  // 400: the sandbox's clock
  sandbox_clock_backwards: { status: 400, message: "The sandbox's clock moves forward only." },
  sandbox_clock_too_far: {
    status: 400,
    message: "The sandbox's clock would be too far ahead of the machine's.",
  },
  // 400: customers
  duplicate_external_customer_id: {
    status: 400,
    message: "A customer with this externalCustomerId already exists.",
  },
  duplicate_email: { status: 400, message: "A customer with this e-mail address already exists." },
  email_disposable: {
    status: 400,
    message: "This e-mail address belongs to a disposable or temporary provider.",
  },
  email_plus_not_allowed: {
    status: 400,
    message: "The part of an e-mail address before the @ must not contain a plus sign.",
  },
  phone_not_normalisable: {
    status: 400,
    message: "This phone number cannot be converted to E.164 format.",
  },
  // 400: payments
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
  // 400: refunds
  duplicate_external_refund_id: {
    status: 400,
    message: "A refund with this externalRefundId already exists.",
  },
  refund_exceeds_payment: {
    status: 400,
    message: "The refund is larger than what is left of the payment.",
  },
  partial_refund_not_supported: {
    status: 400,
    message: "The processor of this payment refunds the whole payment only.",
  },
  payment_not_refundable: {
    status: 400,
    message: "Only a successful payment can be refunded.",
  },
  payment_not_cancelable: {
    status: 409,
    message: "The payment can no longer be canceled. If it succeeds, refund it.",
  },
  refund_link_used: {
    status: 409,
    message: "This link was used already, or its refund has ended.",
  },
  crypto_address_ours: {
    status: 400,
    message: "This address receives payments here. Use an address of your own wallet.",
  },
  crypto_address_token: {
    status: 400,
    message: "This is the contract of a token, not a wallet. Money sent there is lost.",
  },
  refund_not_cancelable: {
    status: 409,
    message: "The refund was already sent, so it cannot be canceled.",
  },
  refund_approval_by_requester: {
    status: 403,
    message:
      "You requested this refund, or issued the key that did. Another person must approve it.",
  },
  refund_limit_exceeded: {
    status: 403,
    message: "This refund is larger than your role may return. An admin can refund it.",
  },
  // unknown outcomes
  outcome_not_markable: {
    status: 409,
    message: "The outcome was not unknown for long enough. Look it up now, or wait.",
  },
  outcome_known: {
    status: 409,
    message: "The outcome is known, so there is nothing to look up.",
  },
  processor_reference_taken: {
    status: 409,
    message: "The processor's id belongs to another payment, refund or payout.",
  },
  // 400: settlement files
  settlement_file_refused: {
    status: 400,
    message: "The settlement file is wrong. See `refusal`; nothing was imported.",
  },
  settlement_link_refused: {
    status: 400,
    message: "These records cannot be linked: their amounts differ.",
  },
  // disputes
  payment_disputed: {
    status: 409,
    message: "The payment is disputed. Answer the dispute instead of refunding.",
  },
  dispute_not_answerable: {
    status: 409,
    message: "This dispute can no longer be answered.",
  },
  evidence_submitted: {
    status: 409,
    message: "The answer was already sent, so it cannot be changed.",
  },
  inquiry_open: {
    status: 409,
    message: "This payment has an inquiry that is still open.",
  },
  inquiry_not_possible: {
    status: 409,
    message: "Only an ACH debit that was sent to the bank can have an inquiry.",
  },
  evidence_empty: { status: 400, message: "Add evidence before you submit it." },
  evidence_too_large: {
    status: 400,
    message: "The evidence is larger than processors accept.",
  },
  evidence_file_invalid: {
    status: 400,
    message: "The file is not a readable PDF, JPEG or PNG.",
  },
  // 400: logos
  logo_file_invalid: {
    status: 400,
    message: "The logo is not a readable PNG, JPEG or WebP image.",
  },
  logo_too_large: {
    status: 400,
    message: "A logo has at most 512 kB and 4,000 pixels on each side.",
  },
  logo_faint: {
    status: 400,
    message: "The logo would hardly be visible on white. Upload a darker one.",
  },
  notice_signature_invalid: {
    status: 401,
    message: "The notice is not signed with the connector key, or its timestamp is too old.",
  },
  // 400: payments by bank
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
  // 400: payments by crypto
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
  // 400: disbursements
  duplicate_external_disbursement_intent_id: {
    status: 400,
    message: "A payout with this externalDisbursementIntentId already exists.",
  },
  payout_method_type_not_enabled: {
    status: 400,
    message: "This payout method is not enabled for this payout.",
  },
  payout_method_not_found: { status: 400, message: "This saved payout method does not exist." },
  routing_number_invalid: { status: 400, message: "The routing number is not valid." },
  crypto_address_invalid: {
    status: 400,
    message: "This is not a valid address on this network.",
  },
  crypto_network_unsupported: {
    status: 400,
    message: "This asset is not available on this network.",
  },
  w9_not_completed: { status: 400, message: "The customer has not completed a W-9." },
  kyc_not_verified: { status: 400, message: "The customer's identity is not verified." },
  // 400: prizes
  duplicate_external_prize_id: {
    status: 400,
    message: "A prize with this externalPrizeId already exists.",
  },
  prize_below_threshold: {
    status: 400,
    message: "The prize is below the recording threshold of its game.",
  },
  // 400: tax filings
  payer_missing: {
    status: 400,
    message: "Tax forms need a payer. Set the operator's `payer` first.",
  },
  iris_missing: {
    status: 400,
    message: "XML for the IRS needs a transmitter. Set the operator's `iris` first.",
  },
  iris_refused: {
    status: 400,
    message: "Some forms cannot be written as XML. See `errors`.",
  },
  tax_header_refused: {
    status: 400,
    message: "The header row does not match the form. See `errors`.",
  },
  bank_login_not_confirmed: {
    status: 400,
    message: "The customer has not shared an account through this bank login.",
  },
  bank_login_used: {
    status: 400,
    message: "This bank login has already been used for a payment. The customer logs in again.",
  },
  // 400: location
  ip_address_invalid: { status: 400, message: "This is not an IPv4 or IPv6 address." },
  location_not_allowed: {
    status: 400,
    message: "This is not available at the customer's location.",
  },
  location_unknown: {
    status: 400,
    message: "The customer's location is unknown, and this is not available everywhere.",
  },
  // text messages
  phone_number_missing: {
    status: 400,
    message: "The customer has no phone number. Send one.",
  },
  phone_number_verified: {
    status: 409,
    message: "The customer's phone number is verified. Only the operator's server can change it.",
  },
  sms_number_unreachable: {
    status: 400,
    message: "This number cannot receive text messages. Use another number.",
  },
  sms_code_wrong: { status: 400, message: "This code is wrong." },
  sms_not_started: {
    status: 409,
    message: "No code has been sent. Request one first.",
  },
  sms_code_expired: { status: 410, message: "The code has expired. Request a new one." },
  sms_too_many_attempts: {
    status: 429,
    message: "Too many wrong codes. Request a new one.",
  },
  sms_locked: {
    status: 429,
    message: "Too many wrong codes today. Try again after `Retry-After`.",
  },
  sms_sent_recently: {
    status: 429,
    message: "A code was just sent. Request the next one after `Retry-After`.",
  },
  sms_unavailable: {
    status: 503,
    message: "Text messages cannot be sent right now.",
  },
  // identity verification
  kyc_image_unsupported: {
    status: 400,
    message: "This file cannot be read as a picture. Use JPEG, PNG or WebP.",
  },
  kyc_image_too_complex: {
    status: 400,
    message: "This picture takes too long to read. Take a new photo with the camera.",
  },
  kyc_side_unknown: { status: 400, message: "This document has no such side." },
  kyc_image_too_large: { status: 413, message: "The picture is larger than 12 MiB." },
  kyc_consent_required: { status: 409, message: "The customer must consent first." },
  kyc_upload_offset: {
    status: 409,
    message: "The next chunk starts at another position. See `offset`.",
  },
  kyc_side_missing: { status: 409, message: "A side of the document is missing." },
  kyc_already_submitted: { status: 409, message: "The document has already been submitted." },
  kyc_retry_not_allowed: {
    status: 409,
    message: "The customer cannot retry this verification.",
  },
  kyc_retry_limit: {
    status: 429,
    message: "Too many attempts in a day. Try again after `Retry-After`.",
  },
  // W-9
  tin_invalid: { status: 400, message: "This is not a valid taxpayer identification number." },
  w9_confirmation_wrong: { status: 400, message: "This does not match our records." },
  w9_copy_unavailable: {
    status: 403,
    message: "The copy is available only to the signer, for an hour after signing.",
  },
  w9_already_completed: { status: 409, message: "This W-9 has already been signed." },
  w9_form_changed: {
    status: 409,
    message: "The form has a newer revision. Show the new text before signing.",
  },
  w9_confirmation_locked: {
    status: 429,
    message: "Too many wrong answers for this link. The form must be filled in by hand.",
  },
  // the operator's console
  password_too_common: {
    status: 400,
    message: "This password is too common. Use another one, such as four random words.",
  },
  duplicate_staff_email: {
    status: 400,
    message: "An account with this e-mail address already exists.",
  },
  login_failed: { status: 401, message: "The e-mail address or the password is wrong." },
  second_factor_failed: { status: 401, message: "That code or password is wrong." },
  passkey_failed: { status: 401, message: "That passkey was not accepted." },
  session_required: { status: 401, message: "Log in first." },
  csrf_token_wrong: {
    status: 403,
    message: "Send the session's token in `x-csrf-token`, or reload the page.",
  },
  role_not_allowed: { status: 403, message: "Your role does not allow this." },
  last_admin: {
    status: 409,
    message: "This is the last admin who can log in. Make another user an admin first.",
  },
  review_claimed: { status: 409, message: "Another reviewer has this case open." },
  invitation_invalid: {
    status: 410,
    message: "This invitation was used or replaced, or it has expired. Ask for a new one.",
  },
  login_locked: {
    status: 429,
    message: "Too many failed logins. Try again after `Retry-After`.",
  },
  requirements_unmet: {
    status: 409,
    message: "The customer must complete a step first. See `requirements`.",
  },
  webhook_url_invalid: { status: 400, message: "This webhook URL cannot be used." },
  ach_file_shared: {
    status: 409,
    message:
      "This file also contains other operators' entries. Only the service's administrator can decide on it, on the command line.",
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
    message:
      "This client secret does not exist. Use the one that your server received from the service.",
  },
  client_secret_expired: { status: 401, message: "This client secret has expired." },
  publishable_key_invalid: {
    status: 401,
    message: "The publishable key is missing or unknown, or belongs to another operator.",
  },
  tax_type_not_enabled: {
    status: 403,
    message:
      "Prizes of this game cannot be recorded: the game is not one of the operator's tax types.",
  },
  secret_key_required: {
    status: 403,
    message: "A publishable key cannot be used here. Use the secret key, from your server.",
  },
  address_not_allowed: {
    status: 403,
    message: "This key cannot be used from this address, which is not on the key's list.",
  },
  scope_missing: { status: 403, message: "This key does not have the required scope." },
  dual_control_required: {
    status: 403,
    message:
      "The person or key that created a payout cannot approve it. Another person or key must approve it.",
  },
  approval_limit_exceeded: {
    status: 403,
    message: "This approval exceeds the daily approval limit.",
  },
  origin_not_allowed: { status: 403, message: "Calls from this origin are not allowed." },
  sandbox_clock_unavailable: {
    status: 403,
    message: "Only a sandbox without real processors has a clock that can be moved.",
  },
  sandbox_clock_not_allowed: {
    status: 403,
    message: "This operator must not move the sandbox's clock, which all operators share.",
  },
  feature_not_enabled: { status: 403, message: "This feature is not enabled for this operator." },
  // 404
  not_found: { status: 404, message: "This address does not exist." },
  resource_not_found: { status: 404, message: "This resource does not exist." },
  // 405, 408, 409, 410
  method_not_allowed: { status: 405, message: "This address does not support this method." },
  idempotency_key_reused: {
    status: 409,
    message: "This Idempotency-Key was used with another request.",
  },
  idempotency_key_in_use: {
    status: 409,
    message: "A request with this Idempotency-Key is still running.",
  },
  request_timeout: { status: 408, message: "The request did not arrive in time." },
  payment_in_progress: { status: 409, message: "Another payment attempt is still in progress." },
  payment_already_succeeded: { status: 409, message: "This has already been paid." },
  payment_intent_expired: { status: 409, message: "The time to pay has run out." },
  too_many_streams: {
    status: 429,
    message: "Four such streams are open. Close one, or wait 30 seconds after it was cut off.",
  },
  too_many_attempts: {
    status: 429,
    message:
      "Too many card attempts. Try again after `Retry-After`; without that header, create a new payment " +
      "intent. The customer has not been charged.",
  },
  payment_attempts_used_up: {
    status: 409,
    message: "Too many payment attempts. Create a new payment intent.",
  },
  crypto_quote_expired: { status: 409, message: "The rate has expired. Request a new one." },
  amount_changed: { status: 409, message: "The amount has changed since it was shown." },
  disbursement_already_submitted: {
    status: 409,
    message: "The customer has already chosen a payout method.",
  },
  disbursement_intent_expired: { status: 409, message: "The time to choose has run out." },
  refund_on_hold: { status: 400, message: "The refund is on hold. Staff must decide first." },
  payout_on_hold: { status: 400, message: "The payout is on hold. Staff must decide first." },
  sanctions_review_changed: {
    status: 409,
    message: "The review has changed since that version. Read it again.",
  },
  disbursement_changed: {
    status: 409,
    message: "The payout has changed since that version. Review it again.",
  },
  erasure_blocked: {
    status: 409,
    message: "A payment, payout or review of this customer is in progress. See `blockers`.",
  },
  conflicting_state: { status: 409, message: "The resource is not in a state that allows this." },
  connector_check_running: {
    status: 409,
    message: "A check of this processor is running.",
  },
  connector_is_live: {
    status: 409,
    message:
      "Money could move at this processor. A check needs the vendor's test address, or an account with `test` in its settings.",
  },
  too_many_passkeys: { status: 409, message: "Remove a passkey before you add another." },
  passkeys_unavailable: {
    status: 409,
    message: "There is no passkey, or passkeys do not work at the host of `PUBLIC_URL`.",
  },
  withdrawn: { status: 410, message: "This endpoint has been withdrawn." },
  // 413, 415, 429, 431
  body_too_large: { status: 413, message: "The body is too large." },
  unsupported_media_type: { status: 415, message: "Send `Content-Type: application/json`." },
  rate_limited: { status: 429, message: "Too many requests. Try again after `Retry-After`." },
  polling_too_fast: {
    status: 429,
    message: "This status was requested less than two seconds ago and has not changed.",
  },
  headers_too_large: { status: 431, message: "The headers are too large." },
  // 5xx
  internal_error: { status: 500, message: "Something went wrong on our side." },
  service_unavailable: { status: 503, message: "The service is not available right now." },
  bank_login_unavailable: {
    status: 503,
    message: "Bank login is not available right now. Use another method.",
  },
  crypto_rates_unavailable: {
    status: 503,
    message: "Crypto rates are not available right now. The customer has not been charged.",
  },
  payout_processor_unavailable: {
    status: 503,
    message: "This payout cannot be sent right now. Nothing was decided.",
  },
  processor_unavailable: {
    status: 503,
    message: "No payment processor can be reached right now. The customer has not been charged.",
  },
} as const satisfies Record<string, { status: number; message: string }>;

/** A stable error code. Responses may contain codes that a client does not know. */
export type ErrorCode = keyof typeof errorCodes;
