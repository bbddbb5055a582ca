import type { JsonColumn } from "../../platform/database/tables.ts";
import type { FoundStep } from "./checked-party.ts";

/** Row types of this folder's tables; see platform/database/tables.ts. */
declare module "../../platform/database/tables.ts" {
  interface Tables {
    connector_checks: ConnectorCheckRow;
  }
}

/** The last check of a processor by an operator. */
export interface ConnectorCheckRow {
  operator_id: string;
  /** Its name; of a payout processor `payout:<name>`. */
  processor: string;
  vendor: string;
  /** The last start, by the machine's clock. */
  started_at: Date;
  /** The result; null before the first one. */
  checked_at: Date | null;
  passed: boolean | null;
  connector_version: number | null;
  /** Keyed index of the address, settings and secrets that were tried. With others the result counts no more. */
  keys_index: string | null;
  steps: JsonColumn<FoundStep[]> | null;
  /** When a notice with a right signature arrived during the newest check, and one with a wrong signature. */
  noticed_at: Date | null;
  notice_refused_at: Date | null;
  /** The start whose result this is. Null while the newest one runs. */
  finished_start: Date | null;
}
