import type { KycVerification } from "#contract/api/customers";

export interface IdentityHistory {
  /** All verifications, newest first. */
  readonly kycVerifications: readonly Pick<KycVerification, "kycVerificationId" | "status">[];
  /** Verifications in which a payment's secret took part. */
  readonly paymentVerificationIds: readonly string[];
}

/**
 * Whether a verification is valid, and staff rejected none after it. Open and automatically rejected ones do not
 * matter: a payout may need another verification after a payment's, and several tries.
 */
export function isIdentityVerified({
  kycVerifications,
}: {
  readonly kycVerifications: readonly Pick<KycVerification, "status">[];
}): boolean {
  const deciding = kycVerifications.find(
    (kycVerification) =>
      isVerified(kycVerification) || kycVerification.status === "rejected_manually",
  );
  return deciding !== undefined && isVerified(deciding);
}

/** Looks only at the verifications that count for payouts. */
export function isVerifiedForPayouts(history: IdentityHistory): boolean {
  return isIdentityVerified({ kycVerifications: countedForPayouts(history) });
}

/** Whether any verification that counts for payouts is valid, even if staff rejected a newer one. */
export function hasVerificationForPayouts(history: IdentityHistory): boolean {
  return countedForPayouts(history).some(isVerified);
}

/** The newest verification's status. Null without one, or if it does not count, so that the customer starts again. */
export function kycStatusForPayouts(history: IdentityHistory): string | null {
  const [newest] = history.kycVerifications;
  return newest && isCounted(history, newest) ? newest.status : null;
}

function countedForPayouts(history: IdentityHistory): IdentityHistory["kycVerifications"] {
  return history.kycVerifications.filter((kycVerification) => isCounted(history, kycVerification));
}

/**
 * Only a payout's secret, the operator's link or staff verify a customer for payouts. A payment's verification does not
 * count, but its rejection shows.
 */
function isCounted(
  { paymentVerificationIds }: IdentityHistory,
  { kycVerificationId, status }: IdentityHistory["kycVerifications"][number],
): boolean {
  return status !== "verified" || !paymentVerificationIds.includes(kycVerificationId);
}

function isVerified({ status }: { status: string }): boolean {
  return status === "verified" || status === "verified_manually";
}
