import type { HomeFigures } from "#contract/console/home";
import { ChartFigure } from "../../charts/chart-figure.tsx";
import { Funnel } from "../../charts/funnel.tsx";
import { homeTexts } from "../../i18n/home-texts.ts";
import { Link } from "../../router/link.tsx";
import type { LinkPeriod, ListQuery } from "./figure-links.ts";
import { countText, fullMoney, rateText } from "./figure-texts.ts";

/** Disputes opened in the period, and how they have ended so far. */
export function Disputes({ figures, currency }: { figures: HomeFigures; currency: string }) {
  const { disputes: words } = homeTexts.value;
  const { disputes, previousDisputes: before, sums } = figures;
  const rows = [
    { outcome: "figures", count: disputes.received, amount: disputes.amount, was: before.received },
    { outcome: "open", count: disputes.open, amount: disputes.openAmount, was: before.open },
    { outcome: "won", count: disputes.won, amount: disputes.wonAmount, was: before.won },
    { outcome: "lost", count: disputes.lost, amount: disputes.lostAmount, was: before.lost },
  ];
  const finding =
    disputes.received === 0
      ? words.none
      : words.finding(
          countText(disputes.received),
          fullMoney(disputes.amount, currency),
          rateText(disputes.received, sums.payments),
        );
  const decided = disputes.won + disputes.lost;
  return (
    <ChartFigure
      title={words.title}
      finding={finding}
      table={{
        columns: [words.outcome, words.count, words.amount, words.before],
        rows: rows.map(({ outcome, count, amount, was }) => [
          words.outcomes[outcome] ?? outcome,
          count,
          amount,
          was,
        ]),
      }}
      linkOf={(row, column) => {
        const shown = rows[row];
        const period = column === 3 ? periodBefore(figures) : figures;
        if (!shown || !period) return undefined;
        return { to: "/disputes", query: disputesIn(period, currency, shown.outcome) };
      }}
      file={`disputes-${currency}`}
      testId="chart-disputes"
    >
      <p class="muted small">{words.text}</p>
      <Funnel
        steps={rows.map(({ outcome, count, amount }) => ({
          name: words.outcomes[outcome] ?? outcome,
          count,
          shown: (
            <Link
              to="/disputes"
              query={disputesIn(figures, currency, outcome)}
              data-testid={`link-disputes-${outcome}`}
            >
              {countText(count)}
            </Link>
          ),
          share: fullMoney(amount, currency),
        }))}
        most={disputes.received}
      />
      {decided > 0 && (
        <p class="small" data-testid="disputes-won">
          {words.wonOf(rateText(disputes.won, decided))}
        </p>
      )}
    </ChartFigure>
  );
}

function periodBefore({ previousDays, fromAt }: HomeFigures): LinkPeriod | undefined {
  const [first] = previousDays;
  return first && { fromAt: first.fromAt, beforeAt: fromAt };
}

/** The disputes that a figure counts. */
function disputesIn(
  { fromAt, beforeAt }: LinkPeriod,
  currency: string,
  outcome: string,
): ListQuery {
  return { tab: "all", from: fromAt, to: beforeAt, currency, outcome };
}
