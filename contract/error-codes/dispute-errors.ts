import type { ErrorCodeTable } from "./error-code-table.ts";

/** Refusals about disputes, processors' notices and settlement files. */
export const disputeErrors = {
  // settlement files
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
  // notices
  notice_signature_invalid: {
    status: 401,
    message: "The notice is not signed with the connector key, or its timestamp is too old.",
  },
} as const satisfies ErrorCodeTable;
