import { asciiDigits, digitsOf } from "./digits.ts";
import { type Edit, type Edited, reformatDigits } from "./edit.ts";
import type { FieldProblem } from "./field-problem.ts";

/** An expiry date as the service accepts it: month 1 to 12, year with four digits. */
export interface Expiry {
  readonly month: number;
  readonly year: number;
}

/** Reads any typed, pasted or autofilled form: `12/27`, `12 / 2027`, `2027-12`, `1227`, `122027`. Null if incomplete. */
export function parseExpiry(text: string): Expiry | null {
  const groups = asciiDigits(text).match(/\d+/g) ?? [];
  let [first = "", second = ""] = groups;
  if (groups.length > 2) return null;
  if (groups.length === 1) {
    if (first.length === 4 || first.length === 6)
      [first, second] = [first.slice(0, 2), first.slice(2)];
    else return null;
  }
  if (first.length === 4 && second.length <= 2) [first, second] = [second, first];
  if (first.length === 0 || first.length > 2) return null;
  if (second.length !== 2 && second.length !== 4) return null;
  return {
    month: Number(first),
    year: second.length === 2 ? 2000 + Number(second) : Number(second),
  };
}

const pad = (number: number) => String(number).padStart(2, "0");

/** Writes `MM/YY` while typing: `2` → `02/`, `12` → `12/`, `1/` → `01/`. Also rewrites complete pasted dates. */
export function editExpiry(edit: Edit): Edited {
  const { caret, kind } = edit;
  const text = asciiDigits(edit.text);
  const typed = digitsOf(text);
  const whole = typed.length >= 4 || /\d\D+\d/.test(text) ? parseExpiry(text) : null;
  if (whole && typed.length !== 4) {
    const filled = `${pad(whole.month)}/${pad(whole.year % 100)}`;
    return { text: filled, caret: filled.length };
  }
  const atEnd = caret === text.length;
  if (kind.startsWith("delete") || !atEnd) return reformatDigits(edit, layOutExpiry);
  let digits = typed;
  if (/^[2-9]/.test(digits) || /^\d\D+$/.test(text.trim())) digits = `0${digits}`;
  else if (/^1[3-9]/.test(digits)) digits = `0${digits}`;
  const laidOut = layOutExpiry(digits);
  const opened = digits.length === 2 ? `${laidOut}/` : laidOut;
  return { text: opened, caret: opened.length };
}

function layOutExpiry(digits: string): string {
  const [month, year] = [digits.slice(0, 2), digits.slice(2, 4)];
  return year === "" ? month : `${month}/${year}`;
}

/** A card is valid through the last day of its month, in every time zone. More than 20 years ahead is an error. */
export function expiryProblem(text: string, nowMs: number): FieldProblem | null {
  if (digitsOf(text) === "") return { code: "expiry_empty" };
  const expiry = parseExpiry(text);
  if (!expiry) return { code: "expiry_incomplete" };
  if (expiry.month < 1 || expiry.month > 12) return { code: "expiry_month" };
  // UTC−12 is the last time zone in which the month ends.
  const ends = Date.UTC(expiry.year, expiry.month, 1) + 12 * 3_600_000;
  if (nowMs >= ends) return { code: "expiry_past", year: expiry.year };
  const thisYear = new Date(nowMs).getUTCFullYear();
  if (expiry.year > thisYear + 20) return { code: "expiry_far", year: expiry.year };
  return null;
}
