import type { DisputeCase } from "#contract/console/disputes";

const at = "2026-03-20T09:00:00.000Z";

/**
 * A dispute that needs a response by `respondBy`. `overrides` replaces the dispute's members, `caseOverrides` those of
 * the case.
 */
export function exampleCase(
  overrides: Partial<DisputeCase["dispute"]> = {},
  caseOverrides: Partial<DisputeCase> = {},
): DisputeCase {
  return {
    dispute: {
      disputeId: "dsp_1",
      paymentIntentId: "pi_1",
      paymentId: "pay_1",
      externalCustomerId: "ada",
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
      respondBy: new Date(Date.now() + 5.5 * 86_400_000).toISOString(),
      canRespond: true,
      bankReference: null,
      inquiryId: null,
      evidence: { fields: {}, files: [], submittedAt: null },
      messages: [],
      openedAt: at,
      createdAt: at,
      updatedAt: at,
      closedAt: null,
      ...overrides,
    },
    version: 3,
    canAccept: true,
    payment: {
      total: 49.99,
      paidAt: at,
      type: "card",
      externalPaymentIntentId: "order-1",
      description: "100 credits",
      paymentDescriptor: "TESSERA DEMO",
      method: "visa ···· 4242",
      threeDSecure: null,
      liabilityShift: null,
      hasMandate: false,
      ipAddress: "192.0.2.1",
      deviceId: "a".repeat(64),
      userAgent: "Mozilla/5.0",
    },
    customer: { name: "Ada Lovelace", email: "ada@example.com", address: null, kycStatus: null },
    refunds: [],
    refundedBefore: 0,
    known: { customerName: "Ada Lovelace", productDescription: "100 credits" },
    compelling: null,
    fraudReports: 0,
    cost: 64.99,
    answer: null,
    answersElsewhere: false,
    delivery: null,
    sent: { outcomeShownAt: at, texts: [] },
    inquiry: null,
    related: [],
    ...caseOverrides,
  };
}
