import "../../../styles/console/refund-batches.css";
import { type RefundBatch, refundBatches } from "#contract/console/refund-batches";
import { queryText } from "../../client/query-text.ts";
import { useAnswer } from "../../client/use-answer.ts";
import { texts } from "../../i18n/current-texts.ts";
import { refundBatchTexts } from "../../i18n/refund-batch-texts.ts";
import { refundTexts } from "../../i18n/refund-texts.ts";
import { api } from "../../session/session.ts";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { filterOf } from "../../ui/filters.tsx";
import { Page } from "../../ui/page.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { BatchState, doneOf, isActive, moneyOf } from "./batch-progress.tsx";

/** How often to read again while a batch is in progress. */
const everyMs = 5_000;

/** All refund batches, newest first: who requested them, why, and how far they are. */
export default function BatchList() {
  const words = refundBatchTexts.value;
  const path = `/refund-batches${queryText({ page: filterOf("page") })}`;
  const reading = useAnswer(path, (signal) => api.get(path, refundBatches, signal), {
    everyMs: (value) => (value?.data.some(isActive) ? everyMs : undefined),
  });
  return (
    <Page
      title={words.batches}
      lead={words.lead}
      parent={{ to: "/payments", text: texts.value.rooms.payments }}
      testId="refund-batches"
    >
      <DataTable
        caption={words.batches}
        testId="batches"
        columns={columns()}
        reading={reading}
        keyOf={({ refundBatchId }) => refundBatchId}
        linkOf={({ refundBatchId }) => `/payments/batches/${encodeURIComponent(refundBatchId)}`}
        empty={{ title: words.none, text: words.noneText }}
      />
    </Page>
  );
}

function columns(): Column<RefundBatch>[] {
  const words = refundBatchTexts.value;
  const { reasons } = refundTexts.value;
  return [
    {
      header: words.why,
      isWide: true,
      cell: ({ reason, requestedBy }) => (
        <span class="two-lines">
          <span>{reasons[reason] ?? reason}</span>
          <span class="muted small">{words.by(requestedBy)}</span>
        </span>
      ),
    },
    { header: words.money, isMoney: true, cell: (batch) => moneyOf(batch) },
    { header: words.state, cell: (batch) => <BatchState batch={batch} /> },
    {
      header: words.refunds,
      isNumber: true,
      cell: (batch) => words.returned(String(doneOf(batch)), String(batch.counts.total)),
    },
    {
      header: words.counts["failed"] ?? "",
      isNumber: true,
      cell: ({ counts }) =>
        counts.failed > 0 ? (
          <span class="badge" data-tone="bad">
            {counts.failed}
          </span>
        ) : (
          counts.failed
        ),
    },
    { header: words.requested, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
  ];
}
