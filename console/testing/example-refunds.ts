import type { PaymentIntent } from "#contract/api/payment-intents";
import type { PaymentDetail } from "#contract/console/payments";
import type { Refundable, RefundForStaff } from "#contract/console/refunds";

const at = "2026-03-04T10:00:00.000Z";
const breakdown = {
  baseAmount: 100,
  processingFees: 2.5,
  salesTax: 8.25,
  total: 110.75,
  currency: "USD",
};

const intent: PaymentIntent = {
  paymentIntentId: "pi_1",
  externalPaymentIntentId: "order-1",
  externalCustomerId: "customer-1",
  amount: 100,
  currency: "USD",
  status: "success",
  customData: {},
  description: null,
  paymentMethodTypes: ["card"],
  paymentDescriptor: "DEMO SHOP",
  breakdown,
  refundedAmount: 0,
  disputedAmount: 0,
  payments: [],
  createdAt: at,
  updatedAt: at,
  expiresAt: at,
};

/** $100.00 with $2.50 of fees and $8.25 of tax. */
export function exampleRefundable(overrides: Partial<Refundable> = {}): Refundable {
  return {
    paymentId: "pay_1",
    currency: "USD",
    paid: { baseMinor: 10_000, feesMinor: 250, taxMinor: 825 },
    returned: { baseMinor: 0, feesMinor: 0, taxMinor: 0 },
    lostBaseMinor: 0,
    limitMinor: null,
    wholeOnly: false,
    reversibleUntil: null,
    ...overrides,
  };
}

/** A pending refund of $20.00 of the base; `overrides` replaces members. */
export function exampleRefund(overrides: Partial<RefundForStaff> = {}): RefundForStaff {
  return {
    refundId: "ref_1",
    externalRefundId: "ref_1",
    paymentIntentId: "pi_1",
    paymentId: "pay_1",
    externalCustomerId: "customer-1",
    status: "pending",
    kind: "refund",
    amount: 20,
    breakdown: {
      ...breakdown,
      baseAmount: 20,
      processingFees: 0.5,
      salesTax: 1.65,
      total: 22.15,
    },
    currency: "USD",
    reason: "requested_by_customer",
    reference: null,
    crypto: null,
    refundUrl: null,
    messages: [],
    createdAt: at,
    updatedAt: at,
    settledAt: null,
    achError: null,
    destination: null,
    decisionVersion: null,
    isHeld: false,
    refundBatchId: null,
    note: null,
    requestedBy: "Ana Pérez",
    canCancel: false,
    approval: null,
    decidedBy: null,
    isOwn: false,
    version: 1,
    processor: "northbank",
    providerRefundId: null,
    ...overrides,
  };
}

export function exampleRefundedPayment(
  refunds: RefundForStaff[] = [],
  refundable: Refundable | null = exampleRefundable(),
): PaymentDetail {
  return {
    intent,
    attempts: [],
    refunds,
    refundable,
    alsoRefundable: [],
    outcomes: [],
    returnables: [],
    disputes: [],
    customer: null,
    events: [],
  };
}
