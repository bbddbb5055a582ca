import type { Requirement } from "#contract/client/session";
import type { OperatorSettings } from "../../operators/accounts/index.ts";
import {
  type CustomerDataPath,
  hasVerificationForPayouts,
  identityData,
  isIdentityVerified,
  isVerifiedForPayouts,
  type KnownCustomer,
  kycStatusForPayouts,
  legalNameAndAddress,
  missingCustomerData,
  wholeAddress,
} from "../profile/index.ts";
import { isSmsDue, maskPhoneNumber } from "../text-messages/index.ts";

/** What is about to be done: money moves, or a document is compared with the customer's data. */
export type Purpose = "payment" | "disbursement" | "kyc";

/** All that decides what is owed. */
export interface RequirementsContext {
  purpose: Purpose;
  settings: Pick<
    OperatorSettings,
    "verifyOnFirstPayment" | "verifyOnFirstDisbursement" | "smsVerification" | "salesTax"
  >;
  customer: Pick<
    KnownCustomer,
    "data" | "kycStatus" | "kycVerifications" | "paymentVerificationIds" | "phoneVerifiedAt"
  >;
  /** For the purpose `disbursement`: what the year's totals and the W-9 say of this payout. */
  payout?: PayoutContext | undefined;
}

/** What of a payout decides what is owed; service/payouts knows it. */
export interface PayoutContext {
  /** The W-9 that the customer still owes for it; null when none is needed, or it is there. */
  w9: { status: string; w9CaptureUrl: string | null } | null;
  /** With it the year's total reaches the tax threshold. */
  reachesThreshold: boolean;
  /** A code sent for this payout proved the phone number on file. */
  isPhoneProved: boolean;
}

/**
 * What a customer must complete before money may move, in the order in which it is asked
 * (docs/customers/requirements.md). The one place that decides it, for payments and payouts; widgets show
 * the first one.
 *
 * - `customer_data {fields, address}`: the missing fields by path, and the address as far as it is known
 *   (null where no part of it is missing);
 * - `sms_verification {phoneNumber, canChangeNumber}`: masked, null while there is no number; a verified
 *   number can't be changed by the customer;
 * - `kyc {status}`: of the newest verification, null if there is none. For a payout, verifications that
 *   a payment's secret took part in do not count, unless staff approved them;
 * - `identity_document {status}`: the same, asked because the year's payouts reach the tax threshold;
 *   any valid verification that counts for payouts meets it;
 * - `w9 {status, w9CaptureUrl}`: blocks approval only, so that the customer may put it off.
 */
export function requirementsOf(context: RequirementsContext): Requirement[] {
  const { purpose, settings, customer, payout } = context;
  const { data } = customer;
  const requirements: Requirement[] = [];

  const fields = missingCustomerData(data, wantedFields(context));
  if (fields.length > 0) {
    const known = fields.some((path) => path.startsWith("address.")) ? data.address : null;
    requirements.push({ type: "customer_data", blocks: "submission", fields, address: known });
  }

  const policy = purpose === "disbursement" ? settings.smsVerification : "off";
  if (isSmsDue(policy, customer, payout?.isPhoneProved ?? false)) {
    const phoneNumber = data.phoneNumber === null ? null : maskPhoneNumber(data.phoneNumber);
    const canChangeNumber = customer.phoneVerifiedAt === null;
    requirements.push({
      type: "sms_verification",
      blocks: "submission",
      phoneNumber,
      canChangeNumber,
    });
  }

  if (owesKyc(context)) {
    const status = purpose === "payment" ? customer.kycStatus : kycStatusForPayouts(customer);
    requirements.push({ type: "kyc", blocks: "submission", status });
  } else if (owesIdentityDocument(context)) {
    const status = kycStatusForPayouts(customer);
    requirements.push({ type: "identity_document", blocks: "submission", status });
  }

  const w9 = payout?.w9;
  if (w9) requirements.push({ type: "w9", blocks: "approval", ...w9 });
  return requirements;
}

/** Whether a customer's data can matter at all: if not, nothing need be read. */
export function mayOweAnything(
  purpose: Purpose,
  settings: RequirementsContext["settings"],
): boolean {
  return purpose !== "payment" || settings.verifyOnFirstPayment || settings.salesTax === "on";
}

/** A W-9 needs legal name and address, a document somebody to compare with, sales tax a place. */
function wantedFields(context: RequirementsContext): readonly CustomerDataPath[] {
  const { purpose, payout, settings } = context;
  const readsDocument = purpose === "kyc" || owesKyc(context) || owesIdentityDocument(context);
  const wanted = [
    ...(payout?.w9 ? legalNameAndAddress : []),
    ...(readsDocument ? identityData : []),
    ...(purpose === "payment" && settings.salesTax === "on" ? wholeAddress : []),
  ];
  return [...new Set(wanted)];
}

function owesIdentityDocument({ payout, customer }: RequirementsContext): boolean {
  return payout?.reachesThreshold === true && !hasVerificationForPayouts(customer);
}

function owesKyc({ purpose, settings, customer }: RequirementsContext): boolean {
  switch (purpose) {
    case "payment":
      return settings.verifyOnFirstPayment && !isIdentityVerified(customer);
    case "disbursement":
      return settings.verifyOnFirstDisbursement && !isVerifiedForPayouts(customer);
    case "kyc":
      return false;
  }
}
