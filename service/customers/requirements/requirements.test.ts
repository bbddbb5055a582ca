import { describe, expect, test } from "vitest";
import type { CustomerData } from "#contract/api/customers";
import {
  mayRequireAnything,
  type PayoutContext,
  type RequirementsContext,
  requirementsOf,
} from "./requirements.ts";

const address = {
  line1: "1 Main Street",
  line2: null,
  city: "Springfield",
  state: "IL",
  postalCode: "62701",
  country: "US",
};
const complete: CustomerData = {
  email: "jane@example.com",
  firstName: "Jane",
  middleName: null,
  lastName: "Doe",
  suffix: null,
  dateOfBirth: "1985-04-23",
  phoneNumber: "+14155550134",
  address,
};
function verification(status: string) {
  const at = "2026-01-02T00:00:00.000Z";
  return {
    kycVerificationId: "kyc_1",
    externalCustomerId: "c-1",
    type: "passport",
    status,
    checks: [],
    reasons: [],
    documentExpiresOn: null,
    createdAt: at,
    updatedAt: at,
    submittedAt: at,
    decidedAt: at,
  };
}
const unverified = { kycStatus: null, kycVerifications: [] };
const verified: RequirementsContext["customer"] = {
  data: complete,
  kycStatus: "verified",
  kycVerifications: [verification("verified")],
  paymentVerificationIds: [],
  phoneVerifiedAt: "2026-01-01T00:00:00.000Z",
};
const defaults: RequirementsContext["settings"] = {
  verifyOnFirstPayment: false,
  verifyOnFirstDisbursement: true,
  smsVerification: "first_payout",
  salesTax: "off",
};
const w9CaptureUrl = "https://pay.example/w9#secret";
const pendingW9 = {
  w9: { status: "pending", w9CaptureUrl },
  reachesThreshold: false,
  isPhoneProved: false,
};
const required = (
  purpose: RequirementsContext["purpose"],
  customer: Partial<RequirementsContext["customer"]> = {},
  settings: Partial<RequirementsContext["settings"]> = {},
  payout: PayoutContext = { w9: null, reachesThreshold: false, isPhoneProved: false },
) =>
  requirementsOf({
    purpose,
    settings: { ...defaults, ...settings },
    customer: { ...verified, ...customer },
    payout: purpose === "disbursement" ? payout : undefined,
  });

test("nothing is required of a verified customer with complete data", () => {
  expect(required("payment")).toEqual([]);
  expect(required("disbursement")).toEqual([]);
});

test("a new customer's payout requires everything, in the order the widget asks", () => {
  const nothing = { firstName: null, lastName: null, dateOfBirth: null, phoneNumber: null };
  const data = { ...complete, ...nothing, address: null };
  const customer = { ...unverified, data, phoneVerifiedAt: null };
  expect(required("disbursement", customer, {}, pendingW9)).toEqual([
    {
      type: "customer_data",
      blocks: "submission",
      fields: [
        "firstName",
        "lastName",
        "address.line1",
        "address.city",
        "address.state",
        "address.postalCode",
        "address.country",
        "dateOfBirth",
      ],
      address: null,
    },
    { type: "sms_verification", blocks: "submission", phoneNumber: null, canChangeNumber: true },
    { type: "kyc", blocks: "submission", status: null },
    { type: "w9", blocks: "approval", status: "pending", w9CaptureUrl },
  ]);
});

test("only missing data is required, with the known parts of the address", () => {
  const data = { ...complete, address: { ...address, city: null } };
  expect(required("disbursement", { data }, {}, pendingW9)).toMatchObject([
    {
      type: "customer_data",
      blocks: "submission",
      fields: ["address.city"],
      address: data.address,
    },
    { type: "w9" },
  ]);
});

describe("a payout that makes the year reach the tax threshold", () => {
  const reached: PayoutContext = { w9: null, reachesThreshold: true, isPhoneProved: false };
  const trusting = { verifyOnFirstDisbursement: false };

  test("requires an identity document, and the data to compare with it", () => {
    const data = { ...complete, dateOfBirth: null };
    expect(required("disbursement", { ...unverified, data }, trusting, reached)).toMatchObject([
      { type: "customer_data", fields: ["dateOfBirth"] },
      { type: "identity_document", blocks: "submission", status: null },
    ]);
  });

  test("accepts any valid verification, although a newer one was rejected", () => {
    const kycVerifications = [verification("rejected"), verification("verified")];
    const customer = { kycStatus: "rejected", kycVerifications };
    expect(required("disbursement", customer, trusting, reached)).toEqual([]);
    const expired = { kycStatus: "expired", kycVerifications: [verification("expired")] };
    expect(required("disbursement", expired, trusting, reached)).toMatchObject([
      { type: "identity_document", status: "expired" },
    ]);
  });

  test("requires one verification if a first payout requires one anyway", () => {
    expect(required("disbursement", unverified, {}, reached)).toMatchObject([{ type: "kyc" }]);
  });
});

