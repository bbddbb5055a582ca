import { language } from "../../i18n/current-texts.ts";
import { disputeTexts } from "../../i18n/dispute-texts.ts";
import { serverNow } from "../../session/server-time.ts";

const dayMs = 24 * 60 * 60_000;
/** A deadline is highlighted when this many days are left. */
const remindDays = { soon: 7, urgent: 3 } as const;

/** Days until a time; negative once it has passed. */
export function daysUntil(at: string, nowMs: number): number {
  return Math.floor((Date.parse(at) - nowMs) / dayMs);
}

/** The days left to answer. Highlighted from 7 days on, and more strongly from 3 on. */
export function DaysLeft({ respondBy }: { respondBy: string | null }) {
  const words = disputeTexts.value;
  if (respondBy === null)
    return (
      <span class="badge" data-tone="wait">
        {words.noDeadline}
      </span>
    );
  const days = daysUntil(respondBy, serverNow());
  const tone = days <= remindDays.urgent ? "bad" : days <= remindDays.soon ? "wait" : "quiet";
  const date = new Intl.DateTimeFormat(language.value, {
    dateStyle: "medium",
    timeStyle: "short",
  }).format(new Date(respondBy));
  return (
    <span class="two-lines">
      <span>
        <span class="badge" data-tone={tone} data-testid="days-left">
          {words.daysLeft(days)}
        </span>
      </span>
      <time class="muted small" dateTime={respondBy}>
        {date}
      </time>
    </span>
  );
}
