import { type DisputeSummary, disputeList } from "#contract/console/disputes";
import { queryText } from "../../client/query-text.ts";
import { useAnswer } from "../../client/use-answer.ts";
import { texts } from "../../i18n/current-texts.ts";
import { disputeTexts } from "../../i18n/dispute-texts.ts";
import { api } from "../../session/session.ts";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { Filters, filterOf, SelectFilter } from "../../ui/filters.tsx";
import { customerColumn } from "../../ui/list-columns.tsx";
import { Money } from "../../ui/money.tsx";
import { Page } from "../../ui/page.tsx";
import { wordsOf } from "../../ui/status-badge.tsx";
import { DaysLeft } from "./days-left.tsx";
import { DisputeRates } from "./dispute-rates.tsx";
import { DisputeStatus, reasonText } from "./dispute-status.tsx";

/** Set by a link of Home, whose figure counts exactly the disputes shown. */
const figureFilters = ["outcome", "currency", "from", "to"] as const;

/** Disputes: what needs an answer first, then the network's rates. */
export default function DisputeList() {
  const words = disputeTexts.value;
  const { rooms } = texts.value;
  const tab = filterOf("tab") === "all" ? "all" : "open";
  const path = `/disputes${queryText({
    tab,
    outcome: filterOf("outcome"),
    currency: filterOf("currency"),
    from: filterOf("from"),
    to: filterOf("to"),
    page: filterOf("page"),
  })}`;
  const reading = useAnswer(path, (signal) => api.get(path, disputeList, signal));
  const { value } = reading;
  return (
    <Page
      title={rooms.disputes}
      lead={value ? words.lead(value.waiting) : undefined}
      testId="dispute-list"
    >
      <Filters names={["tab", ...figureFilters]}>
        <SelectFilter
          name="tab"
          label={words.tab}
          all={words.tabs["open"] ?? ""}
          options={[{ value: "all", text: words.tabs["all"] ?? "" }]}
        />
        {figureFilters.some((name) => filterOf(name) !== undefined) && (
          <p class="muted small" data-testid="figure-filter">
            {words.ofFigure}
          </p>
        )}
      </Filters>
      <DataTable
        caption={rooms.disputes}
        testId="disputes"
        columns={columns()}
        reading={reading}
        keyOf={({ disputeId }) => disputeId}
        linkOf={({ disputeId }) => `/disputes/${encodeURIComponent(disputeId)}`}
        empty={{ title: words.none, text: tab === "open" ? words.noneOpenText : words.noneText }}
      />
      <DisputeRates />
    </Page>
  );
}

function columns(): Column<DisputeSummary>[] {
  const words = disputeTexts.value;
  return [
    customerColumn(words.customer),
    {
      header: words.due,
      cell: ({ status, respondBy }) =>
        status === "needs-response" ? <DaysLeft respondBy={respondBy} /> : null,
    },
    {
      header: words.reason,
      cell: ({ category, ...code }) => (
        <span class="two-lines">
          <span>{words.categories[category] ?? wordsOf(category)}</span>
          <span class="muted small">{reasonText(code)}</span>
        </span>
      ),
    },
    {
      header: words.status,
      cell: ({ status, stage }) => (
        <span class="two-lines">
          <span>
            <DisputeStatus status={status} />
          </span>
          <span class="muted small">{words.stages[stage] ?? wordsOf(stage)}</span>
        </span>
      ),
    },
    {
      header: words.amount,
      isMoney: true,
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
  ];
}
