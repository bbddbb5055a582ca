import type { DayStrip, SourceDay } from "#contract/console/reconciliation";
import { listText } from "../../../widgets/i18n/list-text.ts";
import { language } from "../../i18n/current-texts.ts";
import { reconciliationTexts } from "../../i18n/reconciliation-texts.ts";
import { Link } from "../../router/link.tsx";
import { moneyText } from "../../ui/money-text.ts";

const tones = { green: "good", amber: "wait", red: "bad" } as const;

/** One row per source, one column per day. Each cell says in words what its color means. */
export function DayStripTable({ strip }: { strip: DayStrip }) {
  const words = reconciliationTexts.value;
  // Starts with the newest day that has a file: on a phone the others are a scroll away.
  const filed = new Set(strip.data.map(({ date }) => date));
  const newest = strip.days.findLastIndex((day) => filed.has(day));
  const days = strip.days.slice(0, newest === -1 ? undefined : newest + 1).toReversed();
  const dayName = new Intl.DateTimeFormat(language.value, {
    day: "numeric",
    month: "short",
    timeZone: "UTC",
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section class="strip-frame" tabIndex={0} aria-label={words.strip}>
      <table class="strip">
        <thead>
          <tr>
            <th scope="col">{words.source}</th>
            {days.map((day) => (
              <th scope="col" key={day}>
                {dayName.format(new Date(`${day}T00:00:00Z`))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {strip.sources.map(({ source, shown }) => (
            <tr key={source} data-testid="strip-source">
              <th scope="row">{shown}</th>
              {days.map((date) => (
                <td key={date}>
                  <Day
                    day={strip.data.find((each) => each.date === date && each.source === source)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Day({ day }: { day: SourceDay | undefined }) {
  const words = reconciliationTexts.value.day;
  if (!day) {
    return (
      <span class="strip-none">
        <span aria-hidden="true">–</span>
        <span class="visually-hidden">{words.nothing}</span>
      </span>
    );
  }
  const { colour, matchedCount, openCount, openSums, isUnpaid, isRunning } = day;
  const text =
    colour === "green"
      ? words.green(matchedCount)
      : colour === "red"
        ? words.red(openCount)
        : words.amber;
  const sums = listText(
    openSums.map(({ amount, currency }) => moneyText(amount, currency, language.value)),
    language.value,
  );
  const more = [
    ...(sums === "" ? [] : [words.open(sums)]),
    ...(isUnpaid ? [words.unpaid] : []),
    ...(isRunning ? [words.running] : []),
  ];
  return (
    <Link
      class="strip-day"
      to="/reconciliation/batches"
      query={{ source: day.source, date: day.date }}
      data-testid={`day-${day.date}`}
    >
      <span class="badge" data-tone={tones[colour]} title={more.join(". ")}>
        {text}
      </span>
      {sums !== "" && <span class="small muted">{sums}</span>}
      {sums === "" && more.length > 0 && <span class="visually-hidden">{more.join(". ")}</span>}
    </Link>
  );
}
