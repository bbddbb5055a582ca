import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";

export type CsvCell = string | number | null;

/**
 * A formula inside a cell. Where the comma is the decimal sign, spreadsheets split lines at semicolons, and quotes
 * inside such a part do not count: `a;=1+1` becomes two cells, and the second one runs.
 */
const innerFormula = /(?<=[;\t\r\n])(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;

/**
 * Writes rows as CSV (RFC 4180, CRLF). `forSpreadsheets` puts an apostrophe before what a spreadsheet would run as a
 * formula (`=`, `+`, `-`, `@`). Filing systems need cells unchanged.
 */
export function toCsv(
  rows: readonly (readonly CsvCell[])[],
  { forSpreadsheets }: { forSpreadsheets: boolean },
): string {
  return stringify(
    rows.map((row) => (forSpreadsheets ? row.map(withoutInnerFormulas) : [...row])),
    // The option also quotes cells with a lone line feed; the library quotes only CRLF. Some programs also split
    // unquoted cells at semicolons and tabs.
    { escape_formulas: forSpreadsheets, record_delimiter: "\r\n", quoted_match: /[\r\n;\t]/ },
  );
}

function withoutInnerFormulas(cell: CsvCell): CsvCell {
  return typeof cell === "string" ? cell.replace(innerFormula, "'") : cell;
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
