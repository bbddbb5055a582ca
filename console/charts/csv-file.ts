/** `decimal`: for amounts that are too large or too fine for a number. */
type CsvCell = string | number | { readonly decimal: string };

export interface CsvTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly CsvCell[])[];
}

export interface ChartTable extends CsvTable {
  readonly rows: readonly (readonly (string | number)[])[];
}

/** Writes CSV according to RFC 4180, with a byte order mark, which spreadsheets need for UTF-8. */
export function csvText({ columns, rows }: CsvTable): string {
  const lines = [columns, ...rows].map((row) => row.map(cell).join(","));
  return `\ufeff${lines.join("\r\n")}\r\n`;
}

export function downloadCsv(name: string, table: CsvTable): void {
  const url = URL.createObjectURL(new Blob([csvText(table)], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `${name}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** An apostrophe keeps a spreadsheet from executing the text. */
function cell(value: CsvCell): string {
  if (typeof value === "number") return String(value);
  if (typeof value === "object") return value.decimal;
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
