import { type DisputeSummary, disputeList, disputeSorts } from "#contract/console/disputes";
import { amountSorts } from "#contract/lists";
import { texts } from "../../i18n/current-texts.ts";
import { disputeTexts } from "../../i18n/dispute-texts.ts";
import { filterOf, SelectFilter } from "../../ui/filters.tsx";
import { amountColumn, customerColumn, idColumn } from "../../ui/list-columns.tsx";
import type { ChosenColumn } from "../../ui/list-tools.tsx";
import { ListView, useList } from "../../ui/list-view.tsx";
import { Page } from "../../ui/page.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { humanize } from "../../ui/status-badge.tsx";
import { DaysLeft } from "./days-left.tsx";
import { DisputeRates } from "./dispute-rates.tsx";
import { DisputeStatus, reasonText } from "./dispute-status.tsx";

/** Filters that only a link from Home sets: the list then shows the disputes that a figure counts. */
const figureFilters = ["outcome", "currency", "from", "to"] as const;

/** Shows first what needs an answer, then the network's rates. */
export default function DisputeList() {
  const words = disputeTexts.value;
  const { sections } = texts.value;
  const tab = filterOf("tab") === "all" ? "all" : "open";
  const list = useList("disputes", {
    path: "/disputes",
    schema: disputeList,
    filters: ["tab", ...figureFilters],
    columns: columns(),
    sorts: tab === "open" ? disputeSorts : [...amountSorts, "due"],
  });
  const { value } = list.reading;
  return (
    <Page
      title={sections.disputes}
      lead={value ? words.lead(value.waiting) : undefined}
      testId="dispute-list"
    >
      <ListView
        list={list}
        caption={sections.disputes}
        keyOf={({ disputeId }) => disputeId}
        linkOf={({ disputeId }) => `/disputes/${encodeURIComponent(disputeId)}`}
        words={{ none: words.none, noneText: tab === "open" ? words.noneOpenText : words.noneText }}
      >
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
      </ListView>
      <DisputeRates />
    </Page>
  );
}

function columns(): ChosenColumn<DisputeSummary>[] {
  const words = disputeTexts.value;
  return [
    customerColumn(words.customer),
    amountColumn(words.amount, ({ amount }) => amount),
    {
      name: "due",
      header: words.due,
      cell: ({ status, respondBy }) =>
        status === "needs-response" ? <DaysLeft respondBy={respondBy} /> : null,
    },
    {
      name: "reason",
      header: words.reason,
      cell: ({ category, ...code }) => (
        <span class="two-lines">
          <span>{words.categories[category] ?? humanize(category)}</span>
          <span class="muted small">{reasonText(code)}</span>
        </span>
      ),
    },
    {
      name: "status",
      header: words.status,
      cell: ({ status, stage }) => (
        <span class="two-lines">
          <span>
            <DisputeStatus status={status} />
          </span>
          <span class="muted small">{words.stages[stage] ?? humanize(stage)}</span>
        </span>
      ),
    },
    {
      name: "openedAt",
      header: words.opened,
      isExtra: true,
      cell: ({ openedAt }) => <RelativeTime at={openedAt} />,
    },
    idColumn(words.id, ({ disputeId }) => disputeId),
  ];
}
