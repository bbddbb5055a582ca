import type { KycVerification } from "#contract/api/customers";
import type { KnownCustomer } from "./customers.ts";

/** Whether the newest verification is valid. A change of name or date of birth expires it. */
export function isIdentityVerified({
  kycVerifications: [newest],
}: {
  readonly kycVerifications: readonly Pick<KycVerification, "status">[];
}): boolean {
  return newest !== undefined && isVerified(newest);
}

/** Whether any verification is valid, although a newer one may be open or rejected. */
export function hasVerifiedIdentity({
  kycVerifications,
}: Pick<KnownCustomer, "kycVerifications">): boolean {
  return kycVerifications.some(isVerified);
}

function isVerified({ status }: { status: string }): boolean {
  return status === "verified" || status === "verified_manually";
}
