import type { PaymentSummary } from "#contract/console/payment-list";
import type { BatchPreview, RefundBatch } from "#contract/console/refund-batches";

const at = "2026-11-22T10:00:00.000Z";

/** A batch of three refunds in progress; `overrides` replaces members. */
export function exampleBatch(overrides: Partial<RefundBatch> = {}): RefundBatch {
  return {
    refundBatchId: "rfb_1",
    state: "running",
    reason: "not_delivered",
    note: "The race was canceled.",
    requestedBy: "Ana",
    isOwn: false,
    approval: null,
    decidedBy: null,
    version: 1,
    createdAt: at,
    updatedAt: at,
    finishedAt: null,
    counts: {
      total: 3,
      waiting: 1,
      pending: 1,
      needsDestination: 0,
      success: 1,
      failed: 0,
      canceled: 0,
      notBegun: 0,
    },
    sums: [{ currency: "USD", count: 3, amount: 60, total: 66, returned: 22, waiting: 22 }],
    ...overrides,
  };
}

/** What a batch of two of three payments would return. */
export function examplePreview(overrides: Partial<BatchPreview> = {}): BatchPreview {
  return {
    matching: 3,
    count: 2,
    sums: [{ currency: "USD", count: 2, amount: 40, total: 44 }],
    excluded: [
      {
        paymentIntentId: "pi_3",
        externalPaymentIntentId: "order-3",
        amount: 20,
        currency: "USD",
        reason: "disputed",
      },
    ],
    needsApproval: false,
    fingerprint: "seen",
    ...overrides,
  };
}

export function exampleSummary(number: number): PaymentSummary {
  return {
    paymentIntentId: `pi_${number}`,
    externalPaymentIntentId: `order-${number}`,
    externalCustomerId: `customer-${number}`,
    customerName: `Customer ${number}`,
    customerEmail: null,
    amount: 20,
    total: 22,
    currency: "USD",
    status: "success",
    attempts: 1,
    type: "card",
    paymentMethod: null,
    processor: "northbank",
    reason: null,
    createdAt: at,
    updatedAt: at,
  };
}
