import type { HomeFigures } from "#contract/console/home";
import { declineKinds } from "#contract/payment-reasons/decline-kind";
import { ChartFigure } from "../../charts/chart-figure.tsx";
import { Funnel } from "../../charts/funnel.tsx";
import { homeTexts } from "../../i18n/home-texts.ts";
import { Link } from "../../router/link.tsx";
import { humanize } from "../../ui/status-badge.tsx";
import { reasonText } from "../payments/method-text.ts";
import { paymentsIn } from "./figure-links.ts";
import { countText, rateText } from "./figure-texts.ts";

/** How many reasons of each kind are shown. The table has all of them. */
const maxShown = 5;

/** Why payments failed: hard and soft declines, returns, and customers who left. */
export function Reasons({ figures, currency }: { figures: HomeFigures; currency: string }) {
  const { reasons } = homeTexts.value;
  const all = figures.reasons;
  const first = all[0];
  const total = all.reduce((sum, { payments }) => sum + payments, 0);
  const finding = first
    ? reasons.finding(reasonText(first.code), rateText(first.payments, total))
    : reasons.none;
  return (
    <ChartFigure
      title={reasons.title}
      finding={finding}
      table={{
        columns: [reasons.reason, reasons.kind, reasons.payments],
        rows: all.map(({ code, kind, payments }) => [
          code,
          reasons.kinds[kind] ?? humanize(kind),
          payments,
        ]),
      }}
      linkOf={(row, column) => {
        const code = all[row]?.code;
        if (column !== 2 || code === undefined) return undefined;
        return { to: "/payments", query: paymentsIn(figures, currency, { reason: code }) };
      }}
      file={`reasons-${currency}`}
      testId="chart-reasons"
    >
      <p class="muted small">{reasons.text}</p>
      {declineKinds.map((kind) => {
        const own = all.filter((each) => each.kind === kind);
        if (own.length === 0) return null;
        return (
          <div class="reason-kind" key={kind} data-testid={`reasons-${kind}`}>
            <h3 class="reason-title">
              {reasons.kinds[kind]} <span class="muted small">{reasons.kindTexts[kind]}</span>
            </h3>
            <Funnel
              steps={own.slice(0, maxShown).map(({ code, payments }) => ({
                name: reasonText(code),
                count: payments,
                shown: (
                  <Link to="/payments" query={paymentsIn(figures, currency, { reason: code })}>
                    {countText(payments)}
                  </Link>
                ),
              }))}
              most={first?.payments ?? 1}
            />
          </div>
        );
      })}
    </ChartFigure>
  );
}
