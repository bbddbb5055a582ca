import type { Words } from "../words.ts";

/** What went wrong, by error code; in English. */
export const english = {
  failures: {
    lostTitle: "This could not be loaded or done",
    refusedTitle: "That did not work",
    unknown: "Something went wrong. Try again in a moment.",
    retry: "Try again",
    reference: (id: string) => `Reference for support: ${id}`,
    newVersionTitle: "This page could not be loaded",
    newVersion: "The console was probably updated meanwhile. Loading it again helps.",
    reload: "Load again",
    codes: {
      network: "No connection to the service. Check your network and try again.",
      timeout: "The service took too long to answer. Try again in a moment.",
      bad_answer: "The service gave an answer that makes no sense here. Try again in a moment.",
      internal_error: "Something went wrong on our side. Try again in a moment.",
      service_unavailable: "The service can't answer at the moment. Try again shortly.",
      resource_not_found: "This does not exist, or it belongs to another operator.",
      login_failed: "E-mail or password is not right.",
      login_locked: "Too many wrong tries. Wait a while, then try again.",
      second_factor_failed:
        "This code is not right, or it was used already. Wait for the next one.",
      passkey_failed: "This passkey was not accepted. Try again, or sign in another way.",
      passkey_stopped: "No passkey was used: the browser’s question was closed or took too long.",
      passkey_known: "This device has a passkey for your account already.",
      too_many_passkeys: "You have twenty passkeys. Remove one first.",
      passkeys_unavailable: "There is no passkey to use here.",
      session_required: "Your session has ended. Sign in again.",
      csrf_token_wrong: "This page is out of date. Load it again.",
      role_not_allowed: "Your role does not include this.",
      invitation_invalid:
        "This link was used already, was replaced by a newer one, or has expired.",
      password_too_common: "This password is among the first that are guessed. Choose another.",
      duplicate_staff_email: "Somebody has this e-mail address already.",
      last_admin: "This is the last admin who can sign in. Make somebody else an admin first.",
      payer_missing:
        "Your own name and taxpayer number are not set. They are set by the command line.",
      tax_header_refused:
        "This header row can't be read. Copy the whole first row of the portal's template.",
      disbursement_changed: "It has changed since you saw it. Look again.",
      w9_not_completed: "The W‑9 is not completed.",
      kyc_not_verified: "The identity is not verified.",
      dual_control_required: "The creator of a payout can't approve it. Somebody else must.",
      approval_limit_exceeded: "Your limit for approvals today would be exceeded.",
      review_claimed: "Somebody else has this case open.",
      conflicting_state: "It has changed since you opened it. Look again before you decide.",
      validation_failed: "Some values can't be saved. They are marked below.",
      rate_limited: "Too many requests. Wait a moment.",
    } as Words,
  },
};
