/**
 * What an erasure does to a table's columns (separated by spaces):
 *
 * - `deleted`: the customer's rows are deleted.
 * - `erased`: emptied, or sealed again without personal data.
 * - `kept`: stays `because` of a law or as part of the money's record, only under the customer's id.
 * - `none`: ids, states, amounts and times, and everything about staff.
 *
 * What an export contains of it:
 *
 * - `exported`: the section of export-customer.ts.
 * - `unexported`: why no section contains it.
 * - `omitted`: personal columns that the section omits or masks, `omittedBecause`.
 */
export interface TableData {
  readonly exported?: string;
  readonly unexported?: string;
  readonly omitted?: string;
  readonly omittedBecause?: string;
  readonly deleted?: string;
  readonly erased?: string;
  readonly kept?: string;
  readonly because?: string;
  readonly none?: string;
}

export type TableDataByName = Readonly<Record<string, TableData>>;
