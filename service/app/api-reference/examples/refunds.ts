/** These examples are taken from real responses. */
import { breakdown, payment } from "./payments.ts";

const requestedAt = "2026-03-12T09:00:00.000Z";

const newRefund = {
  refundId: "ref_22uhw8DfMp6qkXJ3R8ZCJnqL",
  externalRefundId: "refund-1",
  paymentIntentId: payment.paymentIntentId,
  paymentId: payment.paymentId,
  externalCustomerId: "customer-1",
  status: "pending",
  kind: "refund",
  amount: 20,
  breakdown: { ...breakdown, baseAmount: 20, total: 20 },
  currency: "USD",
  reason: "requested_by_customer",
  reference: null,
  crypto: null,
  refundUrl: null,
  messages: [],
  createdAt: requestedAt,
  updatedAt: requestedAt,
  settledAt: null,
};

export const refund = {
  ...newRefund,
  status: "success",
  reference: { type: "arn", value: "74537606071000000000123" },
  updatedAt: "2026-03-12T09:01:00.000Z",
  settledAt: "2026-03-12T09:00:02.000Z",
};

const refundPage = {
  refundId: newRefund.refundId,
  status: "open",
  operator: { name: "Demo Shop" },
  type: "crypto",
  amount: 20,
  currency: "USD",
  crypto: { asset: "USDC", network: "ethereum", amount: null },
  expiresAt: "2026-03-19T09:00:00.000Z",
};

const approvedRefund = {
  ...newRefund,
  kind: "transfer",
  crypto: { asset: "USDC", network: "ethereum", amount: "20" },
};

const pendingRefund = {
  ...approvedRefund,
  destination: { type: "crypto", text: "0x5aAeb6…1BeAed", holderName: null },
};

const list = { data: [refund], page: 1, size: 20, total: 1 };

export const refundExamples: Readonly<Record<string, unknown>> = {
  createRefund: newRefund,
  listRefundsOfPaymentIntent: list,
  listRefunds: list,
  getRefund: refund,
  renewRefundLink: {
    ...newRefund,
    status: "requires-destination",
    kind: "transfer",
    crypto: { asset: "USDC", network: "ethereum", amount: null },
    refundUrl:
      "https://pay.example.com/refund?for=op_22uhw8DfMp6qkXJ3R8ZCJnqM#ref_22uhw8DfMp6qkXJ3R8ZCJnqL_secret_Zq3r8nT1vYc5pXk0dHs7Lw2bQe4uJf6mAi9gRoKxNtM",
  },
  listPendingRefunds: { ...list, data: [pendingRefund] },
  proceedWithRefund: approvedRefund,
  getClientRefund: refundPage,
  quoteClientRefund: {
    quoteId: "cqt_22uhw8DfMp6qkXJ3R8ZCJnqL",
    amount: "20",
    rate: "1",
    isLimited: false,
    expiresAt: "2026-03-12T09:05:00.000Z",
  },
  nameClientRefundDestination: { ...refundPage, status: "named" },
  cancelRefund: { ...newRefund, status: "canceled" },
};
