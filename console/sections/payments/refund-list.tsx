import { refundStatuses } from "#contract/api/refunds";
import { type RefundSummary, refundList } from "#contract/console/refund-list";
import { timeSorts } from "#contract/lists";
import { refundTexts } from "../../i18n/refund-texts.ts";
import { setQuery } from "../../router/place.ts";
import { DateFilter, filterOf, SelectFilter } from "../../ui/filters.tsx";
import { Glyph } from "../../ui/glyph.tsx";
import { customerColumn, idColumn, orderColumn } from "../../ui/list-columns.tsx";
import type { ChosenColumn } from "../../ui/list-tools.tsx";
import { ListView, useList } from "../../ui/list-view.tsx";
import { Money } from "../../ui/money.tsx";
import { Page } from "../../ui/page.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { humanize, StatusBadge, statusText } from "../../ui/status-badge.tsx";

const filters = ["status", "which", "currency", "from", "to"] as const;

/** Refunds of all payments. Each row links to its payment. */
export default function RefundList() {
  const words = refundTexts.value;
  const { list } = words;
  const currency = filterOf("currency");
  const refunds = useList("refunds", {
    path: "/refunds",
    schema: refundList,
    filters,
    columns: columns(),
    sorts: timeSorts,
  });
  const { statuses } = words;
  return (
    <Page title={words.title} lead={list.lead} testId="refund-list">
      <ListView
        list={refunds}
        caption={words.title}
        keyOf={({ refundId }) => refundId}
        linkOf={({ paymentIntentId }) => `/payments/${encodeURIComponent(paymentIntentId)}`}
        words={list}
      >
        <SelectFilter
          name="status"
          label={list.status}
          all={list.anyStatus}
          options={refundStatuses.map((value) => ({
            value,
            text: statuses[value] ?? statusText(value),
          }))}
        />
        <SelectFilter
          name="which"
          label={list.which}
          all={list.every}
          options={Object.entries(list.choices).map(([value, text]) => ({ value, text }))}
        />
        <DateFilter name="from" label={list.from} />
        <DateFilter name="to" label={list.to} />
        {currency && (
          <button
            type="button"
            class="active-filter"
            onClick={() => setQuery({ currency: undefined })}
          >
            {list.currency(currency)}
            <Glyph name="close" sizePx={12} />
          </button>
        )}
      </ListView>
    </Page>
  );
}

function columns(): ChosenColumn<RefundSummary>[] {
  const { list, reasons, statuses, one, waitReasons } = refundTexts.value;
  return [
    customerColumn(list.customer),
    {
      name: "amount",
      header: list.amount,
      isMoney: true,
      cell: ({ breakdown, currency, crypto }) => (
        <span class="strong">
          {breakdown.total === 0 && crypto ? (
            `${crypto.amount ?? ""} ${crypto.asset}`
          ) : (
            <Money amount={breakdown.total} currency={currency} />
          )}
        </span>
      ),
    },
    {
      name: "status",
      header: list.status,
      cell: ({ status, reason, messages }) => (
        <span class="two-lines">
          <span>
            <StatusBadge status={status} text={statuses[status]} />
          </span>
          <span class="muted small">{reason ? (reasons[reason] ?? reason) : one}</span>
          {status === "pending" &&
            messages.map(({ code }) => (
              <span class="small" key={code}>
                {waitReasons[code] ?? humanize(code)}
              </span>
            ))}
        </span>
      ),
    },
    orderColumn(list.order, ({ externalRefundId }) => externalRefundId),
    {
      name: "createdAt",
      header: list.createdAt,
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
    idColumn(list.id, ({ refundId }) => refundId),
  ];
}
