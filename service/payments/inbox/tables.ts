import type { ColumnType } from "kysely";

declare module "../../platform/database/tables.ts" {
  interface Tables {
    outcome_notices: OutcomeNoticeRow;
  }
}

/** See notice-inbox.ts. */
export interface OutcomeNoticeRow {
  processor: string;
  notice_id: string;
  operator_id: string | null;
  our_key: string;
  vendor_reference: string;
  charge_id: string | null;
  event: string;
  succeeded: boolean;
  reason: string | null;
  amount_minor: number;
  currency: string;
  facts: ColumnType<Record<string, unknown> | null, string | null, string | null>;
  arn: string | null;
  happened_at: Date;
  received_at: Date;
}
