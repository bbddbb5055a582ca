import type { ErrorCodeTable } from "./error-code-table.ts";

/** Refusals about payouts, prizes, W-9s and tax filings. */
export const payoutErrors = {
  // payouts
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
  dual_control_required: {
    status: 403,
    message:
      "The person or key that created a payout cannot approve it. Another person or key must approve it.",
  },
  approval_limit_exceeded: {
    status: 403,
    message: "This approval exceeds the daily approval limit.",
  },
  disbursement_already_submitted: {
    status: 409,
    message: "The customer has already chosen a payout method.",
  },
  disbursement_intent_expired: { status: 409, message: "The time to choose has run out." },
  payout_on_hold: { status: 400, message: "The payout is on hold. Staff must decide first." },
  sanctions_review_changed: {
    status: 409,
    message: "The review has changed since that version. Read it again.",
  },
  sanctions_evidence_unreadable: {
    status: 409,
    message:
      "The evidence of this review cannot be decrypted, so the match cannot be cleared. It stays on hold, or is confirmed.",
  },
  disbursement_changed: {
    status: 409,
    message: "The payout has changed since that version. Review it again.",
  },
  payout_processor_unavailable: {
    status: 503,
    message: "This payout cannot be sent right now. Nothing was decided.",
  },
  payout_amount_not_payable: {
    status: 400,
    message: "No processor of this payout sends this amount. Nothing was decided.",
  },
  payout_method_unreadable: {
    status: 409,
    message: "The payout's method cannot be decrypted. Reject the payout and create another.",
  },
  // prizes
  duplicate_external_prize_id: {
    status: 400,
    message: "A prize with this externalPrizeId already exists.",
  },
  prize_below_threshold: {
    status: 400,
    message: "The prize is below the recording threshold of its game.",
  },
  tax_type_not_enabled: {
    status: 403,
    message:
      "Prizes of this game cannot be recorded: the game is not one of the operator's tax types.",
  },
  // tax filings
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
  // W-9
  tin_invalid: { status: 400, message: "This is not a valid taxpayer identification number." },
  w9_confirmation_wrong: { status: 400, message: "This does not match our records." },
  w9_copy_unavailable: {
    status: 403,
    message: "The copy is available only to the signer, for an hour after signing.",
  },
  w9_unreadable: {
    status: 409,
    message:
      "The signed form is damaged and cannot be decrypted. The customer must sign another one.",
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
} as const satisfies ErrorCodeTable;
