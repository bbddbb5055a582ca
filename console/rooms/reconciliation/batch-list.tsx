import "../../../styles/console/reconciliation.css";
import { type BatchSummary, batchList } from "#contract/console/reconciliation";
import { queryText } from "../../client/query-text.ts";
import { useAnswer } from "../../client/use-answer.ts";
import { texts } from "../../i18n/current-texts.ts";
import { reconciliationTexts } from "../../i18n/reconciliation-texts.ts";
import { api } from "../../session/session.ts";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { DateFilter, Filters, filterOf } from "../../ui/filters.tsx";
import { Money } from "../../ui/money.tsx";
import { Page } from "../../ui/page.tsx";
import { CsvLink } from "./csv-link.tsx";

const names = ["source", "date"] as const;

/** Payouts and bank statements, the newest day first. */
export default function BatchList() {
  const words = reconciliationTexts.value;
  const filters = { source: filterOf("source"), date: filterOf("date") };
  const path = `/reconciliation/batches${queryText({ ...filters, page: filterOf("page") })}`;
  const reading = useAnswer(path, (signal) => api.get(path, batchList, signal));
  const source = reading.value?.data[0]?.source;
  return (
    <Page
      title={words.batches}
      lead={filters.source && source ? source : undefined}
      parent={{ to: "/reconciliation", text: texts.value.rooms.reconciliation }}
      testId="settlement-batches"
      actions={<CsvLink list="batches" filters={filters} />}
    >
      <Filters names={names}>
        <DateFilter name="date" label={words.valueDate} />
      </Filters>
      <DataTable
        caption={words.batches}
        testId="batches"
        columns={batchColumns()}
        reading={reading}
        keyOf={({ settlementBatchId }) => settlementBatchId}
        linkOf={({ settlementBatchId }) =>
          `/reconciliation/batches/${encodeURIComponent(settlementBatchId)}`
        }
        empty={{ title: words.none, text: words.noneText }}
      />
    </Page>
  );
}

function batchColumns(): Column<BatchSummary>[] {
  const words = reconciliationTexts.value;
  return [
    { header: words.batch, isWide: true, cell: ({ batchKey }) => batchKey },
    {
      header: words.net,
      isMoney: true,
      cell: ({ net, currency }) => <Money amount={net} currency={currency} />,
    },
    { header: words.source, cell: ({ source }) => source },
    { header: words.valueDate, cell: ({ valueDate }) => valueDate },
    {
      header: words.gross,
      isNumber: true,
      cell: ({ gross, currency }) => <Money amount={gross} currency={currency} />,
    },
    {
      header: words.fees,
      isNumber: true,
      cell: ({ fees, currency }) => <Money amount={fees} currency={currency} />,
    },
    { header: words.rows, isNumber: true, cell: ({ rowCount }) => rowCount },
    {
      header: words.breaks,
      cell: ({ openCount }) => (
        <span class="badge" data-tone={openCount > 0 ? "bad" : "good"}>
          {openCount}
        </span>
      ),
    },
    {
      header: words.atBank,
      cell: ({ kind, isPaid }) =>
        kind === "bank" ? null : (
          <span class="badge" data-tone={isPaid ? "good" : "wait"}>
            {isPaid ? words.yes : words.no}
          </span>
        ),
    },
  ];
}
