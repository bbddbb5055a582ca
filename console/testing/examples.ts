/** The service's responses: a case, a customer, a payment and others. */
import type { WaitingPayout } from "#contract/console/payouts";
import type { ReviewCase, ReviewList } from "#contract/console/reviews";
import { permissionsOfRole, type StaffRole } from "#contract/console/roles";
import type { ConsoleSession } from "#contract/console/session";
import type { ConsoleSettings } from "#contract/console/settings";

const at = "2026-03-04T10:00:00.000Z";

export function exampleSession(role: StaffRole = "admin"): ConsoleSession {
  return {
    stage: "ready",
    csrfToken: "csrf-1",
    me: {
      staffId: "st_1",
      email: "ana@example.com",
      name: "Ana Pérez",
      role,
      permissions: [...permissionsOfRole[role]],
      recoveryCodesLeft: 9,
    },
    operator: { operatorId: "op_1", name: "Demo Shop" },
    environment: "sandbox",
    hasPasskey: false,
    passkeyOrigin: null,
    serverTime: at,
    idleExpiresAt: at,
    expiresAt: at,
  };
}

export function anonymousSession(): ConsoleSession {
  return {
    ...exampleSession(),
    stage: "anonymous",
    csrfToken: null,
    me: null,
    operator: null,
    idleExpiresAt: null,
    expiresAt: null,
  };
}

const verification = {
  kycVerificationId: "kyc_1",
  externalCustomerId: "customer-1",
  type: "drivers_license",
  status: "under_review",
  checks: [],
  reasons: [],
  createdAt: at,
  updatedAt: at,
  submittedAt: at,
  decidedAt: null,
  documentExpiresOn: "2030-01-31",
};

const data = {
  email: "ada@example.com",
  firstName: "Ada",
  middleName: null,
  lastName: "Lovelace",
  suffix: null,
  dateOfBirth: "1990-12-10",
  phoneNumber: "+12125550123",
  address: {
    line1: "1 Main Street",
    line2: null,
    city: "Springfield",
    state: "IL",
    postalCode: "62701",
    country: "US",
  },
};

/** A case with a differing date of birth; `overrides` replaces members. */
export function exampleCase(overrides: Partial<ReviewCase> = {}): ReviewCase {
  const field = (name: string, value: string, claimed: string | null, agreement: string) => ({
    name,
    value,
    claimed,
    agreement,
    source: "barcode",
    truncated: false,
    checkDigit: null,
    onFront: null,
  });
  return {
    verification,
    reasons: [{ code: "date_of_birth_mismatch", message: "The date of birth differs." }],
    checks: [
      { code: "document_readable", result: "passed", message: "" },
      { code: "document_unexpired", result: "passed", message: "" },
      { code: "date_of_birth", result: "failed", message: "" },
      { code: "last_name", result: "passed", message: "" },
      { code: "first_name", result: "passed", message: "" },
      { code: "document_number_unused", result: "passed", message: "" },
    ],
    customer: {
      externalCustomerId: "customer-1",
      data,
      createdAt: at,
      otherVerifications: [],
    },
    reading: {
      readable: true,
      checkDigitsValid: null,
      fields: [
        field("lastName", "LOVELACE", "Lovelace", "same"),
        field("firstName", "ADA MARIE", "Ada", "similar"),
        field("dateOfBirth", "1990-10-12", "1990-12-10", "different"),
        field("expiresOn", "2030-01-31", null, "none"),
        field("documentNumber", "D1234567", null, "none"),
      ],
      problems: [],
    },
    images: [
      {
        uploadId: "up_1",
        side: "front",
        contentType: "image/jpeg",
        url: "/reviews/kyc_1/images/up_1",
      },
      {
        uploadId: "up_2",
        side: "back",
        contentType: "image/jpeg",
        url: "/reviews/kyc_1/images/up_2",
      },
    ],
    decision: null,
    canDecide: true,
    canReopen: false,
    version: "1.1",
    claim: {
      staff: { staffId: "st_1", name: "Ana Pérez" },
      isMine: true,
      since: at,
      expiresAt: at,
    },
    otherReviewers: [],
    accesses: [{ actor: "Ana Pérez", action: "case_opened", uploadId: null, at }],
    ...overrides,
  };
}

