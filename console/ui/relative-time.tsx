import { useEffect, useState } from "preact/hooks";
import { language, texts } from "../i18n/current-texts.ts";
import { serverNow } from "../session/server-time.ts";
import { fullTimeText } from "./time-text.tsx";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/**
 * `3 hours ago`, and the date after a week. The exact time is shown on hover, and on focus of the row or the time
 * itself. Use `isFocusable` for rows without a link.
 */
export function RelativeTime({ at, isFocusable = false }: { at: string; isFocusable?: boolean }) {
  const [nowMs, setNowMs] = useState(() => serverNow());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(serverNow()), minuteMs);
    return () => clearInterval(timer);
  }, []);
  const exact = fullTimeText(at);
  return (
    <time
      class="time relative-time"
      dateTime={at}
      title={exact}
      data-exact={exact}
      tabIndex={isFocusable ? 0 : undefined}
    >
      {relativeText(at, Math.max(nowMs, serverNow()))}
    </time>
  );
}

/** A moment in the future counts as now, because clocks differ a little. */
export function relativeText(at: string, nowMs: number): string {
  const agoMs = nowMs - Date.parse(at);
  if (agoMs < minuteMs) return texts.value.time.justNow;
  if (agoMs >= 7 * dayMs) {
    return new Intl.DateTimeFormat(language.value, { dateStyle: "medium" }).format(new Date(at));
  }
  const format = new Intl.RelativeTimeFormat(language.value, { numeric: "always" });
  if (agoMs < hourMs) return format.format(-Math.floor(agoMs / minuteMs), "minute");
  if (agoMs < dayMs) return format.format(-Math.floor(agoMs / hourMs), "hour");
  return format.format(-Math.floor(agoMs / dayMs), "day");
}
