import "../../../styles/console/refund-batches.css";
import { useEffect, useRef, useState } from "preact/hooks";
import {
  batchItemSorts,
  batchOutcomes,
  type RefundBatch,
  type RefundBatchItem,
  refundBatch,
  refundBatchItems,
} from "#contract/console/refund-batches";
import { Button } from "../../../widgets/ui/button.tsx";
import { useQuery } from "../../client/use-query.ts";
import { ExportButton } from "../../exports/export-button.tsx";
import { language, texts } from "../../i18n/current-texts.ts";
import { explainBatchRefusal, refundBatchTexts } from "../../i18n/refund-batch-texts.ts";
import { refundTexts } from "../../i18n/refund-texts.ts";
import { api, may } from "../../session/session.ts";
import type { PageProps } from "../../shell/sections.ts";
import { ask } from "../../ui/ask.tsx";
import { Facts } from "../../ui/facts.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { filterOf, SelectFilter } from "../../ui/filters.tsx";
import { amountColumn, customerColumn, orderColumn } from "../../ui/list-columns.tsx";
import type { ChosenColumn } from "../../ui/list-tools.tsx";
import { ListView, useList } from "../../ui/list-view.tsx";
import { moneyText } from "../../ui/money-text.ts";
import { Page, Panel } from "../../ui/page.tsx";
import { humanize, StatusBadge } from "../../ui/status-badge.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { showToast } from "../../ui/toasts.tsx";
import { useSubmit } from "../../ui/use-submit.ts";
import { BatchProgress, BatchState, isActive } from "./batch-progress.tsx";

/** How often the page is read again while the batch is in progress. */
const everyMs = 2_000;

export default function BatchPage({ parts }: PageProps) {
  const words = refundBatchTexts.value;
  const refundBatchId = parts["id"] ?? "";
  const path = `/refund-batches/${encodeURIComponent(refundBatchId)}`;
  const reading = useQuery(path, (signal) => api.get(path, refundBatch, signal), {
    everyMs: (value) => (value && isActive(value) ? everyMs : undefined),
  });
  const { value, reload } = reading;
  return (
    <Page
      title={words.batch}
      lead={value && leadOf(value)}
      parent={{ to: "/payments/batches", text: words.batches }}
      mark={value && <BatchState batch={value} />}
      testId="refund-batch"
      reading={reading}
      actions={
        value &&
        may("payments.export") && (
          <ExportButton
            what="refund-batch"
            filters={{ refundBatchId }}
            words={{ title: words.exportTitle, text: words.exportText }}
          />
        )
      }
    >
      {value && (
        <>
          <Panel title={words.progress} testId="batch-progress">
            <BatchProgress batch={value} />
            <Decisions batch={value} path={path} replace={reading.replace} reload={reload} />
          </Panel>
          <Details batch={value} />
          <Items batch={value} path={path} />
        </>
      )}
    </Page>
  );
}

function leadOf({ reason, requestedBy }: RefundBatch): string {
  const { reasons } = refundTexts.value;
  return `${reasons[reason] ?? reason} · ${refundBatchTexts.value.by(requestedBy)}`;
}

function Details({ batch }: { batch: RefundBatch }) {
  const words = refundBatchTexts.value;
  const { note, decidedBy, approval, createdAt } = batch;
  const decision = approval === "given" ? words.approvedBy : words.declinedBy;
  return (
    <Facts
      facts={[
        { name: words.requested, value: <TimeText at={createdAt} /> },
        ...(decidedBy ? [{ name: words.state, value: decision(decidedBy) }] : []),
        ...(note ? [{ name: words.note, value: note }] : []),
      ]}
    />
  );
}

interface DecisionsProps {
  readonly batch: RefundBatch;
  readonly path: string;
  readonly replace: (batch: RefundBatch) => void;
  readonly reload: () => void;
}

type Action = "approve" | "decline" | "stop" | "retry";

