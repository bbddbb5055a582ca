import type { JsonColumn } from "../../../platform/database/tables.ts";
import type { BatchState } from "./batch-states.ts";

declare module "../../../platform/database/tables.ts" {
  interface Tables {
    refund_batches: RefundBatchRow;
    refund_batch_items: RefundBatchItemRow;
  }
}

/** Written and read through batch-store.ts. */
export interface RefundBatchRow {
  operator_id: string;
  refund_batch_id: string;
  state: BatchState;
  reason: string;
  note_sealed: string | null;
  requested_by: JsonColumn<Record<string, string>>;
  approval: "needed" | "given" | "declined" | null;
  decided_by: JsonColumn<Record<string, string>> | null;
  version: number;
  lease_until: Date | null;
  served_at: Date;
  created_at: Date;
  updated_at: Date;
  finished_at: Date | null;
}

export interface RefundBatchItemRow {
  operator_id: string;
  refund_batch_id: string;
  position: number;
  payment_intent_id: string;
  payment_id: string;
  processor: string;
  currency: string;
  base_minor: number;
  total_minor: number;
  seen_returned_minor: number;
  state: "waiting" | "requested" | "refused" | "not_begun";
  tries: number;
  refund_id: string | null;
  failure_code: string | null;
}
