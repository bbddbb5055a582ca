/**
 * The status table of identity verifications (docs/how-money-moves.md). Pure. A rejected or expired verification is
 * final; a retry creates a new one.
 */

export const kycStatuses = [
  "pending",
  "verified",
  "under_review",
  "rejected",
  "verified_manually",
  "rejected_manually",
  "expired",
] as const;
export type KycStatus = (typeof kycStatuses)[number];

export type KycEvent =
  /** The service decided automatically. */
  | "read_as_verified"
  | "read_as_under_review"
  | "read_as_rejected"
  | "approved_by_staff"
  | "rejected_by_staff"
  | "document_expired"
  /** The legal name or date of birth changed. */
  | "identity_changed";

const table: Record<KycStatus, Partial<Record<KycEvent, KycStatus>>> = {
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

/** The status after an event; undefined if the table has no such transition. */
export function nextKycStatus(status: KycStatus, event: KycEvent): KycStatus | undefined {
  return table[status][event];
}

/** Whether no decision has been made. A customer has at most one open verification. */
export function isOpen(status: KycStatus): boolean {
  return status === "pending" || status === "under_review";
}

/** The status in webhooks, where staff decisions have a hyphen (docs/integrate/webhooks.md). */
export function eventStatus(status: KycStatus): string {
  return status.endsWith("_manually") ? status.replace("_", "-") : status;
}
