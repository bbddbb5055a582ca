import type { Generated } from "kysely";
import type { RefundKind } from "#contract/api/refunds";
import type { AchError } from "#contract/console/ach-errors";
import type { JsonColumn } from "../../platform/database/tables.ts";
import type { RefundStep } from "./refund-steps.ts";

declare module "../../platform/database/tables.ts" {
  interface Tables {
    refunds: RefundRow;
  }
}

/** insert-refund.ts creates it, refund-store.ts moves it. */
export interface RefundRow {
  operator_id: string;
  refund_id: string;
  external_refund_id: string;
  payment_intent_id: string;
  payment_id: string;
  external_customer_id: string;
  step: RefundStep;
  kind: RefundKind;
  base_minor: number;
  fees_minor: number;
  tax_minor: number;
  currency: string;
  reason: string | null;
  note_sealed: string | null;
  requested_by: JsonColumn<Record<string, string>>;
  approval: "needed" | "given" | "declined" | null;
  decided_by: JsonColumn<Record<string, string>> | null;
  processor: string;
  provider_refund_id: string | null;
  reference_type: string | null;
  reference_value: string | null;
  failure_code: string | null;
  ach_error: AchError | null;
  transfer_type: "bank" | "crypto" | null;
  transfer_asset: string | null;
  transfer_network: string | null;
  /** The amount in base units. */
  transfer_units: string | null;
  transfer_most_units: string | null;
  link_generation: number | null;
  link_expires_at: Date | null;
  destination_sealed: string | null;
  transfer_provider: string | null;
  version: number;
  sent_at: Date | null;
  next_check_at: Date | null;
  /** See platform/database/machine-lease.ts. */
  lease_check_at: Date | null;
  lease_until: Date | null;
  checks: number;
  /** One of contract/refund-waits.ts. Set by checks, cleared by each move. */
  waits_for: string | null;
  waits_since: Date | null;
  created_at: Date;
  updated_at: Date;
  settled_at: Date | null;
  refund_batch_id: string | null;
  arrived_late: Generated<boolean>;
  /** When a sanctions review began to hold it. */
  held_at: Date | null;
}
