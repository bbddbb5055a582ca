/** These examples are taken from real responses. */
import { payment } from "./payments.ts";

const openedAt = "2026-03-20T09:00:00.000Z";

const opened = {
  disputeId: "dsp_22uhyH5sBq4mK7yTz3NcXwRk",
  paymentIntentId: payment.paymentIntentId,
  paymentId: payment.paymentId,
  externalCustomerId: "customer-1",
  processor: "northbank",
  amount: 49.99,
  currency: "USD",
  fee: 15,
  network: "visa",
  reasonCode: "13.1",
  reason: "Merchandise or services not received",
  category: "not_received",
  stage: "chargeback",
  status: "needs-response",
  outcome: null,
  respondBy: "2026-04-03T23:59:59.000Z",
  canRespond: true,
  bankReference: null,
  inquiryId: null,
  evidence: { fields: {}, files: [], submittedAt: null },
  messages: [],
  openedAt,
  createdAt: "2026-03-20T09:00:01.000Z",
  updatedAt: "2026-03-20T09:00:01.000Z",
  closedAt: null,
};

const answered = {
  ...opened,
  evidence: {
    fields: { shippingCarrier: "UPS", trackingNumber: "1Z999AA10123456784" },
    files: [
      {
        kind: "shippingDocumentation",
        name: "proof-of-delivery.pdf",
        contentType: "application/pdf",
        sizeBytes: 48_211,
        pages: 1,
        addedAt: "2026-03-21T10:00:00.000Z",
      },
    ],
    submittedAt: null,
  },
  updatedAt: "2026-03-21T10:00:00.000Z",
};

const inquiry = {
  ...opened,
  disputeId: "dsp_22uhyJ7tCr5nL8zUa4PdYxSm",
  processor: "ach",
  fee: null,
  network: "ach",
  reasonCode: "proof_of_authorization",
  reason: "Bank asks for proof of authorization",
  category: "unauthorized_debit",
  stage: "inquiry",
  canRespond: false,
  bankReference: "2026-0317",
  createdAt: openedAt,
  updatedAt: openedAt,
};

const submittedAt = "2026-03-21T10:05:00.000Z";

export const dispute = {
  ...answered,
  status: "under-review",
  canRespond: false,
  evidence: { ...answered.evidence, submittedAt },
  updatedAt: submittedAt,
};

export const disputeExamples: Readonly<Record<string, unknown>> = {
  listDisputes: { data: [dispute], page: 1, size: 20, total: 1 },
  getDispute: dispute,
  putDisputeEvidence: answered,
  submitDispute: dispute,
  acceptDispute: {
    ...opened,
    status: "accepted",
    outcome: "accepted",
    canRespond: false,
    updatedAt: submittedAt,
    closedAt: submittedAt,
  },
  openInquiry: inquiry,
  recordInquiryAnswer: {
    ...inquiry,
    status: "under-review",
    evidence: { ...inquiry.evidence, submittedAt },
    updatedAt: submittedAt,
  },
};
