import { minorDigits } from "#contract/money";
import { FileRefused, readerLimits } from "./settlement-items.ts";

/** Reads a signed integer of minor units. */
export function minorFrom(text: string, column: string, lineNo: number): number {
  const value = /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(value)) refuse(column, lineNo, "an integer of minor units");
  return value === 0 ? 0 : value;
}

export interface DecimalStyle {
  /** A comma can only be the decimal sign. */
  readonly hasDecimalCommas: boolean;
}

const points: DecimalStyle = { hasDecimalCommas: false };

/**
 * Converts an amount in major units (`-12.34`) to minor units. An empty cell is 0. Thousands may be grouped, and the
 * decimal sign may be a comma, unless the amount is ambiguous, like `1,234`.
 */
export function minorFromDecimal(
  text: string,
  currency: string,
  column: string,
  lineNo: number,
  style: DecimalStyle = points,
): number {
  const bare = text
    .trim()
    .replace(/^[\u2212\u2013]/, "-")
    .replace(/^\+/, "");
  if (bare === "") return 0;
  const digits = minorDigits(currency) ?? 2;
  const [, sign, whole = "", fraction = ""] =
    /^(-?)(\d{0,13})(?:\.(\d*))?$/.exec(withPoint(bare, style) ?? "") ?? [];
  if (sign === undefined || whole + fraction === "") refuse(column, lineNo, "an amount");
  const kept = fraction.slice(0, digits).padEnd(digits, "0");
  if (/[1-9]/.test(fraction.slice(digits))) {
    refuse(column, lineNo, `an amount with at most ${digits} decimal places`);
  }
  const value = Number(whole + kept);
  if (!Number.isSafeInteger(value)) refuse(column, lineNo, "an amount");
  return sign === "-" && value !== 0 ? -value : value;
}

/** Returns the number without thousands separators and with a decimal point; null if it is ambiguous. */
function withPoint(given: string, { hasDecimalCommas }: DecimalStyle): string | null {
  const isSpaced = /^-?\d{1,3}(?:['\s]\d{3})+(?:[.,]\d*)?$/.test(given);
  const text = isSpaced ? given.replace(/['\s]/g, "") : given;
  const signs = text.match(/[.,]/g) ?? [];
  const last = signs.at(-1);
  if (last === undefined) return text;
  if (signs.length === 1) {
    // The mark may separate thousands.
    const isUnusual = (last === ",") !== hasDecimalCommas;
    return isUnusual && /^-?[1-9]\d{0,2}[.,]\d{3}$/.test(text) ? null : text.replace(last, ".");
  }
  const group = signs[0] ?? "";
  const isGroupOnly = signs.every((sign) => sign === group);
  const end = isGroupOnly ? text.length : text.lastIndexOf(last);
  const pattern = group === "." ? /^-?\d{1,3}(?:\.\d{3})+$/ : /^-?\d{1,3}(?:,\d{3})+$/;
  const whole = text.slice(0, end);
  if (!pattern.test(whole)) return null;
  return `${whole.replaceAll(group, "")}${isGroupOnly ? "" : `.${text.slice(end + 1)}`}`;
}

/** Adds two amounts. Refuses a sum that a number cannot hold exactly. */
export function addMinor(a: number, b: number, lineNo: number): number {
  const sum = a + b;
  if (!Number.isSafeInteger(sum)) refuse("amount", lineNo, "a sum below 2^53");
  return sum;
}

/** Reads an ISO 4217 code, in upper or lower case. */
export function currencyFrom(text: string, column: string, lineNo: number): string {
  const code = text.toUpperCase();
  if (minorDigits(code) === undefined) refuse(column, lineNo, "a currency (ISO 4217)");
  return code;
}

/** Reads a date as `YYYY-MM-DD`; null if the cell is empty. */
export function dateFrom(text: string, column: string, lineNo: number): string | null {
  if (text === "") return null;
  if (!isDate(text)) refuse(column, lineNo, "a date (YYYY-MM-DD)");
  return text;
}

/** Converts `YYMMDD` to `YYYY-MM-DD`. */
export function shortDateFrom(text: string, column: string, lineNo: number): string {
  const date = `20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}`;
  if (!/^\d{6}$/.test(text) || !isDate(date)) refuse(column, lineNo, "a date (YYMMDD)");
  return date;
}

/** Reads ISO 8601, or `YYYY-MM-DD HH:MM:SS` in UTC; null if the cell is empty. */
export function timeFrom(text: string, column: string, lineNo: number): string | null {
  if (text === "") return null;
  const match =
    /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:\d{2})?$/.exec(
      text,
    );
  const ms = match ? Date.parse(`${match[1]}T${match[2]}${match[3] ?? "Z"}`) : Number.NaN;
  if (Number.isNaN(ms) || !isDate(text.slice(0, 10))) refuse(column, lineNo, "a time in UTC");
  return new Date(ms).toISOString();
}

/** Reads text without control characters. Refuses long text instead of truncating it. */
export function referenceFrom(text: string, column: string, lineNo: number): string {
  if (text.length > readerLimits.cellCharacters) {
    throw new FileRefused("field_invalid", lineNo, `\`${column}\` is too long.`);
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (/[\u0000-\u001f\u007f]/.test(text)) refuse(column, lineNo, "text without control characters");
  return text;
}

/** Refuses the file: `column` must be `wanted`. Throws {@link FileRefused}. */
export function refuse(column: string, lineNo: number, wanted: string): never {
  throw new FileRefused("field_invalid", lineNo, `\`${column}\` must be ${wanted}.`);
}

/** Whether the text is a date of the calendar, as `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const ms = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}
