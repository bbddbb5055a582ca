import { describe, expect, test } from "vitest";
import type { CustomerData } from "#contract/api/customers";
import {
  mayOweAnything,
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
const usual: RequirementsContext["settings"] = {
  verifyOnFirstPayment: false,
  verifyOnFirstDisbursement: true,
  smsVerification: "first_payout",
  salesTax: "off",
};
const w9CaptureUrl = "https://pay.example/w9#secret";
const owesW9 = {
  w9: { status: "pending", w9CaptureUrl },
  reachesThreshold: false,
  isPhoneProved: false,
};
const owed = (
  purpose: RequirementsContext["purpose"],
  customer: Partial<RequirementsContext["customer"]> = {},
  settings: Partial<RequirementsContext["settings"]> = {},
  payout: PayoutContext = { w9: null, reachesThreshold: false, isPhoneProved: false },
) =>
  requirementsOf({
    purpose,
    settings: { ...usual, ...settings },
    customer: { ...verified, ...customer },
    payout: purpose === "disbursement" ? payout : undefined,
  });

test("a verified customer with complete data owes nothing", () => {
  expect(owed("payment")).toEqual([]);
  expect(owed("disbursement")).toEqual([]);
});

test("a new customer owes a payout everything, in the order in which it is asked", () => {
  const nothing = { firstName: null, lastName: null, dateOfBirth: null, phoneNumber: null };
  const data = { ...complete, ...nothing, address: null };
  const customer = { ...unverified, data, phoneVerifiedAt: null };
  expect(owed("disbursement", customer, {}, owesW9)).toEqual([
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

test("only what is missing is asked, beside what is known of the address", () => {
  const data = { ...complete, address: { ...address, city: null } };
  expect(owed("disbursement", { data }, {}, owesW9)).toMatchObject([
    {
      type: "customer_data",
      blocks: "submission",
      fields: ["address.city"],
      address: data.address,
    },
    { type: "w9" },
  ]);
});

describe("a payout with which the year reaches the tax threshold", () => {
  const reached: PayoutContext = { w9: null, reachesThreshold: true, isPhoneProved: false };
  const trusting = { verifyOnFirstDisbursement: false };

  test("asks for an identity document, and for what it is compared with", () => {
    const data = { ...complete, dateOfBirth: null };
    expect(owed("disbursement", { ...unverified, data }, trusting, reached)).toMatchObject([
      { type: "customer_data", fields: ["dateOfBirth"] },
      { type: "identity_document", blocks: "submission", status: null },
    ]);
  });

  test("is content with any verification that holds, though a newer one was refused", () => {
    const kycVerifications = [verification("rejected"), verification("verified")];
    const customer = { kycStatus: "rejected", kycVerifications };
    expect(owed("disbursement", customer, trusting, reached)).toEqual([]);
    const expired = { kycStatus: "expired", kycVerifications: [verification("expired")] };
    expect(owed("disbursement", expired, trusting, reached)).toMatchObject([
      { type: "identity_document", status: "expired" },
    ]);
  });

  test("asks once where a first payout asks who somebody is anyway", () => {
    expect(owed("disbursement", unverified, {}, reached)).toMatchObject([{ type: "kyc" }]);
  });
});

test("the number is masked", () => {
  expect(owed("disbursement", { phoneVerifiedAt: null })).toEqual([
    {
      type: "sms_verification",
      blocks: "submission",
      phoneNumber: "•••• 34",
      canChangeNumber: true,
    },
  ]);
});

describe("the operator's settings", () => {
  test("the code by text message: never, once, for every payout", () => {
    const never = { phoneVerifiedAt: null };
    expect(owed("disbursement", never, { smsVerification: "off" })).toEqual([]);
    expect(owed("disbursement", {}, { smsVerification: "every_payout" })).toMatchObject([
      { type: "sms_verification", canChangeNumber: false },
    ]);
    const proved = { w9: null, reachesThreshold: false, isPhoneProved: true };
    expect(owed("disbursement", {}, { smsVerification: "every_payout" }, proved)).toEqual([]);
    expect(owed("payment", never)).toEqual([]);
  });

  test("who somebody is: on payouts, on payments, and met by a person's decision too", () => {
    const unknown = { kycStatus: "rejected", kycVerifications: [verification("rejected")] };
    expect(owed("disbursement", unknown)).toMatchObject([{ type: "kyc", status: "rejected" }]);
    expect(owed("disbursement", unknown, { verifyOnFirstDisbursement: false })).toEqual([]);
    expect(owed("payment", unknown)).toEqual([]);
    expect(owed("payment", unknown, { verifyOnFirstPayment: true })).toMatchObject([
      { type: "kyc" },
    ]);
    const byStaff = [verification("verified_manually")];
    expect(owed("disbursement", { kycVerifications: byStaff })).toEqual([]);
  });

  test("what a payment's secret verified counts for payments only, unless staff approved it", () => {
    const both = { verifyOnFirstPayment: true, verifyOnFirstDisbursement: true };
    const byPayment = { paymentVerificationIds: ["kyc_1"] };
    expect(owed("payment", byPayment, both)).toEqual([]);
    expect(owed("disbursement", byPayment, both)).toMatchObject([{ type: "kyc", status: null }]);
    const unasked = { verifyOnFirstDisbursement: false };
    const large = { w9: null, reachesThreshold: true, isPhoneProved: false };
    expect(owed("disbursement", byPayment, unasked, large)).toMatchObject([
      { type: "identity_document", status: null },
    ]);
    const byStaff = { ...byPayment, kycVerifications: [verification("verified_manually")] };
    expect(owed("disbursement", byStaff, both)).toEqual([]);
  });

  test("a payment needs no second verification while a payout's is open", () => {
    const open = { ...verification("pending"), kycVerificationId: "kyc_2" };
    const customer = {
      kycVerifications: [open, verification("verified")],
      paymentVerificationIds: ["kyc_1"],
    };
    expect(owed("payment", customer, { verifyOnFirstPayment: true })).toEqual([]);
    expect(owed("disbursement", customer)).toMatchObject([{ type: "kyc", status: "pending" }]);
  });

  test("who somebody is, anew after a change of name or date of birth", () => {
    const expired = { kycStatus: "expired", kycVerifications: [verification("expired")] };
    expect(owed("disbursement", expired)).toMatchObject([{ type: "kyc", status: "expired" }]);
  });

  test("a document is compared with name and date of birth, which are asked for first", () => {
    const data = { ...complete, firstName: null, dateOfBirth: null };
    const fields = ["firstName", "dateOfBirth"];
    expect(owed("kyc", { ...unverified, data })).toMatchObject([{ type: "customer_data", fields }]);
    const payment = owed("payment", { ...unverified, data }, { verifyOnFirstPayment: true });
    expect(payment).toMatchObject([{ type: "customer_data", fields }, { type: "kyc" }]);
    expect(owed("kyc", unverified)).toEqual([]);
  });

  test("a payout without a W-9 asks for no address", () => {
    expect(owed("disbursement", { data: { ...complete, address: null } })).toEqual([]);
  });

  test("a card payment with the usual settings needs no look at the customer at all", () => {
    expect(mayOweAnything("payment", usual)).toBe(false);
    expect(mayOweAnything("payment", { ...usual, verifyOnFirstPayment: true })).toBe(true);
    expect(mayOweAnything("disbursement", usual)).toBe(true);
  });
});
