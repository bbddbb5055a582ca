import type { JsonColumn } from "../../platform/database/tables.ts";
import type { ListEntry } from "../../providers/sanctions/index.ts";

/** Row types of this domain's tables; see platform/database/tables.ts. */
declare module "../../platform/database/tables.ts" {
  interface Tables {
    sanctions_lists: SanctionsListRow;
    sanctions_entries: SanctionsEntryRow;
  }
}

/** A file of a load. */
export interface LoadedFile {
  readonly name: string;
  /** All entries, including companies and ships. */
  readonly entries: number;
  readonly persons: number;
  readonly publishedOn: string | null;
  readonly sha256: string;
}

/** The state of the list. The installation has one. */
export interface SanctionsListRow {
  list_id: string;
  version: string | null;
  files: JsonColumn<readonly LoadedFile[]>;
  persons: number;
  checked_at: Date | null;
  changed_at: Date | null;
  next_check_at: Date;
  lease_check_at: Date | null;
  lease_until: Date | null;
  problem: string | null;
  problem_since: Date | null;
}

/** A listed person of a load. */
export interface SanctionsEntryRow {
  version: string;
  position: number;
  entry: JsonColumn<ListEntry>;
}
