import type { HomeDay, HomeFigures } from "#contract/console/home";
import { ChartFigure, type ChartLink } from "../../charts/chart-figure.tsx";
import { LineChart } from "../../charts/line-chart.tsx";
import { StackedBars } from "../../charts/stacked-bars.tsx";
import { homeTexts } from "../../i18n/home-texts.ts";
import { paymentsIn, refundsIn } from "./figure-links.ts";
import { countText, dayText, fullMoney, rateText, shortMoney } from "./figure-texts.ts";

interface FiguresProps {
  readonly figures: HomeFigures;
  readonly currency: string;
}

/** The volume by day, with that of the previous period. */
export function VolumeChart({ figures: { days, previousDays, sums }, currency }: FiguresProps) {
  const { volume, chart } = homeTexts.value;
  const best = maxOf(days, (day) => day.volume);
  const finding =
    best && best.volume > 0
      ? volume.finding(
          dayText(best.day),
          fullMoney(best.volume, currency),
          fullMoney(sums.volume, currency),
        )
      : volume.none;
  const columns = [chart.day, volume.volume, volume.refunded, volume.previous];
  const before = (at: number) => previousDays[at]?.volume ?? 0;
  return (
    <ChartFigure
      title={volume.title}
      finding={finding}
      table={{
        columns: columns.map((name, at) => (at === 0 ? name : `${name} (${currency})`)),
        rows: days.map((day, at) => [day.day, day.volume, day.refunded, before(at)]),
      }}
      linkOf={(row, column) => volumeLink(column, currency, days[row], previousDays[row])}
      file={`volume-${currency}`}
      testId="chart-volume"
    >
      <p class="muted small">{volume.text}</p>
      <LineChart
        labels={days.map(({ day }) => dayText(day))}
        shortLabels={days.map(({ day }) => dayText(day, "short"))}
        series={[
          { name: volume.volume, values: days.map((day) => day.volume), mark: "solid" },
          { name: volume.previous, values: days.map((_, at) => before(at)), mark: "dashed" },
          { name: volume.refunded, values: days.map((day) => day.refunded), mark: "hatched" },
        ]}
        finding={finding}
        valueText={(value) => fullMoney(value, currency)}
        axisText={(value) => shortMoney(value, currency)}
      />
    </ChartFigure>
  );
}

/** Payments with an outcome by day: approved and not. */
export function ApprovalChart({ figures: { days, sums }, currency }: FiguresProps) {
  const { approvals, chart } = homeTexts.value;
  const decided = days.filter((day) => day.decided > 0);
  const worst = maxOf(decided, (day) => 1 - day.approved / day.decided);
  const finding = worst
    ? approvals.finding(
        rateText(sums.approved, sums.decided),
        dayText(worst.day),
        rateText(worst.approved, worst.decided),
      )
    : approvals.none;
  return (
    <ChartFigure
      title={approvals.title}
      finding={finding}
      table={{
        columns: [chart.day, approvals.approved, approvals.declined],
        rows: days.map((day) => [day.day, day.approved, day.decided - day.approved]),
      }}
      linkOf={(row, column) => {
        const day = days[row];
        const outcome = column === 1 ? "approved" : "declined";
        return day && { to: "/payments", query: paymentsIn(day, currency, { outcome }) };
      }}
      file={`payments-${currency}`}
      testId="chart-approvals"
    >
      <p class="muted small">{approvals.text}</p>
      <StackedBars
        labels={days.map(({ day }) => dayText(day))}
        shortLabels={days.map(({ day }) => dayText(day, "short"))}
        series={[
          { name: approvals.approved, values: days.map((day) => day.approved), mark: "solid" },
          {
            name: approvals.declined,
            values: days.map((day) => day.decided - day.approved),
            mark: "hatched",
          },
        ]}
        finding={finding}
        valueText={countText}
        axisText={countText}
        smallestStep={1}
      />
    </ChartFigure>
  );
}

/** The list behind a number of the table: volume, refunds, or the previous period's volume. */
function volumeLink(
  column: number,
  currency: string,
  day: HomeDay | undefined,
  previousDay: HomeDay | undefined,
): ChartLink | undefined {
  if (column === 2) return day && { to: "/refunds", query: refundsIn(day, currency) };
  const paid = column === 1 ? day : previousDay;
  return paid && { to: "/payments", query: paymentsIn(paid, currency, { status: "success" }) };
}

function maxOf(days: readonly HomeDay[], value: (day: HomeDay) => number): HomeDay | undefined {
  return days.reduce<HomeDay | undefined>(
    (best, day) => (best === undefined || value(day) > value(best) ? day : best),
    undefined,
  );
}
