/** Customers read refusals in their own language, never in the service's words for developers. */
import { describe, expect, it } from "vitest";
import { type ErrorCode, errorCodes } from "#contract/errors";
import { languages } from "#contract/languages";
import { exampleChoice, stateWith as payoutStateWith } from "../disbursement/examples.ts";
import { refusedAttempt as refusedPayout } from "../disbursement/machine/refused-attempt.ts";
import { noticeWords as payoutNoticeWords } from "../disbursement/view/notice-words.ts";
import { failureText } from "../kyc/view/problem-words.ts";
import { paying } from "../payment/machine/testing/machine.ts";
import { noticeWords } from "../payment/view/payment-notice.tsx";
import { textsOf } from "./texts-of.ts";

/** Only an operator's server or staff receive these. */
const operatorsOnly: readonly ErrorCode[] = [
  "api_key_missing",
  "api_key_invalid",
  "wrong_environment",
  "secret_key_required",
  "invalid_idempotency_key",
  "duplicate_external_customer_id",
  "duplicate_email",
  "duplicate_external_payment_intent_id",
  "customer_not_found",
  "duplicate_external_disbursement_intent_id",
  "kyc_not_verified",
  "payout_on_hold",
  "sanctions_review_changed",
  "sanctions_evidence_unreadable",
  "duplicate_external_prize_id",
  "prize_below_threshold",
  "payer_missing",
  "iris_missing",
  "iris_refused",
  "tax_header_refused",
  "ip_address_invalid",
  "tax_type_not_enabled",
  "webhook_url_invalid",
  "disbursement_changed",
  "payout_processor_unavailable",
  "payout_amount_not_payable",
  "payout_method_unreadable",
  "too_many_webhook_endpoints",
  "too_many_streams",
  "logo_faint",
  "logo_file_invalid",
  "logo_too_large",
  "ach_file_shared",
  "erasure_blocked",
  "address_not_allowed",
  "scope_missing",
  "approval_limit_exceeded",
  "dual_control_required",
  "passkey_failed",
  "passkeys_unavailable",
  "too_many_passkeys",
  "erasure_blocked",
  "password_too_common",
  "duplicate_staff_email",
  "login_failed",
  "dispute_not_answerable",
  "evidence_empty",
  "inquiry_not_possible",
  "inquiry_open",
  "evidence_file_invalid",
  "evidence_submitted",
  "evidence_too_large",
  "notice_signature_invalid",
  "payment_disputed",
  "sandbox_clock_backwards",
  "sandbox_clock_not_allowed",
  "sandbox_clock_too_far",
  "sandbox_clock_unavailable",
  "settlement_file_refused",
  "settlement_link_refused",
  "login_locked",
  "second_factor_failed",
  "session_required",
  "csrf_token_wrong",
  "role_not_allowed",
  "last_admin",
  "review_claimed",
  "invitation_invalid",
  "withdrawn",
  "amount_not_positive",
  "amount_precision",
  "currency_unknown",
  "email_disposable",
  "email_plus_not_allowed",
  "w9_not_completed",
  "duplicate_external_refund_id",
  "refund_exceeds_payment",
  "partial_refund_not_supported",
  "connector_check_running",
  "connector_is_live",
  "payment_not_refundable",
  "payment_not_cancelable",
  "refund_approval_by_requester",
  "refund_not_cancelable",
  "refund_on_hold",
  "refund_destination_unreadable",
  "refund_limit_exceeded",
  "outcome_not_markable",
  "outcome_known",
  "processor_reference_taken",
];

/** Only a defect of the page or of ours causes these: the general text is enough. */
const defects: readonly ErrorCode[] = [
  "body_required",
  "body_too_complex",
  "duplicate_field",
  "malformed_json",
  "malformed_request",
  "unknown_field",
  "required",
  "invalid_type",
  "invalid_value",
  "client_secret_missing",
  "client_secret_invalid",
  "publishable_key_invalid",
  "origin_not_allowed",
  "not_found",
  "resource_not_found",
  "method_not_allowed",
  "idempotency_key_in_use",
  "request_timeout",
  "body_too_large",
  "unsupported_media_type",
  "headers_too_large",
  "stored_response_damaged",
  "internal_error",
  "polling_too_fast",
];

/** 5xx codes except one: the outcome is unknown, and the widgets ask again automatically. */
const askedAgain: readonly ErrorCode[] = [
  "service_unavailable",
  "bank_login_unavailable",
  "crypto_rates_unavailable",
];

const payment: readonly ErrorCode[] = [
  "card_number_invalid",
  "card_expired",
  "card_expiry_invalid",
  "card_cvc_invalid",
  "card_brand_unsupported",
  "payment_method_type_not_enabled",
  "payment_method_not_found",
  "return_url_missing",
  "return_url_not_allowed",
  "mandate_changed",
  "bank_account_barred",
  "bank_account_unusable",
  "bank_account_retries_used_up",
  "bank_login_not_confirmed",
  "bank_login_used",
  "routing_number_invalid",
  "crypto_not_offered",
  "crypto_currency_unsupported",
  "crypto_amount_too_small",
  "crypto_quote_expired",
  "location_not_allowed",
  "location_unknown",
  "requirements_unmet",
  "amount_changed",
  "amount_too_large",
  "payment_in_progress",
  "payment_already_succeeded",
  "payment_intent_expired",
  "payment_attempts_used_up",
  "too_many_attempts",
  "conflicting_state",
  "idempotency_key_reused",
  "client_secret_expired",
  "processor_unavailable",
];