export function exampleQueue(count: number): ReviewList {
  return {
    data: Array.from({ length: count }, (_, index) => ({
      kycVerificationId: `kyc_${index + 1}`,
      externalCustomerId: `customer-${index + 1}`,
      customerName: ["Ada Lovelace", "Grace Hopper", "Katherine Johnson"][index % 3] ?? null,
      customerEmail: `customer-${index + 1}@example.com`,
      type: index % 2 ? "passport" : "drivers_license",
      status: "under_review",
      submittedAt: at,
      decidedAt: null,
      reasons: [{ code: "date_of_birth_mismatch", message: "The date of birth differs." }],
      claim: null,
    })),
    page: 1,
    size: 20,
    total: count,
  };
}

export function exampleSettings(
  version = 1,
  overrides: Partial<ConsoleSettings["settings"]> = {},
): ConsoleSettings {
  const defaults: ConsoleSettings["settings"] = {
    allowedOrigins: ["https://shop.example"],
    locationRules: [],
    verifyOnFirstPayment: false,
    verifyOnFirstDisbursement: true,
    smsVerification: "first_payout",
    documentReview: "when_needed",
    documentRetentionDays: 90,
    w9Policy: "every",
    paymentMethodTypes: ["card"],
    surcharge: "off",
    salesTax: "off",
    threeDSecure: "when_enrolled",
    threeDSecureUnavailable: "decline",
    paymentDescriptor: "DEMO SHOP",
    timeZone: "America/New_York",
    taxTypes: ["bingo"],
    dualControl: false,
    reduceByWager: false,
    defaultTaxCategory: "prize",
    bankPayoutRail: "processor",
    savedPaymentMethods: true,
    savedCardVerification: "cvc",
  };
  const taxLimits = {
    year: 2026,
    isFinal: true,
    limits: [
      { of: "payouts", productAmount: 2000, lawAmount: 2000, timesWager: null },
      { of: "bingo", productAmount: 1200, lawAmount: 2000, timesWager: null },
      { of: "horse_racing", productAmount: 600, lawAmount: 2000, timesWager: 300 },
    ],
  };
  const settings = { ...defaults, ...overrides };
  return { version, settings, defaults, taxLimits, updatedAt: at, proxyNotice: null };
}

/** A payout of $250 that waits for approval; `overrides` replaces members. */
export function examplePayout(
  number: number,
  overrides: Partial<WaitingPayout["disbursement"]> = {},
): WaitingPayout {
  return {
    disbursement: {
      disbursementId: `dis_${number}`,
      disbursementIntentId: `di_${number}`,
      externalDisbursementIntentId: `winnings-${number}`,
      externalCustomerId: `customer-${number}`,
      status: "pending-validation",
      type: "bank",
      amount: 250,
      withheldAmount: 0,
      currency: "USD",
      taxCategory: "prize",
      payoutMethod: { bankName: "First Bank", accountType: "checking", last4: "6789" },
      messages: [],
      version: 3,
      createdAt: at,
      updatedAt: at,
      decidedAt: null,
      decidedBy: null,
      paidAt: null,
      ...overrides,
    },
    customer: {
      externalCustomerId: `customer-${number}`,
      data,
      kycStatus: "verified",
      kycVerifications: [],
      w9: { status: "completed", completedAt: at, formRevision: null, notUsPerson: false },
      phoneVerifiedAt: at,
      savedPaymentMethods: [],
      createdAt: at,
      updatedAt: at,
    },
    gates: {
      w9: "met",
      kyc: "met",
      sanctions: "clear",
      notUsPerson: false,
      backupWithholding: false,
      amountLimit: null,
    },
    yearToDate: 1250,
  };
}