function Decisions({ batch, path, replace, reload }: DecisionsProps) {
  const words = refundBatchTexts.value;
  const { state, isOwn, version, counts, sums } = batch;
  const [running, setRunning] = useState<Action | null>(null);
  const messages = {
    approve: words.approved,
    decline: words.declined,
    stop: words.stopped,
    retry: words.retried,
  };
  const { isBusy, failure, submit } = useSubmit(
    async (action: Action) => {
      const isDecision = action === "approve" || action === "decline";
      const url = `${path}/${isDecision ? "decision" : action}`;
      const body = isDecision ? { approve: action === "approve", version } : undefined;
      const result = await api.send("POST", url, refundBatch, body);
      if (!result.ok) reload();
      return result;
    },
    (changed, action) => {
      replace(changed);
      const isAsked = action === "retry" && changed.state === "awaiting_approval";
      showToast(isAsked ? words.retryAsked : messages[action]);
    },
  );
  if (!may("payments.refund")) return null;
  // Counts only what waits: after a retry, part of the batch has already been returned.
  const total = sums
    .filter((sum) => sum.waiting > 0)
    .map((sum) => moneyText(sum.waiting, sum.currency, language.value))
    .join(" + ");
  const decide = async (action: Action, text: string, danger = false) => {
    const titles = {
      approve: words.approveTitle,
      decline: words.declineTitle,
      stop: words.stopTitle,
      retry: words.retryTitle,
    };
    if (!(await ask({ title: titles[action], text, yes: words[action], danger }))) return;
    setRunning(action);
    await submit(action);
    setRunning(null);
  };
  const button = (action: Action, text: string, { quiet = true, danger = false } = {}) => (
    <Button
      quiet={quiet}
      busy={isBusy && running === action}
      testId={`batch-${action}`}
      onPress={() => void decide(action, text, danger)}
    >
      {words[action]}
    </Button>
  );
  const waits = state === "awaiting_approval";
  const isStoppable = state === "running" || (waits && isOwn);
  const canRetry = state === "done" && counts.failed > 0;
  const shown = explainBatchRefusal(failure);
  if (!waits && !isStoppable && !canRetry && !shown) return null;
  return (
    <div class="batch-decisions">
      {waits && <p class="rule-summary">{isOwn ? words.ownWaits : words.waits}</p>}
      {shown && <FailureNotice failure={shown} />}
      <div class="button-row">
        {waits &&
          !isOwn &&
          button("approve", words.approveText(counts.waiting, total), { quiet: false })}
        {waits && !isOwn && button("decline", words.declineText, { danger: true })}
        {isStoppable && button("stop", words.stopText(counts.waiting), { danger: true })}
        {canRetry && button("retry", words.retryText)}
      </div>
    </div>
  );
}

function Items({ batch, path }: { batch: RefundBatch; path: string }) {
  const words = refundBatchTexts.value;
  const { payments } = texts.value;
  const list = useList("refund-batch-items", {
    path: `${path}/items`,
    schema: refundBatchItems,
    filters: ["show"],
    columns: columns(),
    sorts: batchItemSorts,
    everyMs: () => (isActive(batch) ? everyMs : undefined),
  });
  const { reload } = list.reading;
  // The last change ends the reading, and a batch that is stopped or declined may never have been read again.
  const change = `${batch.state} ${isActive(batch)}`;
  const shownChange = useRef(change);
  useEffect(() => {
    if (shownChange.current !== change) reload();
    shownChange.current = change;
  }, [change, reload]);
  return (
    <ListView
      list={list}
      caption={words.refunds}
      testId="batch-items"
      keyOf={({ paymentIntentId }) => paymentIntentId}
      linkOf={({ paymentIntentId }) => `/payments/${encodeURIComponent(paymentIntentId)}`}
      words={{
        none: payments.none,
        noneText: payments.noneText,
        noneFound: words.noItems,
        noneFoundText: words.noItemsText,
      }}
    >
      <SelectFilter
        name="show"
        label={words.shown}
        all={words.all}
        options={batchOutcomes
          .filter((outcome) => batch.counts[outcome] > 0 || filterOf("show") === outcome)
          .map((value) => ({ value, text: words.counts[value] ?? humanize(value) }))}
      />
    </ListView>
  );
}

function columns(): ChosenColumn<RefundBatchItem>[] {
  const words = refundBatchTexts.value;
  const { payments } = texts.value;
  return [
    customerColumn(payments.customer),
    amountColumn(payments.amount, ({ total }) => total),
    {
      name: "status",
      header: payments.status,
      cell: ({ status, code }) => (
        <span class="two-lines">
          <span>
            <StatusBadge
              status={status === "refused" ? "failed" : status}
              text={words.statuses[status]}
            />
          </span>
          {code && <span class="muted small">{explain(code)}</span>}
        </span>
      ),
    },
    orderColumn(payments.order, ({ externalPaymentIntentId }) => externalPaymentIntentId),
  ];
}

/** Why a refund was not requested or failed. */
function explain(code: string): string {
  const { failures } = refundBatchTexts.value;
  return failures[code] ?? refundTexts.value.failures[code] ?? humanize(code);
}
