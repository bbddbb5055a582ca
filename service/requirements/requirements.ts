import type { Customer } from "../../contract/api/customers.ts";
import type { Requirement } from "../../contract/client/session.ts";
import {
  type CustomerDataPath,
  legalNameAndAddress,
  missingCustomerData,
} from "../customers/index.ts";
import type { OperatorSettings } from "../operators/index.ts";
import { isSmsDue, maskPhoneNumber } from "../sms/index.ts";

/** What money is about to do. */
export type MoneyPurpose = "payment" | "disbursement";

/** All that decides what is owed. */
export interface RequirementsContext {
  purpose: MoneyPurpose;
  settings: Pick<
    OperatorSettings,
    "verifyOnFirstPayment" | "verifyOnFirstDisbursement" | "smsVerification" | "w9Policy"
  >;
  customer: Pick<Customer, "data" | "kycStatus" | "phoneVerifiedAt">;
  /** When the intent was made */
  createdAtMs: number;
}

/**
 * What a customer still owes before money may move, in the order in which it is asked (decisions §3
 * and §6). The one place that decides it, for payments and payouts; widgets show the first one.
 *
 * - `customer_data {fields, address}`: the missing fields by path, and the address as far as it is known
 *   (null where no part of it is missing);
 * - `sms_verification {phoneNumber}`: masked, null while there is no number;
 * - `kyc`.
 *
 * `identity_document` and `w9` come with payouts' tax thresholds.
 */
export function requirementsOf(context: RequirementsContext): Requirement[] {
  const { purpose, settings, customer, createdAtMs } = context;
  const { data } = customer;
  const requirements: Requirement[] = [];

  const fields = missingCustomerData(data, wantedFields(context));
  if (fields.length > 0) {
    const known = fields.some((path) => path.startsWith("address.")) ? data.address : null;
    requirements.push({ type: "customer_data", blocks: "submission", fields, address: known });
  }

  const verifiedAt = customer.phoneVerifiedAt;
  const phoneVerifiedAtMs = verifiedAt === null ? null : Date.parse(verifiedAt);
  const policy = purpose === "disbursement" ? settings.smsVerification : "off";
  if (isSmsDue(policy, { phoneVerifiedAtMs }, createdAtMs)) {
    const phoneNumber = data.phoneNumber === null ? null : maskPhoneNumber(data.phoneNumber);
    requirements.push({ type: "sms_verification", blocks: "submission", phoneNumber });
  }

  if (wantsKyc(context) && !isVerified(customer.kycStatus)) {
    requirements.push({ type: "kyc", blocks: "submission", status: customer.kycStatus });
  }
  return requirements;
}

/** Whether a customer's data can matter at all: if not, nothing need be read. */
export function mayOweAnything(
  purpose: MoneyPurpose,
  settings: RequirementsContext["settings"],
): boolean {
  return purpose === "disbursement" || settings.verifyOnFirstPayment;
}

/** A payout with a W-9 needs legal name and address; a card payment nothing. */
function wantedFields({ purpose, settings }: RequirementsContext): readonly CustomerDataPath[] {
  return purpose === "disbursement" && settings.w9Policy === "every" ? legalNameAndAddress : [];
}

function wantsKyc({ purpose, settings }: RequirementsContext): boolean {
  return purpose === "payment" ? settings.verifyOnFirstPayment : settings.verifyOnFirstDisbursement;
}

function isVerified(status: string | null): boolean {
  return status === "verified" || status === "verified_manually";
}
