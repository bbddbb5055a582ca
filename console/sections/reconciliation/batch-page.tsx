import "../../../styles/console/reconciliation.css";
import {
  type BatchLine,
  type BatchPage,
  batchPage,
  lineList,
} from "#contract/console/reconciliation";
import { useQuery } from "../../client/use-query.ts";
import { reconciliationTexts } from "../../i18n/reconciliation-texts.ts";
import { Link } from "../../router/link.tsx";
import { api } from "../../session/session.ts";
import type { PageProps } from "../../shell/sections.ts";
import { Facts } from "../../ui/facts.tsx";
import { SelectFilter } from "../../ui/filters.tsx";
import type { ChosenColumn } from "../../ui/list-tools.tsx";
import { ListView, useList } from "../../ui/list-view.tsx";
import { Money } from "../../ui/money.tsx";
import { Page, Panel } from "../../ui/page.tsx";
import { humanize } from "../../ui/status-badge.tsx";
import { dateText } from "../../ui/time-text.tsx";
import { PostingsLink } from "../ledger/postings-link.tsx";
import { CsvLink } from "./csv-link.tsx";

/** Shows how a batch's gross amount became its bank entry, and the batch's rows. */
export default function BatchPageView({ parts }: PageProps) {
  const words = reconciliationTexts.value;
  const id = encodeURIComponent(parts["id"] ?? "");
  const path = `/reconciliation/batches/${id}`;
  const reading = useQuery(path, (signal) => api.get(path, batchPage, signal));
  const { value } = reading;
  const lines = useList("settlement-lines", {
    path: `${path}/lines`,
    schema: lineList,
    filters: ["state"],
    columns: lineColumns(),
  });
  return (
    <Page
      title={value?.batch.batchKey ?? words.batch}
      lead={value ? `${value.batch.source} · ${dateText(value.batch.valueDate)}` : undefined}
      parent={{ to: "/reconciliation/batches", text: words.batches }}
      testId="settlement-batch"
      reading={reading}
      actions={
        <>
          {value && <PostingsLink resourceId={value.batch.settlementBatchId} />}
          <CsvLink list={`batches/${id}/lines`} />
        </>
      }
    >
      {value && <Path page={value} />}
      {value && (
        <ListView
          list={lines}
          caption={words.rows}
          testId="lines"
          keyOf={({ rowNo }) => String(rowNo)}
          words={{ none: words.noRows, noneText: words.noRowsText }}
        >
          <SelectFilter
            name="state"
            label={words.state}
            all={words.anyState}
            options={["open", "matched", "noted"].map((state) => ({
              value: state,
              text: words.rowStates[state] ?? state,
            }))}
          />
        </ListView>
      )}
    </Page>
  );
}

function Path({ page }: { page: BatchPage }) {
  const words = reconciliationTexts.value;
  const { batch, byType, byFee, bankEntry, opening, closing } = page;
  const { currency } = batch;
  const money = (amount: number) => <Money amount={amount} currency={currency} />;
  const sums = byType
    .filter(({ type }) => type !== "payout" && type !== "fee")
    .map(({ type, count, gross }) => ({
      name: `${words.rowTypes[type] ?? humanize(type)} (${count})`,
      value: money(gross),
    }));
  const fees = byFee.map(({ kind, amount }) => ({
    name: words.fee(humanize(kind)),
    // Not `-amount`, which shows a fee of zero as -$0.00.
    value: money(0 - amount),
  }));
  if (batch.kind === "bank") {
    return (
      <Panel title={words.path} testId="batch-path">
        <Facts
          facts={[
            { name: words.openingBalance, value: opening === null ? null : money(opening) },
            ...sums,
            { name: words.closingBalance, value: closing === null ? null : money(closing) },
          ]}
        />
      </Panel>
    );
  }
  return (
    <Panel title={words.path} testId="batch-path">
      <Facts
        facts={[
          ...sums,
          { name: words.gross, value: <strong>{money(batch.gross)}</strong> },
          ...fees,
          { name: words.net, value: <strong>{money(batch.net)}</strong> },
          {
            name: words.bankEntry,
            value: bankEntry ? (
              <span class="two-lines">
                <span>
                  <Money amount={bankEntry.amount} currency={bankEntry.currency} /> ·{" "}
                  {bankEntry.source} · {bankEntry.valueDate && dateText(bankEntry.valueDate)}
                </span>
                <span class="small mono break">{bankEntry.text}</span>
              </span>
            ) : (
              <span class="badge" data-tone="wait">
                {words.noBankEntry}
              </span>
            ),
          },
        ]}
      />
    </Panel>
  );
}

/** Links a row to our record. A refund is on its payment's page. */
function RecordLink({ type, id }: NonNullable<BatchLine["matched"]>) {
  const shown = <span class="mono">{id}</span>;
  if (type === "dispute") return <Link to={`/disputes/${encodeURIComponent(id)}`}>{shown}</Link>;
  if (type !== "payment") return shown;
  return (
    <Link to="/payments" query={{ search: id }}>
      {shown}
    </Link>
  );
}

const tones: Readonly<Record<string, string>> = { matched: "good", open: "bad" };

function lineColumns(): ChosenColumn<BatchLine>[] {
  const words = reconciliationTexts.value;
  return [
    {
      name: "reference",
      header: words.reference,
      isWide: true,
      cell: ({ processorReference, text }) => (
        <span class="mono">{text || processorReference}</span>
      ),
    },
    {
      name: "net",
      header: words.net,
      isMoney: true,
      cell: ({ net, currency }) => <Money amount={net} currency={currency} />,
    },
    {
      name: "class",
      header: words.class,
      cell: ({ type }) => words.rowTypes[type] ?? humanize(type),
    },
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
      cell: ({ fee, currency }) => <Money amount={fee} currency={currency} />,
    },
    {
      name: "state",
      header: words.state,
      cell: ({ state }) => (
        <span class="badge" data-tone={tones[state] ?? "quiet"}>
          {words.rowStates[state] ?? state}
        </span>
      ),
    },
    {
      name: "record",
      header: words.record,
      isWide: true,
      cell: ({ matched }) => matched && <RecordLink {...matched} />,
    },
  ];
}
