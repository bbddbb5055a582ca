/** A cell. `decimal` is a number as decimal text, for amounts that are too large or too fine for a number. */
type CsvCell = string | number | { readonly decimal: string };

/** A table: the header row and the others. */
export interface CsvTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly CsvCell[])[];
}

/** A table that a chart also shows. */
export interface ChartTable extends CsvTable {
  readonly rows: readonly (readonly (string | number)[])[];
}

/** The table as CSV (RFC 4180), with a byte order mark, which spreadsheets need for UTF-8. */
export function csvText({ columns, rows }: CsvTable): string {
  const lines = [columns, ...rows].map((row) => row.map(cell).join(","));
  return `\ufeff${lines.join("\r\n")}\r\n`;
}

/** Offers the table as a file. */
export function downloadCsv(name: string, table: CsvTable): void {
  const url = URL.createObjectURL(new Blob([csvText(table)], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `${name}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** A text that a spreadsheet would execute begins with an apostrophe. */
function cell(value: CsvCell): string {
  if (typeof value === "number") return String(value);
  if (typeof value === "object") return value.decimal;
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
