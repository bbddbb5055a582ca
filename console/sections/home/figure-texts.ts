import { language } from "../../i18n/current-texts.ts";
import { homeTexts } from "../../i18n/home-texts.ts";
import { moneyText } from "../../ui/money-text.ts";

/** Formats a count: `12,345`. */
export function countText(count: number): string {
  return new Intl.NumberFormat(language.value).format(count);
}

/** A share in percent with one decimal: `93.2%`. A dash if there is nothing to divide by. */
export function rateText(part: number, whole: number): string {
  if (whole === 0) return "–";
  return new Intl.NumberFormat(language.value, {
    style: "percent",
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(part / whole);
}

/** A short amount for an axis: `$12K`. */
export function shortMoney(amount: number, currency: string): string {
  return new Intl.NumberFormat(`${language.value}-US`, {
    style: "currency",
    currency,
    notation: "compact",
    maximumFractionDigits: 1,
  }).format(amount);
}

export function fullMoney(amount: number, currency: string): string {
  return moneyText(amount, currency, language.value);
}

/** Formats a date of the operator's calendar. It is not an instant, so it has no time zone. */
export function dayText(day: string, style: "medium" | "short" = "medium"): string {
  const options: Intl.DateTimeFormatOptions =
    style === "medium" ? { dateStyle: "medium" } : { day: "numeric", month: "short" };
  return new Intl.DateTimeFormat(language.value, { ...options, timeZone: "UTC" }).format(
    new Date(`${day}T00:00:00Z`),
  );
}

export function rangeText(from: string, to: string): string {
  return new Intl.DateTimeFormat(language.value, {
    dateStyle: "medium",
    timeZone: "UTC",
  }).formatRange(new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`));
}

/** How much more or less than before: `4.1% more`. */
export function changeText(now: number, before: number): string {
  const { unchanged, more, less, noBefore } = homeTexts.value;
  if (before === 0) return noBefore;
  const change = (now - before) / Math.abs(before);
  if (Math.abs(change) < 0.0005) return unchanged;
  const percent = new Intl.NumberFormat(language.value, {
    style: "percent",
    maximumFractionDigits: 1,
  }).format(Math.abs(change));
  return change > 0 ? more(percent) : less(percent);
}

/** The difference between two rates, in percentage points: `+1.3 points`. */
export function pointsText(
  now: { readonly part: number; readonly whole: number },
  before: { readonly part: number; readonly whole: number },
): string {
  const { points, noBefore, unchanged } = homeTexts.value;
  if (before.whole === 0 || now.whole === 0) return noBefore;
  const change = (now.part / now.whole - before.part / before.whole) * 100;
  if (Math.abs(change) < 0.05) return unchanged;
  return points(
    new Intl.NumberFormat(language.value, {
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
      signDisplay: "always",
    }).format(change),
  );
}
