/** Row types of payout processors; see platform/database/tables.ts. */
declare module "../../platform/database/tables.ts" {
  interface Tables {
    payout_references: PayoutReferenceRow;
  }
}

/** A short reference, stored before the first request; see kit/payout-references.ts. */
export interface PayoutReferenceRow {
  operator_id: string;
  /** The operator's name for the processor. */
  provider: string;
  /** The key of the payout or refund. */
  payout_key: string;
  reference: string;
  created_at: Date;
}
