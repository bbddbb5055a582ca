import type { Customer, CustomerData, KycVerification, W9State } from "#contract/api/customers";
import type { SavedPaymentMethod } from "#contract/api/payment-methods";
import type { CustomerRow } from "./tables.ts";

/** Presents a customer. Verifications and saved methods come newest first. */
export function presentCustomer(
  row: CustomerRow,
  data: CustomerData,
  kycVerifications: KycVerification[],
  w9: W9State,
  savedPaymentMethods: SavedPaymentMethod[],
): Customer {
  return {
    externalCustomerId: row.external_customer_id,
    data,
    kycStatus: kycVerifications[0]?.status ?? null,
    kycVerifications,
    w9,
    phoneVerifiedAt: row.phone_verified_at?.toISOString() ?? null,
    savedPaymentMethods,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
