import type { JsonColumn } from "../../platform/database/tables.ts";
import type { FoundStep } from "./checked-party.ts";

declare module "../../platform/database/tables.ts" {
  interface Tables {
    connector_checks: ConnectorCheckRow;
  }
}

export interface ConnectorCheckRow {
  operator_id: string;
  /** The processor's name; `payout:<name>` for a payout processor. */
  processor: string;
  vendor: string;
  /** Start of the newest check, by the machine's clock. */
  started_at: Date;
  /** Null before the first result. */
  checked_at: Date | null;
  passed: boolean | null;
  connector_version: number | null;
  /** Keyed index of the tried address, settings and secrets. With other ones the result does not count. */
  keys_index: string | null;
  steps: JsonColumn<FoundStep[]> | null;
  /** When a notice with a correct signature, and one with a wrong signature, arrived during the newest check. */
  noticed_at: Date | null;
  notice_refused_at: Date | null;
  /** The start that the result belongs to. Null while the newest check runs. */
  finished_start: Date | null;
}
