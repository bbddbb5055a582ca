import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";

/** What a cell may hold. */
export type CsvCell = string | number | null;

/**
 * Rows as CSV (RFC 4180, CRLF). `forSpreadsheets` guards cells that a spreadsheet would run as a formula
 * (`=`, `+`, `-`, `@` in front) with an apostrophe; a filing system gets them as they are.
 */
export function toCsv(
  rows: readonly (readonly CsvCell[])[],
  { forSpreadsheets }: { forSpreadsheets: boolean },
): string {
  return stringify(
    rows.map((row) => [...row]),
    // A lone line feed is quoted too, which the library leaves out beside CRLF.
    { escape_formulas: forSpreadsheets, record_delimiter: "\r\n", quoted_match: /[\r\n]/ },
  );
}

/** The cells of one line that somebody pasted, separated by commas or tabs; null if it is no CSV. */
export function parseCsvLine(text: string): string[] | null {
  const delimiter = text.includes("\t") ? "\t" : ",";
  try {
    const rows = parse(text.trim(), { delimiter, relax_column_count: true, trim: true });
    return rows.length === 1 ? (rows[0] ?? null) : null;
  } catch {
    return null;
  }
}
