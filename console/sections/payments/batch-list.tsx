import "../../../styles/console/refund-batches.css";
import { type RefundBatch, refundBatches } from "#contract/console/refund-batches";
import { timeSorts } from "#contract/lists";
import { texts } from "../../i18n/current-texts.ts";
import { refundBatchTexts } from "../../i18n/refund-batch-texts.ts";
import { refundTexts } from "../../i18n/refund-texts.ts";
import type { ChosenColumn } from "../../ui/list-tools.tsx";
import { ListView, useList } from "../../ui/list-view.tsx";
import { Page } from "../../ui/page.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { BatchState, doneOf, isActive, moneyOf } from "./batch-progress.tsx";

/** How often the list is read again while a batch is in progress. */
const everyMs = 5_000;

/** Who requested each refund batch, why, and its progress. */
export default function BatchList() {
  const words = refundBatchTexts.value;
  const list = useList("refund-batches", {
    path: "/refund-batches",
    schema: refundBatches,
    filters: [],
    columns: columns(),
    sorts: timeSorts,
    everyMs: (value) => (value?.data.some(isActive) ? everyMs : undefined),
  });
  return (
    <Page
      title={words.batches}
      lead={words.lead}
      parent={{ to: "/payments", text: texts.value.sections.payments }}
      testId="refund-batches"
    >
      <ListView
        list={list}
        caption={words.batches}
        testId="batches"
        keyOf={({ refundBatchId }) => refundBatchId}
        linkOf={({ refundBatchId }) => `/payments/batches/${encodeURIComponent(refundBatchId)}`}
        words={words}
      />
    </Page>
  );
}

function columns(): ChosenColumn<RefundBatch>[] {
  const words = refundBatchTexts.value;
  const { reasons } = refundTexts.value;
  return [
    {
      name: "why",
      header: words.why,
      isWide: true,
      cell: ({ reason, requestedBy }) => (
        <span class="two-lines">
          <span>{reasons[reason] ?? reason}</span>
          <span class="muted small">{words.by(requestedBy)}</span>
        </span>
      ),
    },
    { name: "money", header: words.money, isMoney: true, cell: (batch) => moneyOf(batch) },
    { name: "state", header: words.state, cell: (batch) => <BatchState batch={batch} /> },
    {
      name: "refunds",
      header: words.refunds,
      isNumber: true,
      cell: (batch) => words.returned(String(doneOf(batch)), String(batch.counts.total)),
    },
    {
      name: "failed",
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
    {
      name: "requested",
      header: words.requested,
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
  ];
}
