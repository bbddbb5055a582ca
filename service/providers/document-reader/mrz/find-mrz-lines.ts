import type { OcrLine } from "../ocr/ocr-engine.ts";

const lineLength = 44;
/** Longer rows are ignored: the patterns below need quadratic time. */
const longestRow = 3 * lineLength;

/**
 * Finds the two 44-character lines of a TD3 zone; null if there are none. Joins pieces of a row. Corrects doubled or
 * lost fillers, which carry no information: at the end of the upper line, and before the last two digits of the
 * lower one.
 */
export function findMrzLines(lines: readonly OcrLine[]): [string, string] | null {
  const rows = joinRows(lines)
    .map(machineCharacters)
    .filter((row) => row.length >= 28);
  for (let index = rows.length - 1; index > 0; index--) {
    const upper = fitUpper(rows[index - 1] as string);
    const lower = fitLower(rows[index] as string);
    if (upper && lower) return [upper, lower];
  }
  return null;
}

/** Joins the pieces of each row from left to right; rows are from top to bottom. */
function joinRows(lines: readonly OcrLine[]): string[] {
  const sorted = [...lines].sort((a, b) => a.top + a.height / 2 - (b.top + b.height / 2));
  const rows: OcrLine[][] = [];
  for (const line of sorted) {
    const row = rows.at(-1);
    const before = row?.[0];
    const middle = line.top + line.height / 2;
    const sameRow = before && middle < before.top + before.height * 0.85 && middle > before.top;
    if (row && sameRow) row.push(line);
    else rows.push([line]);
  }
  return rows.map((row) =>
    row
      .sort((a, b) => a.left - b.left)
      .map(({ text }) => text)
      .join(""),
  );
}

function machineCharacters(text: string): string {
  return text
    .toUpperCase()
    .replace(/[«≪《]/g, "<<")
    .replace(/[〈‹＜]/g, "<")
    .replace(/[^A-Z0-9<]/g, "");
}

function fitUpper(row: string): string | null {
  if (row.length > longestRow) return null;
  if (!/^P[A-Z<][A-Z0-9<]{3}[A-Z]/.test(row) || !row.includes("<<")) return null;
  const names = row.replace(/<+$/, "");
  return names.length > lineLength ? null : names.padEnd(lineLength, "<");
}

/** Number 9+1, nationality 3, birth 6+1, sex 1, expiry 6+1: 28; then 14 of the issuer's, and two digits. */
function fitLower(row: string): string | null {
  if (row.length < 30 || row.length > longestRow) return null;
  if (!/^[A-Z0-9<]{13}[A-Z0-9]{7}[A-Z0-9<][A-Z0-9]{7}/.test(row)) return null;
  if (row.length === lineLength) return row;
  const head = row.slice(0, 28);
  const [, personal = "", digits = ""] = /^(.*?)<*([A-Z0-9<][A-Z0-9])$/.exec(row.slice(28)) ?? [];
  if (digits === "" || personal.length > 14) return null;
  return head + personal.padEnd(14, "<") + digits;
}
