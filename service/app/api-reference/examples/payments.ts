/** These examples are taken from real responses. */

export const breakdown = {
  baseAmount: 49.99,
  processingFees: 0,
  salesTax: 0,
  total: 49.99,
  currency: "USD",
};

const paidAt = "2026-03-10T12:23:37.000Z";

export const payment = {
  paymentId: "pay_22uhw8DfMnT4mwVbBpH2LXRk",
  paymentIntentId: "pi_22uhw8DfMGZNH4gpQWiMNx5p",
  status: "success",
  type: "card",
  amount: 49.99,
  currency: "USD",
  breakdown,
  refundedAmount: 0,
  disputedAmount: 0,
  messages: [],
  paymentMethod: { brand: "visa", last4: "4242", expiryMonth: 12, expiryYear: 2030 },
  threeDSecure: { status: "Y", version: "2.2.0", eci: "05", challenged: true },
  processor: "northbank",
  routing: {
    ruleId: null,
    reason: "order",
    chosen: "northbank",
    candidates: [
      { processor: "northbank", weight: 0, outcome: "chosen" },
      { processor: "quayside", weight: 0, outcome: "in_reserve" },
    ],
    failedOver: [],
    funding: "credit",
    country: null,
  },
  createdAt: paidAt,
  updatedAt: paidAt,
};

const newIntent = {
  paymentIntentId: payment.paymentIntentId,
  externalPaymentIntentId: "order-1",
  externalCustomerId: "customer-1",
  amount: 49.99,
  currency: "USD",
  status: "no-payment",
  customData: {},
  description: null,
  paymentMethodTypes: ["card", "bank"],
  paymentDescriptor: "TESSERA",
  breakdown,
  refundedAmount: 0,
  disputedAmount: 0,
  payments: [],
  createdAt: "2026-03-10T12:20:00.000Z",
  updatedAt: "2026-03-10T12:20:00.000Z",
  expiresAt: "2026-03-10T14:20:00.000Z",
};

export const paymentIntent = {
  ...newIntent,
  status: "success",
  payments: [payment],
  updatedAt: paidAt,
};

const mandate = {
  version: "2026-11.25a3455c4987bc75",
  locale: "en",
  acceptedAt: paidAt,
  endedAt: null,
  accountSource: "typed",
};

const canceledDebit = {
  ...newIntent,
  status: "failed",
  payments: [
    {
      ...payment,
      status: "failed",
      type: "bank",
      messages: [
        {
          code: "debit_canceled",
          message: "The debit was canceled before it was sent. You have not been charged.",
          at: "2026-03-10T12:40:00.000Z",
          category: "technical",
          advice: { retry: true, with: "same" },
          operatorMessage: "The entry was canceled before its file was written.",
        },
      ],
      paymentMethod: { bankName: "Sandbox Bank", accountType: "checking", last4: "8023" },
      threeDSecure: null,
      mandate: { ...mandate, endedAt: "2026-03-10T12:40:00.000Z" },
      processor: "ach",
      routing: null,
      updatedAt: "2026-03-10T12:40:00.000Z",
    },
  ],
  updatedAt: "2026-03-10T12:40:00.000Z",
};

export const paymentExamples: Readonly<Record<string, unknown>> = {
  createPaymentIntent: {
    ...newIntent,
    clientSecretKey: `${newIntent.paymentIntentId}_secret_EXAMPLE-EXAMPLE-EXAMPLE-EXAMPLE-EXAMPLE-EXA`,
  },
  listPaymentIntents: { data: [paymentIntent], page: 1, size: 20, total: 1 },
  getPaymentIntentStatus: paymentIntent,
  cancelPayment: canceledDebit,
  getMandate: {
    ...mandate,
    paymentId: payment.paymentId,
    text: "I authorize Example Shop to debit $49.99 once, electronically by ACH, from the bank account given here.",
    operatorName: "Example Shop",
    holderName: "Ada Lovelace",
    accountType: "checking",
    last4: "8023",
    bankName: "Sandbox Bank",
    ipAddress: "203.0.113.1",
    userAgent: "Mozilla/5.0 (X11; Linux x86_64)",
    returnCode: null,
  },
};
