import type { JsonColumn } from "../../platform/database/tables.ts";
import type { FoundStep } from "./checked-party.ts";

declare module "../../platform/database/tables.ts" {
  interface Tables {
    connector_checks: ConnectorCheckRow;
  }
}

export interface ConnectorCheckRow {
  operator_id: string;
  /** Its name; `payout:<name>` for a payout processor. */
  processor: string;
  vendor: string;
  /** By the machine's clock. */
  started_at: Date;
  /** Null before the first result. */
  checked_at: Date | null;
  passed: boolean | null;
  connector_version: number | null;
  /** Keyed index of the tried address, settings and secrets. The result does not count for others. */
  keys_index: string | null;
  steps: JsonColumn<FoundStep[]> | null;
  /** When notices arrived during the newest check, with a right and with a wrong signature. */
  noticed_at: Date | null;
  notice_refused_at: Date | null;
  /** The start that the result belongs to. Null while the newest check runs. */
  finished_start: Date | null;
}
