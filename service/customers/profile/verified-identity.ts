import type { KycVerification } from "#contract/api/customers";

/** The part of a customer that decides whether their identity is verified. */
export interface IdentityHistory {
  /** Newest first. */
  readonly kycVerifications: readonly Pick<KycVerification, "kycVerificationId" | "status">[];
  /** The verifications that a payment's secret took part in. */
  readonly paymentVerificationIds: readonly string[];
}

/**
 * Whether the newest decided verification is valid. An open one does not change the answer: a payout
 * can ask a customer who verified for a payment to verify again.
 */
export function isIdentityVerified({
  kycVerifications,
}: {
  readonly kycVerifications: readonly Pick<KycVerification, "status">[];
}): boolean {
  return isNewestVerified(kycVerifications);
}

/** As {@link isIdentityVerified}, from the verifications that count for payouts. */
export function isVerifiedForPayouts(history: IdentityHistory): boolean {
  return isNewestVerified(countedForPayouts(history));
}

/** Whether any verification that counts for payouts is valid, even if a newer one is open or rejected. */
export function hasVerificationForPayouts(history: IdentityHistory): boolean {
  return countedForPayouts(history).some(isVerified);
}

/** The status of the newest verification that counts for payouts; null if there is none. */
export function kycStatusForPayouts(history: IdentityHistory): string | null {
  return countedForPayouts(history)[0]?.status ?? null;
}

/**
 * Only a payout's secret, the operator's link or a person can verify a customer for payouts. A payment's
 * secret can reach other people more easily, so what it verified is left out; its rejections still show.
 */
function countedForPayouts({
  kycVerifications,
  paymentVerificationIds,
}: IdentityHistory): IdentityHistory["kycVerifications"] {
  return kycVerifications.filter(
    ({ kycVerificationId, status }) =>
      status !== "verified" || !paymentVerificationIds.includes(kycVerificationId),
  );
}

function isNewestVerified(verifications: readonly Pick<KycVerification, "status">[]): boolean {
  const newest = verifications.find(({ status }) => !isOpen(status));
  return newest !== undefined && isVerified(newest);
}

function isOpen(status: string): boolean {
  return status === "pending" || status === "under_review";
}

function isVerified({ status }: { status: string }): boolean {
  return status === "verified" || status === "verified_manually";
}
