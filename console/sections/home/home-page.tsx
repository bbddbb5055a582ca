import "../../../styles/console/charts.css";
import "../../../styles/console/home.css";
import { useEffect, useRef, useState } from "preact/hooks";
import { type HomeFigures, homeFigures } from "#contract/console/home";
import { queryText } from "../../client/query-text.ts";
import { useQuery } from "../../client/use-query.ts";
import { texts } from "../../i18n/current-texts.ts";
import { homeTexts } from "../../i18n/home-texts.ts";
import { setQuery } from "../../router/place.ts";
import { api, may } from "../../session/session.ts";
import { Empty } from "../../ui/data-table.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { filterOf } from "../../ui/filters.tsx";
import { Page } from "../../ui/page.tsx";
import { ApprovalChart, VolumeChart } from "./day-charts.tsx";
import { rangeText } from "./figure-texts.ts";
import { PeriodPicker } from "./period-picker.tsx";
import { Reasons } from "./reasons.tsx";
import { ThreeDS } from "./three-ds.tsx";
import { PeriodTiles, TodayTiles } from "./tiles.tsx";
import { Waiting } from "./waiting.tsx";
import { hasPartOfDay } from "./whole-days.ts";

const figuresEveryMs = 60_000;
/** How often the page reads again while the service is still adding up. */
const updatingEveryMs = 5_000;

/** What waits for staff, and the figures for today and for a period. */
export default function HomePage() {
  return (
    <Page title={texts.value.sections.home} testId="home">
      <Waiting />
      {may("payments.read") && <Figures />}
    </Page>
  );
}

function Figures() {
  const path = `/home${queryText({
    days: filterOf("days"),
    from: filterOf("from"),
    to: filterOf("to"),
    currency: filterOf("currency"),
  })}`;
  const { value, failure, reload } = useQuery(
    path,
    (signal) => api.get(path, homeFigures, signal),
    {
      everyMs: (found) =>
        found && (found.isUpdating || found.missingDays > 0) ? updatingEveryMs : figuresEveryMs,
    },
  );
  const { loading } = texts.value;
  // The old figures, and with them the focus, stay until another period's figures arrive.
  const last = useRef<HomeFigures>(undefined);
  if (value) last.current = value;
  const shown = value ?? last.current;
  if (!shown || (failure && !value)) {
    return failure ? (
      <FailureNotice failure={failure} onRetry={reload} />
    ) : (
      <p class="loading" aria-busy="true">
        {loading}
      </p>
    );
  }
  return (
    <div class="home-figures" aria-busy={!value}>
      {failure && <FailureNotice failure={failure} onRetry={reload} />}
      <Today figures={shown} />
      <Period figures={shown} />
    </div>
  );
}

function Today({ figures }: { figures: HomeFigures }) {
  const { today } = homeTexts.value;
  return (
    <section class="home-section" aria-labelledby="home-today" data-testid="today">
      <div class="home-head">
        <h2 class="home-title" id="home-today">
          {today.title}
        </h2>
        <Currencies figures={figures} />
      </div>
      <TodayTiles figures={figures} currency={figures.currency ?? "USD"} />
    </section>
  );
}

function Currencies({ figures: { currencies, currency } }: { figures: HomeFigures }) {
  const { period } = homeTexts.value;
  if (currencies.length < 2) return currency && <span class="muted">{currency}</span>;
  return (
    <label class="filter">
      <span class="filter-label">{period.currency}</span>
      <select
        class="input"
        value={currency ?? ""}
        onChange={({ currentTarget }) => setQuery({ currency: currentTarget.value })}
        data-testid="home-currency"
      >
        {currencies.map((currency) => (
          <option value={currency} key={currency}>
            {currency}
          </option>
        ))}
      </select>
    </label>
  );
}

function Period({ figures }: { figures: HomeFigures }) {
  const {
    lead,
    period,
    figures: title,
    missing,
    updating,
    noPayments,
    noPaymentsText,
  } = homeTexts.value;
  const { from, to, previousFrom, previousTo, timeZone, currency } = figures;
  const below = useBelow();
  const isEmpty =
    currency === null ||
    (figures.sums.created === 0 && figures.sums.refunds === 0 && figures.disputes.received === 0);
  return (
    <section class="home-section" aria-labelledby="home-period" data-testid="period">
      <div class="home-head">
        <div>
          <h2 class="home-title" id="home-period">
            {rangeText(from, to)}
          </h2>
          <p class="muted small">
            {period.compared(rangeText(previousFrom, previousTo))}
            {hasPartOfDay(figures) && ` (${period.wholeDays})`} · {lead(timeZone)}
          </p>
        </div>
        <PeriodPicker from={from} to={to} />
      </div>
      <div aria-live="polite">
        {figures.missingDays > 0 && (
          <p class="home-note" data-testid="missing-days">
            {missing(figures.missingDays)}
          </p>
        )}
        {figures.isUpdating && <p class="home-note">{updating}</p>}
      </div>
      {isEmpty ? (
        <Empty title={noPayments} text={noPaymentsText} testId="no-figures" />
      ) : (
        <>
          <h3 class="visually-hidden">{title}</h3>
          <PeriodTiles figures={figures} currency={currency} />
          <div class="home-charts">
            <VolumeChart figures={figures} currency={currency} />
            <ApprovalChart figures={figures} currency={currency} />
            <Reasons figures={figures} currency={currency} />
            <ThreeDS figures={figures} currency={currency} />
            {below && <below.Disputes figures={figures} currency={currency} />}
          </div>
          {below && <below.default figures={figures} currency={currency} />}
        </>
      )}
    </section>
  );
}

/** Disputes and tables below the first screen, loaded after it. */
function useBelow() {
  const [below, setBelow] = useState<typeof import("./breakdowns.tsx")>();
  useEffect(() => {
    import("./breakdowns.tsx")
      .then(setBelow)
      // The figures above need no tables, and the next visit asks again.
      .catch(() => {});
  }, []);
  return below;
}
