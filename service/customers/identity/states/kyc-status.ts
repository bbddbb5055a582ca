/**
 * The status table of an identity verification (docs/how-money-moves.md): the only place that says what may
 * become of one. Pure. A rejected or expired one is never left; trying again makes a new one.
 */

/** Every status of a verification. */
export const kycStatuses = [
  "pending",
  "verified",
  "under_review",
  "rejected",
  "verified_manually",
  "rejected_manually",
  "expired",
] as const;
/** One of {@link kycStatuses}. */
export type KycStatus = (typeof kycStatuses)[number];

/** What can happen to a verification. */
export type KycHappening =
  /** The document was read and the rule has spoken. */
  | "read_as_verified"
  | "read_as_under_review"
  | "read_as_rejected"
  /** A member of staff has decided. */
  | "approved_by_staff"
  | "rejected_by_staff"
  /** The document that it rests on has passed its expiry date. */
  | "document_expired"
  /** The customer's legal name or date of birth changed. */
  | "identity_changed";

const table: Record<KycStatus, Partial<Record<KycHappening, KycStatus>>> = {
  pending: {
    read_as_verified: "verified",
    read_as_under_review: "under_review",
    read_as_rejected: "rejected",
  },
  under_review: {
    approved_by_staff: "verified_manually",
    rejected_by_staff: "rejected_manually",
  },
  verified: { document_expired: "expired", identity_changed: "expired" },
  verified_manually: { document_expired: "expired", identity_changed: "expired" },
  rejected: {},
  rejected_manually: {},
  expired: {},
};

/** The status after `happening`; undefined where the table has no such step. */
export function nextKycStatus(status: KycStatus, happening: KycHappening): KycStatus | undefined {
  return table[status][happening];
}

/** Whether it can still change by itself or by staff: a customer has at most one such. */
export function isOpen(status: KycStatus): boolean {
  return status === "pending" || status === "under_review";
}

/** The status as webhooks say it: manual outcomes with a hyphen (docs/integrate/webhooks.md). */
export function eventStatus(status: KycStatus): string {
  return status.endsWith("_manually") ? status.replace("_", "-") : status;
}
