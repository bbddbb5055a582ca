import "../../../styles/console/refund-batches.css";
import { paymentIntentStatuses, paymentMethodTypes } from "#contract/api/payment-intents";
import { type PaymentSummary, paymentFilters, paymentList } from "#contract/console/payment-list";
import { amountSorts } from "#contract/lists";
import { queryText } from "../../client/query-text.ts";
import { useQuery } from "../../client/use-query.ts";
import { ExportButton } from "../../exports/export-button.tsx";
import { texts } from "../../i18n/current-texts.ts";
import { railTexts } from "../../i18n/rail-texts.ts";
import { refundBatchTexts } from "../../i18n/refund-batch-texts.ts";
import { refundTexts } from "../../i18n/refund-texts.ts";
import { Link } from "../../router/link.tsx";
import { api, may } from "../../session/session.ts";
import {
  AmountFilter,
  DateFilter,
  filterOf,
  MoreFilters,
  SearchFilter,
  SelectFilter,
} from "../../ui/filters.tsx";
import { amountColumn, customerColumn, idColumn, orderColumn } from "../../ui/list-columns.tsx";
import type { ChosenColumn } from "../../ui/list-tools.tsx";
import { ListView, useList } from "../../ui/list-view.tsx";
import { Page } from "../../ui/page.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { humanize, StatusBadge, statusText } from "../../ui/status-badge.tsx";
import { ActiveBatches } from "./active-batches.tsx";
import { FigureFilters, figureFilters } from "./figure-filters.tsx";
import { methodText, processorText, reasonText, shownProcessor } from "./method-text.ts";
import { RefundMany, useChosenPayments } from "./refund-many.tsx";
import { WaitingOutcomes } from "./waiting-outcomes.tsx";
import { WaitingRefunds } from "./waiting-refunds.tsx";

const rare = ["processor", "category", "minAmount", "maxAmount"] as const;
const filters = [
  "search",
  "status",
  "type",
  "from",
  "to",
  "externalCustomerId",
  ...rare,
  ...figureFilters,
] as const;

/** The list of payments, with one line for each intent. */
export default function PaymentList() {
  const { payments, sections, methods } = texts.value;
  const { reasonCategories: kinds } = railTexts.value;
  const offered = useQuery("/payment-filters", (signal) =>
    api.get("/payment-filters", paymentFilters, signal),
  );
  const processor = filterOf("processor");
  const processors = offered.value?.processors ?? (processor ? [processor] : []);
  const list = useList("payments", {
    path: "/payments",
    schema: paymentList,
    filters,
    columns: columns(),
    sorts: amountSorts,
  });
  const { query, reading } = list;
  const customer = filterOf("externalCustomerId");
  const refunded = useChosenPayments(queryText(query));
  return (
    <Page
      title={sections.payments}
      lead={customer ? payments.ofCustomer(customer) : undefined}
      testId="payment-list"
      actions={
        <>
          <Link class="text-button" to="/refunds" data-testid="all-refunds">
            {refundTexts.value.list.all}
          </Link>
          <Link class="text-button" to="/payments/batches">
            {refundBatchTexts.value.batches}
          </Link>
          {may("payments.export") && <ExportButton what="payments" filters={query} />}
        </>
      }
    >
      <WaitingOutcomes />
      <WaitingRefunds />
      <ActiveBatches />
      <ListView
        list={list}
        caption={sections.payments}
        keyOf={({ paymentIntentId }) => paymentIntentId}
        linkOf={({ paymentIntentId }) => `/payments/${encodeURIComponent(paymentIntentId)}`}
        words={payments}
        selection={refunded.selection}
        selected={<FigureFilters />}
      >
        <SearchFilter name="search" label={payments.search} />
        <SelectFilter
          name="status"
          label={payments.status}
          all={payments.anyStatus}
          options={paymentIntentStatuses.map((value) => ({ value, text: statusText(value) }))}
        />
        <SelectFilter
          name="type"
          label={payments.method}
          all={payments.anyMethod}
          options={paymentMethodTypes.map((value) => ({
            value,
            text: methods[value] ?? humanize(value),
          }))}
        />
        <DateFilter name="from" label={payments.from} />
        <DateFilter name="to" label={payments.to} />
        <MoreFilters names={rare}>
          <AmountFilter name="minAmount" label={payments.minAmount} />
          <AmountFilter name="maxAmount" label={payments.maxAmount} />
          <SelectFilter
            name="processor"
            label={payments.processor}
            all={payments.anyProcessor}
            options={processors.map((value) => ({ value, text: processorText(value) }))}
          />
          <SelectFilter
            name="category"
            label={payments.category}
            all={payments.anyCategory}
            options={Object.entries(kinds).map(([value, text]) => ({ value, text }))}
          />
        </MoreFilters>
      </ListView>
      <RefundMany
        chosen={refunded}
        total={reading.value?.total}
        filter={query}
        reload={reading.reload}
      />
    </Page>
  );
}

function columns(): ChosenColumn<PaymentSummary>[] {
  const { payments } = texts.value;
  return [
    customerColumn(payments.customer),
    amountColumn(payments.amount, ({ total }) => total),
    {
      name: "status",
      header: payments.status,
      cell: ({ status, reason }) => (
        <span class="two-lines">
          <span>
            <StatusBadge status={status} />
          </span>
          {status === "failed" && reason && <span class="muted small">{reasonText(reason)}</span>}
        </span>
      ),
    },
    {
      name: "method",
      header: payments.method,
      cell: ({ type, paymentMethod, attempts, processor }) => {
        const shown = shownProcessor(processor, paymentMethod);
        const more = [
          ...(shown ? [shown] : []),
          ...(attempts > 1 ? [payments.attempts(attempts)] : []),
        ];
        return (
          <span class="two-lines">
            <span>{methodText(type, paymentMethod)}</span>
            {more.length > 0 && <span class="muted small">{more.join(" · ")}</span>}
          </span>
        );
      },
    },
    orderColumn(payments.order, ({ externalPaymentIntentId }) => externalPaymentIntentId),
    {
      name: "createdAt",
      header: payments.createdAt,
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
    {
      name: "processor",
      header: payments.processor,
      isExtra: true,
      cell: ({ processor }) => processor && processorText(processor),
    },
    {
      name: "updatedAt",
      header: payments.changedAt,
      isExtra: true,
      cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
    },
    idColumn(payments.id, ({ paymentIntentId }) => paymentIntentId),
  ];
}
