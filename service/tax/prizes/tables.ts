import type { JsonColumn } from "../../platform/database/tables.ts";

declare module "../../platform/database/tables.ts" {
  interface Tables {
    prizes: PrizeRow;
  }
}

/** A prize for a W-2G. Amounts in US cents. */
export interface PrizeRow {
  prize_id: string;
  operator_id: string;
  external_customer_id: string;
  external_prize_id: string;
  game_type: "bingo" | "horse_racing";
  tax_year: number;
  status: "recorded" | "submitted" | "filed";
  version: number;
  winnings_minor: number;
  wager_minor: number | null;
  reportable_minor: number;
  legally_reportable: boolean;
  regular_withholding_minor: number;
  /** `YYYY-MM-DD`. */
  date_won: string;
  won_at: Date;
  paid_at: Date;
  boxes: JsonColumn<PrizeBoxes>;
  submitted_at: Date | null;
  filed_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

/** Other boxes of a W-2G. */
export interface PrizeBoxes {
  wagerType?: string;
  transaction?: string;
  race?: string;
  cashier?: string;
  window?: string;
  stateCode?: string;
  localityName?: string;
  identicalWagersMinor?: number;
  federalWithheldMinor?: number;
  stateWinningsMinor?: number;
  stateWithheldMinor?: number;
  localWinningsMinor?: number;
  localWithheldMinor?: number;
}
