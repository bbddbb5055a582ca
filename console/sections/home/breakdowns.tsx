import { useState } from "preact/hooks";
import type { BreakdownRow, HomeFigures } from "#contract/console/home";
import { brandName } from "../../../widgets/fields/brand-name.ts";
import { countryName } from "../../../widgets/fields/country-names.ts";
import { downloadCsv } from "../../charts/csv-file.ts";
import { language, texts } from "../../i18n/current-texts.ts";
import { homeTexts } from "../../i18n/home-texts.ts";
import { Link } from "../../router/link.tsx";
import { Panel } from "../../ui/page.tsx";
import { humanize } from "../../ui/status-badge.tsx";
import { processorText } from "../payments/method-text.ts";
import { type ListQuery, paymentsIn } from "./figure-links.ts";
import { countText, fullMoney, pointsText, rateText } from "./figure-texts.ts";

export { Disputes } from "./disputes.tsx";

const dimensions = ["type", "processor", "brand", "country"] as const;
type Dimension = (typeof dimensions)[number];

/** The number of rows shown at first. */
const maxShown = 6;

/** Approval rates by method, processor, brand and country. */
export default function Breakdowns({
  figures,
  currency,
}: {
  figures: HomeFigures;
  currency: string;
}) {
  return (
    <div class="home-breakdowns">
      {dimensions.map((dimension) => (
        <Breakdown figures={figures} currency={currency} dimension={dimension} key={dimension} />
      ))}
    </div>
  );
}

function Breakdown({
  figures,
  currency,
  dimension,
}: {
  figures: HomeFigures;
  currency: string;
  dimension: Dimension;
}) {
  const { breakdown, chart } = homeTexts.value;
  const [showsAll, setShowsAll] = useState(false);
  const rows = figures.breakdowns[dimension];
  if (rows.length === 0) return null;
  const shown = showsAll ? rows : rows.slice(0, maxShown);
  const name = breakdown[dimension];
  const link = (row: BreakdownRow, text: string, filters: ListQuery) => (
    <Link
      to="/payments"
      query={paymentsIn(figures, currency, { [dimension]: row.value || "none", ...filters })}
    >
      {text}
    </Link>
  );
  return (
    <Panel
      title={`${breakdown.title}: ${name}`}
      testId={`breakdown-${dimension}`}
      flush
      actions={
        <button
          type="button"
          class="text-button"
          onClick={() => downloadCsv(`approval-${dimension}-${currency}`, tableOf(rows, name))}
        >
          {chart.csv}
        </button>
      }
    >
      {/* Takes the focus of the button that shows all rows. */}
      <div tabIndex={-1}>
        <p class="panel-text muted small">
          {dimension === "country" ? breakdown.countryText : breakdown.text}
        </p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
        <section class="breakdown" tabIndex={0} aria-label={`${breakdown.title}: ${name}`}>
          <table>
            <thead>
              <tr>
                <th scope="col">{name}</th>
                <th scope="col" data-number="">
                  {breakdown.payments}
                </th>
                <th scope="col" data-number="">
                  {breakdown.first}
                </th>
                <th scope="col" data-number="">
                  {breakdown.approval}
                </th>
                <th scope="col" data-number="">
                  {breakdown.volume}
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => (
                <tr key={row.value} data-value={row.value}>
                  <th scope="row">{valueText(dimension, row.value)}</th>
                  <td data-number="">{link(row, countText(row.payments), { deciding: "1" })}</td>
                  <td data-number="">
                    {link(row, rateText(row.firstApproved, row.firstDecided), {
                      deciding: "first",
                      first: "decided",
                    })}
                  </td>
                  <td data-number="">
                    {link(row, rateText(row.approved, row.decided), {
                      deciding: "1",
                      outcome: "decided",
                    })}
                    {row.previousDecided > 0 && row.decided > 0 && (
                      <span class="breakdown-change">
                        {pointsText(
                          { part: row.approved, whole: row.decided },
                          { part: row.previousApproved, whole: row.previousDecided },
                        )}
                      </span>
                    )}
                  </td>
                  <td data-number="">
                    {link(row, fullMoney(row.volume, currency), {
                      deciding: "1",
                      status: "success",
                    })}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        {rows.length > maxShown && !showsAll && (
          <p class="panel-text">
            <button type="button" class="text-button" onClick={() => setShowsAll(true)}>
              {breakdown.all(rows.length)}
            </button>
          </p>
        )}
      </div>
    </Panel>
  );
}

function tableOf(rows: readonly BreakdownRow[], name: string) {
  const { breakdown, tiles } = homeTexts.value;
  return {
    columns: [
      name,
      breakdown.payments,
      `${tiles.first.name} /`,
      `${tiles.first.name} ÷`,
      `${breakdown.approval} /`,
      `${breakdown.approval} ÷`,
      breakdown.volume,
    ],
    rows: rows.map((row) => [
      row.value,
      row.payments,
      row.firstApproved,
      row.firstDecided,
      row.approved,
      row.decided,
      row.volume,
    ]),
  };
}

function valueText(dimension: Dimension, value: string): string {
  const { breakdown } = homeTexts.value;
  if (value === "") return dimension === "brand" ? breakdown.noBrand : breakdown.unknown;
  if (dimension === "type") return texts.value.methods[value] ?? humanize(value);
  if (dimension === "processor") return processorText(value);
  return dimension === "brand" ? brandName(value) : countryName(value, language.value);
}
