/** A table: the header row and the others. */
export interface ChartTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** The table as CSV (RFC 4180), with a byte order mark, which spreadsheets need for UTF-8. */
export function csvText({ columns, rows }: ChartTable): string {
  const lines = [columns, ...rows].map((row) => row.map(cell).join(","));
  return `\ufeff${lines.join("\r\n")}\r\n`;
}

/** Offers the table as a file. */
export function downloadCsv(name: string, table: ChartTable): void {
  const url = URL.createObjectURL(new Blob([csvText(table)], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `${name}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** A text that a spreadsheet would execute begins with an apostrophe. */
function cell(value: string | number): string {
  if (typeof value === "number") return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
