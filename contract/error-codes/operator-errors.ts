import type { ErrorCodeTable } from "./error-code-table.ts";

/** Refusals by the console, and about operators' keys, settings and sandbox. */
export const operatorErrors = {
  // the sandbox
  sandbox_clock_backwards: { status: 400, message: "The sandbox's clock only moves forward." },
  sandbox_clock_too_far: {
    status: 400,
    message: "The sandbox's clock would be too far ahead of the machine's.",
  },
  sandbox_clock_unavailable: {
    status: 403,
    message: "Only the clock of a sandbox without real processors can be moved.",
  },
  sandbox_clock_not_allowed: {
    status: 403,
    message: "This operator cannot move the sandbox's clock, because all operators share it.",
  },
  // logos
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
  // the console
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
  ach_file_shared: {
    status: 409,
    message:
      "This file also contains other operators' entries. Only the service's administrator can decide on it, on the command line.",
  },
  too_many_passkeys: { status: 409, message: "Remove a passkey before you add another." },
  passkeys_unavailable: {
    status: 409,
    message: "There is no passkey, or passkeys do not work at the host of `PUBLIC_URL`.",
  },
  // the API
  webhook_url_invalid: { status: 400, message: "This webhook URL cannot be used." },
  too_many_webhook_endpoints: {
    status: 400,
    message: "There are already 16 webhook endpoints. Delete one before you add another.",
  },
  feature_not_enabled: { status: 403, message: "This feature is not enabled for this operator." },
  too_many_streams: {
    status: 429,
    message:
      "Four streams are already open. Close one, or wait 30 seconds after its connection was lost.",
  },
  // checks of connectors
  connector_check_running: {
    status: 409,
    message: "A check of this processor is running.",
  },
  connector_is_live: {
    status: 409,
    message:
      "Money could move at this processor. A check needs the vendor's test address, or an account with `test` in its settings.",
  },
} as const satisfies ErrorCodeTable;
