import "../../../styles/console/reconciliation.css";
import {
  type BatchLine,
  type BatchPage,
  batchPage,
  lineList,
} from "#contract/console/reconciliation";
import { queryText } from "../../client/query-text.ts";
import { useAnswer } from "../../client/use-answer.ts";
import { texts } from "../../i18n/current-texts.ts";
import { reconciliationTexts } from "../../i18n/reconciliation-texts.ts";
import { api } from "../../session/session.ts";
import type { PageProps } from "../../shell/rooms.ts";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { Facts } from "../../ui/facts.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Filters, filterOf, SelectFilter } from "../../ui/filters.tsx";
import { Money } from "../../ui/money.tsx";
import { Page, Panel } from "../../ui/page.tsx";
import { wordsOf } from "../../ui/status-badge.tsx";
import { CsvLink } from "./csv-link.tsx";

/** One batch from its gross to the bank entry, and its rows. */
export default function BatchPageView({ parts }: PageProps) {
  const words = reconciliationTexts.value;
  const id = encodeURIComponent(parts["id"] ?? "");
  const path = `/reconciliation/batches/${id}`;
  const { value, failure, reload } = useAnswer(path, (signal) => api.get(path, batchPage, signal));
  const lines = `${path}/lines${queryText({ state: filterOf("state"), page: filterOf("page") })}`;
  const reading = useAnswer(lines, (signal) => api.get(lines, lineList, signal));
  return (
    <Page
      title={value?.batch.batchKey ?? words.batch}
      lead={value ? `${value.batch.source} · ${value.batch.valueDate}` : undefined}
      parent={{ to: "/reconciliation/batches", text: words.batches }}
      testId="settlement-batch"
      actions={<CsvLink list={`batches/${id}/lines`} />}
    >
      {failure && !value && <FailureNotice failure={failure} onRetry={reload} />}
      {!value && !failure && <p class="loading">{texts.value.loading}</p>}
      {value && <Path page={value} />}
      {value && (
        <>
          <Filters names={["state"]}>
            <SelectFilter
              name="state"
              label={words.state}
              all={words.anyState}
              options={["open", "matched", "noted"].map((state) => ({
                value: state,
                text: words.rowStates[state] ?? state,
              }))}
            />
          </Filters>
          <DataTable
            caption={words.rows}
            testId="lines"
            columns={lineColumns()}
            reading={reading}
            keyOf={({ rowNo }) => String(rowNo)}
            empty={{ title: words.noneFound, text: words.noneFoundText }}
          />
        </>
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
      name: `${words.rowTypes[type] ?? wordsOf(type)} (${count})`,
      value: money(gross),
    }));
  const fees = byFee.map(({ kind, amount }) => ({
    name: words.fee(wordsOf(kind)),
    value: money(-amount),
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
                  {bankEntry.source} · {bankEntry.valueDate}
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

const tones: Readonly<Record<string, string>> = { matched: "good", open: "bad" };

function lineColumns(): Column<BatchLine>[] {
  const words = reconciliationTexts.value;
  return [
    {
      header: words.reference,
      isWide: true,
      cell: ({ processorReference, text }) => (
        <span class="mono">{text || processorReference}</span>
      ),
    },
    {
      header: words.net,
      isMoney: true,
      cell: ({ net, currency }) => <Money amount={net} currency={currency} />,
    },
    { header: words.class, cell: ({ type }) => words.rowTypes[type] ?? wordsOf(type) },
    {
      header: words.gross,
      isNumber: true,
      cell: ({ gross, currency }) => <Money amount={gross} currency={currency} />,
    },
    {
      header: words.fees,
      isNumber: true,
      cell: ({ fee, currency }) => <Money amount={fee} currency={currency} />,
    },
    {
      header: words.state,
      cell: ({ state }) => (
        <span class="badge" data-tone={tones[state] ?? "quiet"}>
          {words.rowStates[state] ?? state}
        </span>
      ),
    },
    {
      header: words.record,
      isWide: true,
      cell: ({ matched }) => <span class="mono">{matched?.id ?? ""}</span>,
    },
  ];
}
