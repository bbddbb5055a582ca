/** These examples are taken from real responses. */

const createdAt = "2026-03-10T12:00:00.000Z";

export const kycVerification = {
  kycVerificationId: "kyc_22uhvyZXhnXCfWDMGKSrYSVd",
  externalCustomerId: "customer-1",
  type: "drivers_license",
  status: "verified",
  checks: [
    {
      code: "document_readable",
      result: "passed",
      message: "The document could be read.",
    },
    {
      code: "date_of_birth",
      result: "passed",
      message: "The date of birth is the one you gave us.",
    },
  ],
  reasons: [],
  createdAt,
  updatedAt: "2026-03-10T12:02:10.000Z",
  submittedAt: "2026-03-10T12:02:00.000Z",
  decidedAt: "2026-03-10T12:02:10.000Z",
  documentExpiresOn: "2030-12-10",
};

export const savedPaymentMethod = {
  paymentMethodId: "pm_22uhvyZXhGvYH4CwttMyrVis",
  type: "card",
  paymentMethod: { brand: "visa", last4: "4242", expiryMonth: 12, expiryYear: 2030 },
  createdAt,
  lastUsedAt: "2026-03-10T12:23:37.000Z",
};

export const customer = {
  externalCustomerId: "customer-1",
  data: {
    email: "ada@example.com",
    firstName: "Ada",
    middleName: null,
    lastName: "Lovelace",
    suffix: null,
    dateOfBirth: "1985-12-10",
    phoneNumber: "+14155550100",
    address: {
      line1: "1 Main St",
      line2: null,
      city: "Austin",
      state: "TX",
      postalCode: "73301",
      country: "US",
    },
  },
  kycStatus: "verified",
  kycVerifications: [kycVerification],
  w9: {
    status: "completed",
    completedAt: "2026-03-10T12:10:00.000Z",
    formRevision: "2024-03",
    notUsPerson: false,
  },
  phoneVerifiedAt: "2026-03-10T12:05:00.000Z",
  savedPaymentMethods: [savedPaymentMethod],
  createdAt,
  updatedAt: "2026-03-10T12:10:00.000Z",
};

const newCustomer = {
  ...customer,
  data: {
    ...customer.data,
    dateOfBirth: null,
    phoneNumber: null,
    address: null,
  },
  kycStatus: null,
  kycVerifications: [],
  w9: { status: "none", completedAt: null, formRevision: null, notUsPerson: false },
  phoneVerifiedAt: null,
  savedPaymentMethods: [],
  updatedAt: createdAt,
};

const kycSecret = "kyc_22uhvyZXhnXCfWDMGKSrYSVd_secret_EXAMPLE-EXAMPLE-EXAMPLE-EXAMPLE-EXAMPLE-EXA";
const linkExpiresAt = "2026-03-10T13:00:00.000Z";

const prize = {
  prizeId: "prz_22uhvyZYAAWMLkQ3pfrpKfm2",
  externalPrizeId: "prize-1",
  externalCustomerId: "customer-1",
  taxYear: 2026,
  status: "recorded",
  boxes: {
    box1: 1500,
    box2: "2026-05-02",
    box3: "Bingo",
    box4: null,
    box5: null,
    box6: null,
    box7: null,
    box8: null,
    box9: "XXX-XX-6789",
    box10: null,
    box11: null,
    box12: null,
    box13: null,
    box14: null,
    box15: null,
    box16: null,
    box17: null,
    box18: null,
  },
  wager: { gameType: "bingo", wagerAmount: null, multiple: null },
  legallyReportable: false,
  withholding: { kind: "none", amount: 0, ratePercent: null },
  createdAt: "2026-05-02T21:31:00.000Z",
  updatedAt: "2026-05-02T21:31:00.000Z",
};

export const customerExamples: Readonly<Record<string, unknown>> = {
  createCustomer: newCustomer,
  listCustomers: { data: [customer], page: 1, size: 20, total: 1 },
  getCustomer: customer,
  updateCustomerData: {
    ...newCustomer,
    data: { ...newCustomer.data, dateOfBirth: "1985-12-10", phoneNumber: "+14155550100" },
    updatedAt: "2026-03-10T12:01:00.000Z",
  },
  listPaymentMethods: { data: [savedPaymentMethod] },
  eraseCustomer: {
    externalCustomerId: "customer-1",
    reason: "customer_request",
    erasedAt: "2026-03-10T12:05:00.000Z",
    kept: { taxRecordsUntil: "2031-04-01T00:00:00.000Z", debitAuthorizationsUntil: null },
  },
  deletePaymentMethod: { paymentMethodId: savedPaymentMethod.paymentMethodId, removed: true },
  getCustomerLocation: {
    allowed: false,
    country: "GB",
    state: "ENG",
    reason: "country_not_allowed",
    ipAddress: "203.0.113.1",
    checkedAt: createdAt,
  },
  checkGeolocation: {
    allowed: true,
    country: null,
    state: null,
    reason: null,
    ipAddress: "192.0.2.1",
    checkedAt: createdAt,
    skipped: true,
  },
  getKycInfo: {
    status: "pending",
    links: {
      driversLicense: {
        url: `https://pay.example.com/verify/drivers-license?for=op_22uhw8DfMp6qkXJ3R8ZCJnqM#${kycSecret}`,
        expiresAt: linkExpiresAt,
      },
      passport: {
        url: `https://pay.example.com/verify/passport?for=op_22uhw8DfMp6qkXJ3R8ZCJnqM#${kycSecret}`,
        expiresAt: linkExpiresAt,
      },
    },
    clientSecret: kycSecret,
    clientSecretExpiresAt: linkExpiresAt,
    verifications: [
      {
        ...kycVerification,
        type: null,
        status: "pending",
        checks: [],
        updatedAt: createdAt,
        submittedAt: null,
        decidedAt: null,
        documentExpiresOn: null,
      },
    ],
  },
  createPrize: prize,
  listPrizes: { data: [prize], page: 1, size: 20, total: 1 },
};
