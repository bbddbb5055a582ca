import type { Generated } from "kysely";

declare module "../../platform/database/tables.ts" {
  interface Tables {
    kyc_verifications: KycVerificationRow;
    kyc_links: KycLinkRow;
    kyc_handoffs: KycHandoffRow;
    kyc_images: KycImageRow;
    kyc_image_pieces: KycImagePieceRow;
    kyc_access_log: KycAccessLogRow;
    review_claims: ReviewClaimRow;
  }
}

export interface KycVerificationRow {
  kyc_verification_id: string;
  operator_id: string;
  external_customer_id: string;
  document_type: "drivers_license" | "passport" | null;
  /** Only service/customers/identity/states decides changes. */
  status: KycStatusColumn;
  /** `asked`: by kyc-info. `self`: started with an intent's secret. `reopened`: by staff. */
  origin: "asked" | "self" | "retry" | "reopened";
  /** Whether a payment's secret took a step, so that it does not count for payouts. */
  payment_secret_used: boolean;
  version: number;
  consented_at: Date | null;
  submitted_at: Date | null;
  decided_at: Date | null;
  read_due_at: Date | null;
  read_tries: number;
  lease_token: string | null;
  /** A process cleans a picture under this lease. */
  cleaning_token: string | null;
  cleaning_until: Date | null;
  /** Verifications in a row before this one with unreadable pictures. */
  unreadable_before: number;
  /** JSON of the reading. */
  reading_sealed: string | null;
  /** JSON of checks and reasons. */
  outcome_sealed: string | null;
  document_index: string | null;
  /** YYYY-MM-DD */
  document_expires_on: string | null;
  /** The id of the staff member. */
  decided_by: string | null;
  decision_reason_sealed: string | null;
  delete_images_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

type KycStatusColumn =
  | "pending"
  | "verified"
  | "under_review"
  | "rejected"
  | "verified_manually"
  | "rejected_manually"
  | "expired";

export interface KycLinkRow {
  link_id: string;
  operator_id: string;
  external_customer_id: string;
  generation: number;
  expires_at: Date;
  capture_generation: number | null;
  capture_until: Date | null;
  created_at: Date;
}

export interface KycHandoffRow {
  handoff_id: string;
  operator_id: string;
  external_customer_id: string;
  kyc_verification_id: string;
  link_id: string | null;
  link_generation: number | null;
  /** Whether its steps count as those of a payment's secret. */
  from_payment: boolean;
  expires_at: Date;
  opened_at: Date | null;
  created_at: Date;
}

export interface KycImageRow {
  upload_id: string;
  operator_id: string;
  kyc_verification_id: string;
  side: "front" | "back" | "photo_page";
  state: "uploading" | "received" | "refused" | "replaced" | "deleted";
  size_bytes: number;
  received_bytes: number;
  content_type: string | null;
  /** JSON of the picture's problems. */
  problems_sealed: string | null;
  /** Base64 of the cleaned picture. */
  image_sealed: string | null;
  created_at: Date;
  updated_at: Date;
}

export interface KycImagePieceRow {
  upload_id: string;
  begins_at: number;
  piece_sealed: string;
}

export interface KycAccessLogRow {
  access_id: Generated<number>;
  operator_id: string;
  kyc_verification_id: string;
  upload_id: string | null;
  /** `customer`, `reader`, `service` or `staff:<id>` */
  actor: string;
  action: string;
  accessed_at: Date;
}

export interface ReviewClaimRow {
  kyc_verification_id: string;
  operator_id: string;
  staff_id: string;
  claimed_at: Date;
  expires_at: Date;
}
