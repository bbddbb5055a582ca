import { language, texts } from "../i18n/current-texts.ts";

/** A time in the person's language and time zone; hovering shows the zone. */
export function TimeText({ at, withSeconds = false }: { at: string; withSeconds?: boolean }) {
  return (
    <time class="time" dateTime={at} title={fullTimeText(at)}>
      {new Intl.DateTimeFormat(language.value, {
        dateStyle: "medium",
        timeStyle: withSeconds ? "medium" : "short",
      }).format(new Date(at))}
    </time>
  );
}

/** A calendar date (YYYY-MM-DD) in the person's language; other text stays unchanged. */
export function dateText(date: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return date;
  return new Intl.DateTimeFormat(language.value, { dateStyle: "medium", timeZone: "UTC" }).format(
    new Date(`${date}T00:00:00Z`),
  );
}

/** The time since then, in the largest unit that fits: `3 hours`. */
export function ageText(at: string, nowMs: number): string {
  const minutes = Math.max(0, Math.floor((nowMs - Date.parse(at)) / 60_000));
  if (minutes < 1) return texts.value.time.justNow;
  const [value, unit] =
    minutes < 60
      ? [minutes, "minute"]
      : minutes < 48 * 60
        ? [Math.floor(minutes / 60), "hour"]
        : [Math.floor(minutes / (24 * 60)), "day"];
  return new Intl.NumberFormat(language.value, {
    style: "unit",
    unit: String(unit),
    unitDisplay: "long",
  }).format(Number(value));
}

/** A time with weekday and time zone, for a sentence or a tooltip. */
export function fullTimeText(at: string): string {
  return new Intl.DateTimeFormat(language.value, { dateStyle: "full", timeStyle: "long" }).format(
    new Date(at),
  );
}
