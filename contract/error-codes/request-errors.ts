import type { ErrorCodeTable } from "./error-code-table.ts";

/** Refusals about the request itself: form, caller, address, rate. */
export const requestErrors = {
  // the request itself
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
  // the caller
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
  secret_key_required: {
    status: 403,
    message: "A publishable key cannot be used here. Use the secret key, from your server.",
  },
  address_not_allowed: {
    status: 403,
    message: "This key cannot be used from this address, which is not on the key's list.",
  },
  scope_missing: { status: 403, message: "This key does not have the required scope." },
  origin_not_allowed: { status: 403, message: "Calls from this origin are not allowed." },
  // the address
  not_found: { status: 404, message: "This address does not exist." },
  resource_not_found: { status: 404, message: "This resource does not exist." },
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
  conflicting_state: { status: 409, message: "The resource is not in a state that allows this." },
  withdrawn: { status: 410, message: "This endpoint has been withdrawn." },
  // limits
  body_too_large: { status: 413, message: "The body is too large." },
  unsupported_media_type: { status: 415, message: "Send `Content-Type: application/json`." },
  rate_limited: { status: 429, message: "Too many requests. Try again after `Retry-After`." },
  polling_too_fast: {
    status: 429,
    message: "This status was requested less than two seconds ago and has not changed.",
  },
  headers_too_large: { status: 431, message: "The headers are too large." },
  // the service
  stored_response_damaged: {
    status: 500,
    message:
      "The first request with this Idempotency-Key was answered, but its stored response cannot be read. " +
      "It is not done again: read the resource.",
  },
  internal_error: { status: 500, message: "Something went wrong on our side." },
  service_unavailable: { status: 503, message: "The service is not available right now." },
} as const satisfies ErrorCodeTable;
