import type { Words } from "../words.ts";

/** Texts for failures, by error code. */
export const english = {
  failures: {
    lostTitle: "We couldn't load or finish this",
    refusedTitle: "That didn't work",
    unknown: "Something went wrong. Try again in a moment.",
    retry: "Try again",
    reference: (id: string) => `Reference for support: ${id}`,
    newVersionTitle: "We couldn't load this page",
    newVersion: "The console was probably updated. Reload the page.",
    reload: "Reload page",
    codes: {
      network: "No connection to the service. Check your network and try again.",
      timeout: "The service took too long to answer. Try again in a moment.",
      bad_answer: "The service gave an unexpected answer. Try again in a moment.",
      internal_error: "Something went wrong on our side. Try again in a moment.",
      service_unavailable: "The service is not available right now. Try again in a moment.",
      resource_not_found: "This does not exist, or it belongs to another operator.",
      file_unreadable: "We couldn't read this file. Copy it to this computer and choose it again.",
      page_outdated: "We couldn't load a part of the console. Reload the page and try again.",
      login_failed: "The e-mail or password is wrong.",
      login_locked: "Too many failed attempts. Wait a while, then try again.",
      second_factor_failed: "This code is wrong or was already used. Wait for the next one.",
      passkey_failed: "This passkey was not accepted. Try again, or sign in another way.",
      passkey_stopped: "No passkey was used: the browser’s window was closed or timed out.",
      passkey_known: "This device already has a passkey for your account.",
      too_many_passkeys: "You already have 20 passkeys, the most allowed. Remove one first.",
      passkeys_unavailable: "You have no passkey that works here.",
      session_required: "Your session has ended. Sign in again.",
      csrf_token_wrong: "Nothing was saved: you signed in again in another tab. Try again.",
      role_not_allowed: "Your role does not include this.",
      invitation_invalid:
        "This link was already used, was replaced by a newer one, or has expired.",
      password_too_common: "This password is too easy to guess. Choose another.",
      duplicate_staff_email: "Another member of staff already has this e-mail address.",
      last_admin: "This is the last admin who can sign in. Make someone else an admin first.",
      payer_missing:
        "Your business name and taxpayer number are not set. Set them on the command line.",
      iris_missing:
        "The transmitter of your IRS files is not set. Set it on the command line (setting iris).",
      iris_refused: "These forms can't be written as XML:",
      tax_header_refused:
        "We can't read this header row. Copy the whole first row of the portal's template.",
      disbursement_changed: "The payout has changed since you opened it. Review it again.",
      w9_not_completed: "The W‑9 is not completed.",
      kyc_not_verified: "The identity is not verified.",
      payout_amount_not_payable: "The processor doesn't send this amount. Read the payout again.",
      payout_method_unreadable:
        "We can't read this payout's method, so it can't be sent. Reject it and create another payout.",
      payout_on_hold:
        "The payout is on hold. Read it again. If it shows no match, the sanctions list is missing or too old.",
      dual_control_required:
        "The person or key that created a payout can't approve it. Someone else must.",
      approval_limit_exceeded: "This would exceed your approval limit for today.",
      review_claimed: "Someone else has this case open.",
      conflicting_state: "This has changed since you opened it. Review it again before you decide.",
      validation_failed: "Some values can't be saved. Check the marked fields.",
      rate_limited: "Too many requests. Wait a moment, then try again.",
    } as Words,
  },
};
