import type { ErrorCodeTable } from "./error-code-table.ts";

/** Refusals about customers: data, location, phone number, identity. */
export const customerErrors = {
  // profile
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
  requirements_unmet: {
    status: 409,
    message: "The customer must complete a step first. See `requirements`.",
  },
  erasure_blocked: {
    status: 409,
    message: "A payment, payout or review of this customer is in progress. See `blockers`.",
  },
  // location
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
} as const satisfies ErrorCodeTable;
