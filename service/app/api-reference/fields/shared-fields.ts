import type { Descriptions, PlaceDescriptions } from "./descriptions.ts";

/** Fields with the same meaning in every schema. */
export const everywhere: Descriptions = {
  externalCustomerId: "Your id of the customer.",
  externalPaymentIntentId: "Your id of the payment, unique among your intents.",
  externalRefundId: "Your id of the refund, unique among your refunds.",
  externalDisbursementIntentId: "Your id of the payout, unique among your intents.",
  paymentIntentId: "`pi_…`",
  paymentId: "`pay_…`: one attempt.",
  refundId: "`ref_…`",
  settlementFileId: "`sfl_…`",
  settlementBreakId: "`sbk_…`",
  disputeId: "`dsp_…`",
  disbursementIntentId: "`di_…`",
  disbursementId: "`dis_…`",
  paymentMethodId: "`pm_…`",
  kycVerificationId: "`kyc_…`",
  webhookId: "`we_…`",
  currency: "ISO 4217, in capitals.",
  createdAt: "ISO 8601, UTC.",
  updatedAt: "Time of the last change; ISO 8601, UTC.",
  customData: "Up to three pairs that you set.",
  data: "The listed items, or the event's resource.",
  page: "From 1.",
  size: "Entries per page, 1 to 100.",
  total: "Number of all entries.",
  message: "For people; the wording can change.",
  errorCode: "For programs; never renamed. See the table of error codes.",
};

export const sharedFields: PlaceDescriptions = {
  ErrorResponse: {
    errors: "The wrong fields, with the reason for each.",
    "errors.path": "`address.line1`",
    requestId: "Include it when you contact support.",
  },
  Customer: {
    data: "What is known about the customer; null for each unknown field.",
  },
  "POST /v1/customers": {
    data: "What is known about the customer. Only the e-mail address is required.",
    verifyAfterCreation:
      "Deprecated: request `kyc-info` instead. `true` creates the first verification at once.",
  },
};
