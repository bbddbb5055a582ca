import { disbursementIntentStatuses, taxCategories } from "#contract/api/disbursements";
import { type PayoutSummary, payoutList } from "#contract/console/payouts";
import { amountSorts } from "#contract/lists";
import { queryText } from "../../client/query-text.ts";
import { useAnswer } from "../../client/use-answer.ts";
import { ExportButton } from "../../exports/export-button.tsx";
import { texts } from "../../i18n/current-texts.ts";
import { api, may } from "../../session/session.ts";
import { DataTable } from "../../ui/data-table.tsx";
import {
  DateFilter,
  dayBoundary,
  Filters,
  filterOf,
  SearchFilter,
  SelectFilter,
} from "../../ui/filters.tsx";
import { amountColumn, customerColumn, idColumn, orderColumn } from "../../ui/list-columns.tsx";
import { type ChosenColumn, ListToolbar, useListTools } from "../../ui/list-tools.tsx";
import { Page } from "../../ui/page.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { StatusBadge, statusText, wordsOf } from "../../ui/status-badge.tsx";
import { methodText } from "../payments/method-text.ts";
import { BankFiles } from "./bank-files.tsx";

const names = ["search", "status", "taxCategory", "from", "to", "externalCustomerId"] as const;

/** All payouts, one line for each intent. */
export default function PayoutList() {
  const { payouts, rooms } = texts.value;
  const filters = {
    search: filterOf("search"),
    status: filterOf("status"),
    taxCategory: filterOf("taxCategory"),
    externalCustomerId: filterOf("externalCustomerId"),
    from: dayBoundary(filterOf("from"), 0),
    to: dayBoundary(filterOf("to"), 1),
  };
  const shown = { page: filterOf("page"), sort: filterOf("sort") };
  const path = `/payouts${queryText({ ...filters, ...shown })}`;
  const tools = useListTools("payouts", columns());
  const reading = useAnswer(path, (signal) => api.get(path, payoutList, signal));
  return (
    <Page
      title={rooms.payouts}
      testId="payout-list"
      actions={may("payouts.export") && <ExportButton what="payouts" filters={filters} />}
    >
      <BankFiles />
      <Filters names={names}>
        <SearchFilter name="search" label={payouts.search} />
        <SelectFilter
          name="status"
          label={payouts.status}
          all={payouts.anyStatus}
          options={disbursementIntentStatuses.map((value) => ({ value, text: statusText(value) }))}
        />
        <SelectFilter
          name="taxCategory"
          label={payouts.taxCategory}
          all={payouts.anyCategory}
          options={taxCategories.map((value) => ({
            value,
            text: payouts.categories[value] ?? wordsOf(value),
          }))}
        />
        <DateFilter name="from" label={payouts.from} />
        <DateFilter name="to" label={payouts.to} />
      </Filters>
      <ListToolbar tools={tools} sorts={amountSorts} />
      <DataTable
        caption={rooms.payouts}
        testId="payouts"
        columns={tools.columns}
        reading={reading}
        keyOf={({ disbursementIntentId }) => disbursementIntentId}
        linkOf={({ disbursementIntentId }) =>
          `/payouts/${encodeURIComponent(disbursementIntentId)}`
        }
        empty={
          names.some((name) => filterOf(name))
            ? { title: payouts.noneFound, text: payouts.noneFoundText }
            : { title: payouts.none, text: payouts.noneText }
        }
      />
    </Page>
  );
}

function columns(): ChosenColumn<PayoutSummary>[] {
  const { payouts } = texts.value;
  return [
    customerColumn(payouts.customer),
    amountColumn(payouts.amount, ({ amount }) => amount),
    {
      name: "status",
      header: payouts.status,
      cell: ({ status }) => <StatusBadge status={status} />,
    },
    {
      name: "method",
      header: payouts.method,
      cell: ({ disbursement }) =>
        disbursement ? (
          methodText(disbursement.type, disbursement.payoutMethod)
        ) : (
          <span class="muted">{payouts.notChosen}</span>
        ),
    },
    {
      name: "taxCategory",
      header: payouts.taxCategory,
      cell: ({ taxCategory }) => payouts.categories[taxCategory] ?? wordsOf(taxCategory),
    },
    orderColumn(payouts.order, ({ externalDisbursementIntentId }) => externalDisbursementIntentId),
    {
      name: "createdAt",
      header: payouts.createdAt,
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
    idColumn(payouts.id, ({ disbursementIntentId }) => disbursementIntentId),
  ];
}
