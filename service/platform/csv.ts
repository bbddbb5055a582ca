import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";

export type CsvCell = string | number | null;

/**
 * Writes rows as CSV (RFC 4180, CRLF). `forSpreadsheets` puts an apostrophe before cells that a spreadsheet would run
 * as a formula (`=`, `+`, `-`, `@`). Filing systems need cells unchanged.
 */
export function toCsv(
  rows: readonly (readonly CsvCell[])[],
  { forSpreadsheets }: { forSpreadsheets: boolean },
): string {
  return stringify(
    rows.map((row) => [...row]),
    // The option also quotes cells with a lone line feed; the library quotes only CRLF.
    { escape_formulas: forSpreadsheets, record_delimiter: "\r\n", quoted_match: /[\r\n]/ },
  );
}

/** Splits one pasted line at commas or tabs. Null if it is not one line of CSV. */
export function parseCsvLine(text: string): string[] | null {
  const delimiter = text.includes("\t") ? "\t" : ",";
  try {
    const rows = parse(text.trim(), { delimiter, relax_column_count: true, trim: true });
    return rows.length === 1 ? (rows[0] ?? null) : null;
  } catch {
    return null;
  }
}