const payout: readonly ErrorCode[] = [
  "bank_login_not_confirmed",
  "routing_number_invalid",
  "crypto_address_invalid",
  "crypto_network_unsupported",
  "card_number_invalid",
  "card_brand_unsupported",
  "card_expired",
  "card_expiry_invalid",
  "payout_method_not_found",
  "payout_method_type_not_enabled",
  "location_not_allowed",
  "location_unknown",
  "requirements_unmet",
  "amount_changed",
  "disbursement_already_submitted",
  "disbursement_intent_expired",
  "conflicting_state",
  "idempotency_key_reused",
  "client_secret_expired",
  "feature_not_enabled",
];

/** Data, and codes by text message, that a payment or payout needs. */
const steps: readonly ErrorCode[] = [
  "phone_not_normalisable",
  "phone_number_missing",
  "sms_number_unreachable",
  "sms_code_expired",
  "sms_not_started",
  "sms_too_many_attempts",
  "sms_locked",
  "sms_sent_recently",
  "sms_unavailable",
  "rate_limited",
  "phone_number_verified",
];

const w9: readonly ErrorCode[] = [
  "w9_already_completed",
  "w9_form_changed",
  "w9_confirmation_locked",
  "client_secret_expired",
  "rate_limited",
  "tin_invalid",
  "validation_failed",
];

/** The machine asks the service again, or stops offering the copy. */
const kyc: readonly ErrorCode[] = [
  "kyc_image_unsupported",
  "kyc_side_unknown",
  "kyc_image_too_large",
  "kyc_consent_required",
  "kyc_upload_offset",
  "kyc_side_missing",
  "kyc_image_too_complex",
  "kyc_already_submitted",
  "kyc_retry_not_allowed",
  "kyc_retry_limit",
];

/** After `refund_link_used` the page reads the refund again. */
const refund: readonly ErrorCode[] = [
  "crypto_address_invalid",
  "crypto_address_ours",
  "crypto_address_token",
  "crypto_amount_too_small",
  "crypto_not_offered",
  "crypto_rates_unavailable",
  "crypto_currency_unsupported",
  "routing_number_invalid",
  "rate_limited",
];

/** Refusals shown next to the field, in the form's words. */
const besideFields: readonly ErrorCode[] = [
  "sms_code_wrong",
  "w9_confirmation_wrong",
  "w9_copy_unavailable",
  "w9_unreadable",
  "bank_logins_used_up",
];

const failureOf = (code: ErrorCode) => {
  const { status, message } = errorCodes[code];
  return { kind: "refused", code, message, status } as const;
};

it("every error code is listed here", () => {
  const all = new Set([
    ...[operatorsOnly, defects, askedAgain, payment, payout, steps, w9, kyc].flat(),
    ...[refund, besideFields, ["refund_link_used"]].flat(),
  ]);
  expect([...all].sort()).toEqual(Object.keys(errorCodes).sort());
});

describe.each(languages)("in %s", (locale) => {
  const outcome = textsOf("payment-outcome", locale);
  const method = textsOf("payment-method", locale);
  const payoutTexts = textsOf("disbursement", locale);
  const personal = textsOf("personal", locale);
  const w9Texts = textsOf("w9", locale);
  const kycTexts = textsOf("kyc", locale);
  const refundTexts = textsOf("refund", locale);

  const refusePayment = (code: ErrorCode) => {
    const machine = paying().send({ type: "attemptFailed", failure: failureOf(code) });
    const notice = "notice" in machine.state ? machine.state.notice : null;
    return { notice, beside: machine.effect("showRefusal"), machine };
  };

  it.each(payment)("a payment refused with %s has a text, or continues automatically", (code) => {
    const { notice, beside } = refusePayment(code);
    if (beside?.field.startsWith("routing") || beside?.field.startsWith("account")) {
      expect(method.bank.refusals).toHaveProperty(code);
    }
    if (notice?.type === "refused") expect(outcome.notices.refusals).toHaveProperty(code);
  });

  it.each(payout)("a payout refused with %s has a text, or continues automatically", (code) => {
    const state = payoutStateWith({ step: "review", choice: exampleChoice });
    const [next] = refusedPayout(state, failureOf(code));
    if (next.problem !== null) expect(payoutTexts.method.refusals).toHaveProperty(code);
    if (next.notice) expect(payoutTexts.notices.refusals).toHaveProperty(code);
  });

  it("steps and the W-9 have texts for theirs", () => {
    expect(Object.keys(personal.steps.sms.refusals)).toEqual(expect.arrayContaining([...steps]));
    expect(Object.keys(w9Texts.refusals)).toEqual(expect.arrayContaining([...w9]));
  });

  it("a refund's page has a text for each of its refusals", () => {
    expect(Object.keys(refundTexts.refusals)).toEqual(expect.arrayContaining([...refund]));
  });

  it.each(Object.keys(errorCodes) as ErrorCode[])(
    "%s never shows the message for developers",
    (code) => {
      const { message } = errorCodes[code];
      const payoutState = payoutStateWith({ step: "review", choice: exampleChoice });
      const shown = [
        noticeWords(refusePayment(code).machine.state, outcome, locale),
        payoutNoticeWords(refusedPayout(payoutState, failureOf(code))[0], payoutTexts, locale),
        failureText(failureOf(code), kycTexts, locale),
      ];
      expect(JSON.stringify(shown)).not.toContain(message);
    },
  );

  it("an unknown code gets the general text", () => {
    const failure = { kind: "refused", code: "moon_phase", message: "Full moon.", status: 400 };
    const { state } = paying().send({ type: "attemptFailed", failure } as never);
    const { title, text } = outcome.notices.refused;
    expect(noticeWords(state, outcome, locale)).toMatchObject({ title, lines: [text] });
  });
});
