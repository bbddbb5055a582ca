const lineLength = 44;
/** Shorter texts are other lines of the page. */
const shortestRow = 28;
/** Longer rows are ignored: the patterns need quadratic time. */
const longestRow = 3 * lineLength;

/**
 * A TD3 zone's upper line in its 44 characters; null for other texts. Corrects doubled and lost fillers at the end,
 * which carry no information.
 */
export function upperLine(text: string): string | null {
  const row = machineCharacters(text);
  if (row.length < shortestRow || row.length > longestRow) return null;
  if (!/^P[A-Z<][A-Z0-9<]{3}[A-Z]/.test(row) || !row.includes("<<")) return null;
  const names = row.replace(/<+$/, "");
  return names.length > lineLength ? null : names.padEnd(lineLength, "<");
}

/**
 * A TD3 zone's lower line: number 9+1, nationality 3, birth 6+1, sex 1, expiry 6+1 make 28 characters; then 14 of the
 * issuer's and two digits. Corrects fillers before these two.
 */
export function lowerLine(text: string): string | null {
  const row = machineCharacters(text);
  if (row.length < shortestRow + 2 || row.length > longestRow) return null;
  if (!/^[A-Z0-9<]{13}[A-Z0-9]{7}[A-Z0-9<][A-Z0-9]{7}/.test(row)) return null;
  if (row.length === lineLength) return row;
  const head = row.slice(0, 28);
  const [, personal = "", digits = ""] = /^(.*?)<*([A-Z0-9<][A-Z0-9])$/.exec(row.slice(28)) ?? [];
  if (digits === "" || personal.length > 14) return null;
  return head + personal.padEnd(14, "<") + digits;
}

function machineCharacters(text: string): string {
  return text
    .toUpperCase()
    .replace(/[«≪《]/g, "<<")
    .replace(/[〈‹＜]/g, "<")
    .replace(/[^A-Z0-9<]/g, "");
}
