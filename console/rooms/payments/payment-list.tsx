import "../../../styles/console/refund-batches.css";
import { paymentIntentStatuses, paymentMethodTypes } from "#contract/api/payment-intents";
import { type PaymentSummary, paymentFilters, paymentList } from "#contract/console/payments";
import { amountSorts } from "#contract/lists";
import { queryText } from "../../client/query-text.ts";
import { useAnswer } from "../../client/use-answer.ts";
import { ExportButton } from "../../exports/export-button.tsx";
import { texts } from "../../i18n/current-texts.ts";
import { railTexts } from "../../i18n/rail-texts.ts";
import { refundBatchTexts } from "../../i18n/refund-batch-texts.ts";
import { refundTexts } from "../../i18n/refund-texts.ts";
import { Link } from "../../router/link.tsx";
import { api, may } from "../../session/session.ts";
import { DataTable } from "../../ui/data-table.tsx";
import {
  AmountFilter,
  DateFilter,
  dayBoundary,
  Filters,
  filterOf,
  MoreFilters,
  SearchFilter,
  SelectFilter,
} from "../../ui/filters.tsx";
import { amountColumn, customerColumn, idColumn, orderColumn } from "../../ui/list-columns.tsx";
import { type ChosenColumn, ListToolbar, useListTools } from "../../ui/list-tools.tsx";
import { Page } from "../../ui/page.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { StatusBadge, statusText, wordsOf } from "../../ui/status-badge.tsx";
import { ActiveBatches } from "./active-batches.tsx";
import { chosenFigureFilters, FigureFilters, figureFilters } from "./figure-filters.tsx";
import { methodText, moverText, processorText, reasonText } from "./method-text.ts";
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

/** All payments, one line for each intent. */
export default function PaymentList() {
  const { payments, rooms, methods } = texts.value;
  const { reasonCategories: kinds } = railTexts.value;
  const offered = useAnswer("/payment-filters", (signal) =>
    api.get("/payment-filters", paymentFilters, signal),
  );
  const processor = filterOf("processor");
  const processors = offered.value?.processors ?? (processor ? [processor] : []);
  const chosen = {
    search: filterOf("search"),
    status: filterOf("status"),
    type: filterOf("type"),
    externalCustomerId: filterOf("externalCustomerId"),
    processor,
    category: filterOf("category"),
    minAmount: filterOf("minAmount"),
    maxAmount: filterOf("maxAmount"),
    from: dayBoundary(filterOf("from"), 0),
    to: dayBoundary(filterOf("to"), 1),
    ...chosenFigureFilters(),
  };
  const shown = { page: filterOf("page"), sort: filterOf("sort") };
  const path = `/payments${queryText({ ...chosen, ...shown })}`;
  const tools = useListTools("payments", columns());
  const reading = useAnswer(path, (signal) => api.get(path, paymentList, signal));
  const customer = filterOf("externalCustomerId");
  const refunded = useChosenPayments(queryText(chosen));
  return (
    <Page
      title={rooms.payments}
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
          {may("payments.export") && <ExportButton what="payments" filters={chosen} />}
        </>
      }
    >
      <WaitingOutcomes />
      <WaitingRefunds />
      <ActiveBatches />
      <Filters names={filters}>
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
            text: methods[value] ?? wordsOf(value),
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
      </Filters>
      <FigureFilters />
      <ListToolbar tools={tools} sorts={amountSorts} />
      <DataTable
        caption={rooms.payments}
        testId="payments"
        columns={tools.columns}
        reading={reading}
        keyOf={({ paymentIntentId }) => paymentIntentId}
        linkOf={({ paymentIntentId }) => `/payments/${encodeURIComponent(paymentIntentId)}`}
        selection={refunded.selection}
        empty={
          filters.some((name) => filterOf(name))
            ? { title: payments.noneFound, text: payments.noneFoundText }
            : { title: payments.none, text: payments.noneText }
        }
      />
      <RefundMany
        chosen={refunded}
        total={reading.value?.total}
        filter={chosen}
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
        const mover = moverText(processor, paymentMethod);
        const more = [
          ...(mover ? [mover] : []),
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
