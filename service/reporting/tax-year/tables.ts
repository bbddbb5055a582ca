import type { JsonColumn } from "../../platform/database/tables.ts";

declare module "../../platform/database/tables.ts" {
  interface Tables {
    tax_filings: TaxFilingRow;
    tax_forms: TaxFormRow;
    tax_filing_prizes: TaxFilingPrizeRow;
  }
}

export interface TaxFilingRow {
  tax_filing_id: string;
  operator_id: string;
  tax_year: number;
  form: "1099-MISC" | "1099-NEC" | "W-2G";
  is_correction: boolean;
  columns: JsonColumn<string[] | null>;
  form_count: number;
  status: "submitted" | "filed";
  version: number;
  created_by: string;
  created_at: Date;
  filed_at: Date | null;
  /** The IRS's receipt id, for an export as XML. */
  receipt_id: string | null;
}

/** A form as it was exported. */
export interface TaxFormRow {
  tax_filing_id: string;
  operator_id: string;
  tax_year: number;
  form: "1099-MISC" | "1099-NEC";
  external_customer_id: string;
  revision: number;
  amount_minor: number;
  withheld_minor: number;
}

export interface TaxFilingPrizeRow {
  prize_id: string;
  tax_filing_id: string;
}
