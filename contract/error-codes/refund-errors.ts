import type { ErrorCodeTable } from "./error-code-table.ts";

/** Refusals about refunds, and about decisions on unknown outcomes. */
export const refundErrors = {
  // refunds
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
  refund_on_hold: { status: 400, message: "The refund is on hold. Staff must decide first." },
  refund_destination_unreadable: {
    status: 409,
    message: "The destination cannot be decrypted. Decline it, then refund the payment again.",
  },
  // unknown outcomes
  outcome_not_markable: {
    status: 409,
    message: "The outcome has not been unknown for long enough. Look it up now, or wait.",
  },
  outcome_known: {
    status: 409,
    message: "The outcome is known, so there is nothing to look up.",
  },
  processor_reference_taken: {
    status: 409,
    message: "The processor's id belongs to another payment, refund or payout.",
  },
} as const satisfies ErrorCodeTable;