test("the phone number is masked", () => {
  expect(required("disbursement", { phoneVerifiedAt: null })).toEqual([
    {
      type: "sms_verification",
      blocks: "submission",
      phoneNumber: "•••• 34",
      canChangeNumber: true,
    },
  ]);
});

describe("the operator's settings", () => {
  test("require the code by text message never, once, or for every payout", () => {
    const never = { phoneVerifiedAt: null };
    expect(required("disbursement", never, { smsVerification: "off" })).toEqual([]);
    expect(required("disbursement", {}, { smsVerification: "every_payout" })).toMatchObject([
      { type: "sms_verification", canChangeNumber: false },
    ]);
    const proved = { w9: null, reachesThreshold: false, isPhoneProved: true };
    expect(required("disbursement", {}, { smsVerification: "every_payout" }, proved)).toEqual([]);
    expect(required("payment", never)).toEqual([]);
  });

  test("require a verification for payouts or payments, and a staff approval meets it", () => {
    const unknown = { kycStatus: "rejected", kycVerifications: [verification("rejected")] };
    expect(required("disbursement", unknown)).toMatchObject([{ type: "kyc", status: "rejected" }]);
    expect(required("disbursement", unknown, { verifyOnFirstDisbursement: false })).toEqual([]);
    expect(required("payment", unknown)).toEqual([]);
    expect(required("payment", unknown, { verifyOnFirstPayment: true })).toMatchObject([
      { type: "kyc" },
    ]);
    const byStaff = [verification("verified_manually")];
    expect(required("disbursement", { kycVerifications: byStaff })).toEqual([]);
  });

  test("count a verification with a payment's secret for payments only, unless staff approved it", () => {
    const both = { verifyOnFirstPayment: true, verifyOnFirstDisbursement: true };
    const byPayment = { paymentVerificationIds: ["kyc_1"] };
    expect(required("payment", byPayment, both)).toEqual([]);
    expect(required("disbursement", byPayment, both)).toMatchObject([
      { type: "kyc", status: null },
    ]);
    const unasked = { verifyOnFirstDisbursement: false };
    const large = { w9: null, reachesThreshold: true, isPhoneProved: false };
    expect(required("disbursement", byPayment, unasked, large)).toMatchObject([
      { type: "identity_document", status: null },
    ]);
    const byStaff = { ...byPayment, kycVerifications: [verification("verified_manually")] };
    expect(required("disbursement", byStaff, both)).toEqual([]);
  });

  test("require no second verification for a payment while a payout's is open", () => {
    const open = { ...verification("pending"), kycVerificationId: "kyc_2" };
    const customer = {
      kycVerifications: [open, verification("verified")],
      paymentVerificationIds: ["kyc_1"],
    };
    expect(required("payment", customer, { verifyOnFirstPayment: true })).toEqual([]);
    expect(required("disbursement", customer)).toMatchObject([{ type: "kyc", status: "pending" }]);
  });

  test("require a new verification after a change of name or date of birth", () => {
    const expired = { kycStatus: "expired", kycVerifications: [verification("expired")] };
    expect(required("disbursement", expired)).toMatchObject([{ type: "kyc", status: "expired" }]);
  });

  test("require name and date of birth before a document, for the comparison", () => {
    const data = { ...complete, firstName: null, dateOfBirth: null };
    const fields = ["firstName", "dateOfBirth"];
    expect(required("kyc", { ...unverified, data })).toMatchObject([
      { type: "customer_data", fields },
    ]);
    const payment = required("payment", { ...unverified, data }, { verifyOnFirstPayment: true });
    expect(payment).toMatchObject([{ type: "customer_data", fields }, { type: "kyc" }]);
    expect(required("kyc", unverified)).toEqual([]);
  });

  test("require no address for a payout without a W-9", () => {
    expect(required("disbursement", { data: { ...complete, address: null } })).toEqual([]);
  });

  test("do not make card payments read the customer by default", () => {
    expect(mayRequireAnything("payment", defaults)).toBe(false);
    expect(mayRequireAnything("payment", { ...defaults, verifyOnFirstPayment: true })).toBe(true);
    expect(mayRequireAnything("disbursement", defaults)).toBe(true);
  });
});
