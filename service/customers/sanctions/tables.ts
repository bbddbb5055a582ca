import type { Generated } from "kysely";
import type { JsonColumn } from "../../platform/database/tables.ts";
import type { ListEntry, ListedAddress } from "../../providers/sanctions/index.ts";

declare module "../../platform/database/tables.ts" {
  interface Tables {
    sanctions_lists: SanctionsListRow;
    sanctions_entries: SanctionsEntryRow;
    sanctions_addresses: SanctionsAddressRow;
    sanctions_screenings: SanctionsScreeningRow;
    sanctions_reviews: SanctionsReviewRow;
  }
}

export interface LoadedFile {
  readonly name: string;
  /** The number of entries, including companies and ships. */
  readonly entries: number;
  readonly persons: number;
  /** The number of crypto addresses. Missing in older loads. */
  readonly addresses?: number;
  readonly publishedOn: string | null;
  readonly sha256: string;
}

/** The sanctions list; one row per installation. */
export interface SanctionsListRow {
  list_id: string;
  version: string | null;
  files: JsonColumn<readonly LoadedFile[]>;
  persons: number;
  /** Null for a load from before addresses were read. */
  addresses: number | null;
  checked_at: Date | null;
  changed_at: Date | null;
  next_check_at: Date;
  lease_check_at: Date | null;
  lease_until: Date | null;
  problem: string | null;
  problem_since: Date | null;
}

export interface SanctionsEntryRow {
  version: string;
  position: number;
  entry: JsonColumn<ListEntry>;
}

export interface SanctionsAddressRow {
  version: string;
  position: number;
  address: JsonColumn<ListedAddress>;
}

/** Records which data was last compared with which load. */
export interface SanctionsScreeningRow {
  operator_id: string;
  external_customer_id: string;
  list_version: string;
  subject_index: string;
  screened_at: Date;
}

/** See reviews/screen-customer.ts. */
export interface SanctionsReviewRow {
  operator_id: string;
  sanctions_review_id: string;
  external_customer_id: string;
  kind: Generated<ReviewKind>;
  list: string;
  entry_id: string;
  entry_hash: string;
  subject_index: string;
  score: number;
  state: "open" | "clearing" | "cleared" | "confirmed";
  evidence_sealed: string;
  reason_sealed: string | null;
  cleared_by: JsonColumn<StaffRef | null> | null;
  decided_by: JsonColumn<StaffRef | null> | null;
  version: number;
  opened_at: Date;
  updated_at: Date;
  decided_at: Date | null;
}

/** The customer's data, or an address that they named or paid from. */
export type ReviewKind = "name" | "address";

export interface StaffRef {
  readonly kind: "staff";
  readonly staffId: string;
}
