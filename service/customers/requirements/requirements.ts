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

export type Purpose = "payment" | "disbursement" | "kyc";

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
  /** The payout; only for the purpose `disbursement`. */
  payout?: PayoutContext | undefined;
}

export interface PayoutContext {
  /** The W-9 that is still required; null if none is required, or if it is signed. */
  w9: { status: string; w9CaptureUrl: string | null } | null;
  /** Whether the year's total with this payout reaches the threshold. */
  reachesThreshold: boolean;
  /** Whether a code for this payout proved the phone number on file. */
  isPhoneProved: boolean;
}

/**
 * What a customer must complete before money moves, in the order the widget asks (docs/customers/requirements.md).
 * Payments and payouts decide it only here. Widgets show the first one.
 *
 * - `customer_data {fields, address}`: paths of missing fields, and the address so far (null if no part is missing)
 * - `sms_verification {phoneNumber, canChangeNumber}`: the masked number, or null; a verified number cannot change. The
 *   payout's session adds `code`, a code that can still be entered
 * - `kyc {status}`: status of the newest verification, or null. For a payout, verifications that a payment's secret
 *   took part in do not count unless staff approved them
 * - `identity_document {status}`: the same, because the year's payouts reach the tax threshold; any valid verification
 *   that counts for payouts meets it
 * - `w9 {status, w9CaptureUrl}`: blocks only the approval, so the customer may sign later
 */
export function requirementsOf(context: RequirementsContext): Requirement[] {
  const { purpose, settings, customer, payout } = context;
  const { data } = customer;
  const requirements: Requirement[] = [];

  const fields = missingCustomerData(data, requiredFields(context));
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

  if (requiresKyc(context)) {
    const status = purpose === "payment" ? customer.kycStatus : kycStatusForPayouts(customer);
    requirements.push({ type: "kyc", blocks: "submission", status });
  } else if (requiresIdentityDocument(context)) {
    const status = kycStatusForPayouts(customer);
    requirements.push({ type: "identity_document", blocks: "submission", status });
  }

  const w9 = payout?.w9;
  if (w9) requirements.push({ type: "w9", blocks: "approval", ...w9 });
  return requirements;
}

/** Whether a customer could have requirements at all. If not, the caller need not read the customer. */
export function mayRequireAnything(
  purpose: Purpose,
  settings: RequirementsContext["settings"],
): boolean {
  return purpose !== "payment" || settings.verifyOnFirstPayment || settings.salesTax === "on";
}

/** What a W-9, a verification and sales tax need. */
function requiredFields(context: RequirementsContext): readonly CustomerDataPath[] {
  const { purpose, payout, settings } = context;
  const readsDocument =
    purpose === "kyc" || requiresKyc(context) || requiresIdentityDocument(context);
  const fields = [
    ...(payout?.w9 ? legalNameAndAddress : []),
    ...(readsDocument ? identityData : []),
    ...(purpose === "payment" && settings.salesTax === "on" ? wholeAddress : []),
  ];
  return [...new Set(fields)];
}

function requiresIdentityDocument({ payout, customer }: RequirementsContext): boolean {
  return payout?.reachesThreshold === true && !hasVerificationForPayouts(customer);
}

function requiresKyc({ purpose, settings, customer }: RequirementsContext): boolean {
  switch (purpose) {
    case "payment":
      return settings.verifyOnFirstPayment && !isIdentityVerified(customer);
    case "disbursement":
      return settings.verifyOnFirstDisbursement && !isVerifiedForPayouts(customer);
    case "kyc":
      return false;
  }
}
