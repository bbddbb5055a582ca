import "../../../styles/console/reconciliation.css";
import { type BatchSummary, batchList } from "#contract/console/reconciliation";
import { amountSorts } from "#contract/lists";
import { texts } from "../../i18n/current-texts.ts";
import { reconciliationTexts } from "../../i18n/reconciliation-texts.ts";
import { DateFilter } from "../../ui/filters.tsx";
import type { ChosenColumn } from "../../ui/list-tools.tsx";
import { ListView, useList } from "../../ui/list-view.tsx";
import { Money } from "../../ui/money.tsx";
import { Page } from "../../ui/page.tsx";
import { dateText } from "../../ui/time-text.tsx";
import { CsvLink } from "./csv-link.tsx";

const filters = ["source", "date"] as const;

/** Payouts and bank statements. Default: the newest day first. */
export default function BatchList() {
  const words = reconciliationTexts.value;
  const list = useList("settlement-batches", {
    path: "/reconciliation/batches",
    schema: batchList,
    filters,
    columns: batchColumns(),
    sorts: amountSorts,
  });
  const source = list.reading.value?.data[0]?.source;
  return (
    <Page
      title={words.batches}
      lead={list.query["source"] && source ? source : undefined}
      parent={{ to: "/reconciliation", text: texts.value.sections.reconciliation }}
      testId="settlement-batches"
      actions={<CsvLink list="batches" filters={list.query} />}
    >
      <ListView
        list={list}
        caption={words.batches}
        testId="batches"
        keyOf={({ settlementBatchId }) => settlementBatchId}
        linkOf={({ settlementBatchId }) =>
          `/reconciliation/batches/${encodeURIComponent(settlementBatchId)}`
        }
        words={{ none: words.none, noneText: words.noneText }}
      >
        <DateFilter name="date" label={words.valueDate} />
      </ListView>
    </Page>
  );
}

function batchColumns(): ChosenColumn<BatchSummary>[] {
  const words = reconciliationTexts.value;
  return [
    { name: "batch", header: words.batch, isWide: true, cell: ({ batchKey }) => batchKey },
    {
      name: "net",
      header: words.net,
      isMoney: true,
      cell: ({ net, currency }) => <Money amount={net} currency={currency} />,
    },
    { name: "source", header: words.source, cell: ({ source }) => source },
    { name: "valueDate", header: words.valueDate, cell: ({ valueDate }) => dateText(valueDate) },
    {
      name: "gross",
      header: words.gross,
      isNumber: true,
      cell: ({ gross, currency }) => <Money amount={gross} currency={currency} />,
    },
    {
      name: "fees",
      header: words.fees,
      isNumber: true,
      cell: ({ fees, currency }) => <Money amount={fees} currency={currency} />,
    },
    { name: "rows", header: words.rows, isNumber: true, cell: ({ rowCount }) => rowCount },
    {
      name: "breaks",
      header: words.breaks,
      cell: ({ openCount }) => (
        <span class="badge" data-tone={openCount > 0 ? "bad" : "good"}>
          {openCount}
        </span>
      ),
    },
    {
      name: "atBank",
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
