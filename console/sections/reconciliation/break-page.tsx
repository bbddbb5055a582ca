import "../../../styles/console/reconciliation.css";
import { useState } from "preact/hooks";
import {
  type BreakAction,
  type BreakActionName,
  type BreakPage,
  breakList,
  breakPage,
  type ComparedField,
} from "#contract/console/reconciliation";
import { Button } from "../../../widgets/ui/button.tsx";
import { Notice } from "../../../widgets/ui/notice.tsx";
import { type Reading, useQuery } from "../../client/use-query.ts";
import { language, texts } from "../../i18n/current-texts.ts";
import { explainRefusal, reconciliationTexts } from "../../i18n/reconciliation-texts.ts";
import { Link } from "../../router/link.tsx";
import { addressOf } from "../../router/place.ts";
import { useGoFromHere } from "../../router/use-go-from-here.ts";
import { api } from "../../session/session.ts";
import type { PageProps } from "../../shell/sections.ts";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { KeyMark } from "../../ui/key-mark.tsx";
import { useKeys } from "../../ui/keys.tsx";
import { Money } from "../../ui/money.tsx";
import { amountText, moneyText } from "../../ui/money-text.ts";
import { Page, Panel } from "../../ui/page.tsx";
import { tableRoles } from "../../ui/table-roles.ts";
import { TimeText } from "../../ui/time-text.tsx";
import { showToast } from "../../ui/toasts.tsx";
import { useSubmit } from "../../ui/use-submit.ts";
import { PostingsLink } from "../ledger/postings-link.tsx";
import { BreakDialog } from "./break-dialog.tsx";
import { SplitDialog } from "./split-dialog.tsx";
import { StateBadge } from "./state-badge.tsx";

/** Keys of the actions. `n` opens the next break. */
const keyOf: Readonly<Record<BreakActionName, string>> = {
  assign: "a",
  explain: "e",
  ask: "q",
  link: "l",
  resolve: "r",
  split: "s",
  write_off: "w",
  confirm: "c",
  reject: "x",
  reopen: "o",
  look_up: "u",
};

export default function BreakPageView({ parts }: PageProps) {
  const words = reconciliationTexts.value;
  const path = `/reconciliation/breaks/${encodeURIComponent(parts["id"] ?? "")}`;
  const reading = useQuery(path, (signal) => api.get(path, breakPage, signal));
  if (reading.value) return <Break path={path} page={reading.value} reading={reading} />;
  return (
    <Page
      title={words.breaks}
      parent={{ to: "/reconciliation", text: texts.value.sections.reconciliation }}
      testId="break-loading"
      reading={reading}
    />
  );
}

interface BreakProps {
  readonly path: string;
  readonly page: BreakPage;
  readonly reading: Reading<BreakPage>;
}

function Break({ path, page, reading }: BreakProps) {
  const words = reconciliationTexts.value;
  const { summary, proposal } = page;
  const [openAction, setOpenAction] = useState<BreakActionName | null>(null);
  const goFromHere = useGoFromHere();
  const { isBusy, failure, submit, forget } = useSubmit(
    (action: BreakAction) => api.send("POST", path, breakPage, action),
    (changed, action) => {
      reading.replace(changed);
      setOpenAction(null);
      showToast(action.action === "look_up" ? words.lookedUp : words.done);
    },
  );
  const act = (action: BreakActionName) => {
    const { version } = summary;
    if (action === "assign") {
      void submit({ action, version, owner: summary.owner ? "nobody" : "me" });
    } else if (action === "confirm" || action === "look_up") void submit({ action, version });
    else {
      // The dialog must not show the refusal of another action.
      forget();
      setOpenAction(action);
    }
  };
  const actionName = (action: BreakActionName) =>
    words.actions[action === "assign" && summary.owner ? "release" : action] ?? action;
  useKeys([
    ...page.actions.map((action) => ({
      key: keyOf[action],
      text: actionName(action),
      run: () => act(action),
    })),
    {
      key: "n",
      text: words.nextBreak,
      run: () => void openNext(summary.settlementBreakId, goFromHere),
    },
  ]);
  return (
    <Page
      title={words.classes[summary.class] ?? summary.class}
      lead={`${moneyText(summary.amount, summary.currency, language.value)} · ${summary.source} · ${words.days(summary.ageDays)}`}
      mark={<StateBadge {...summary} />}
      parent={{ to: "/reconciliation", text: texts.value.sections.reconciliation }}
      testId="break"
      reading={reading}
      actions={<Actions page={page} isBusy={isBusy} nameOf={actionName} onAct={act} />}
    >
      <div aria-live="polite">
        {failure && openAction === null && (
          <FailureNotice failure={explainRefusal(failure) ?? failure} onRetry={reading.reload} />
        )}
        {proposal && (
          <Notice
            tone="warning"
            title={words.waits}
            lines={[words.proposed(proposal.by, proposedText(proposal, summary.currency))]}
            testId="break-proposal"
          />
        )}
      </div>
      {summary.closedAt === null && words.advice[summary.class] && (
        <p>{words.advice[summary.class]}</p>
      )}
      {page.parts.length > 0 && (
        <p data-testid="break-parts">{words.splitInto(partsText(page.parts, summary.currency))}</p>
      )}
      <Comparison page={page} />
      <Suggestions
        page={page}
        onLink={(ids) => {
          const { version } = summary;
          void submit({ action: "link", version, text: words.suggestions, ids });
        }}
      />
      <History page={page} />
      {openAction === "split" && (
        <SplitDialog
          page={page}
          isBusy={isBusy}
          failure={explainRefusal(failure)}
          onSubmit={(action) => void submit(action)}
          onClose={() => setOpenAction(null)}
        />
      )}
      {openAction && openAction !== "split" && (
        <BreakDialog
          action={openAction}
          page={page}
          isBusy={isBusy}
          failure={explainRefusal(failure)}
          onSubmit={(action) => void submit(action)}
          onClose={() => setOpenAction(null)}
        />
      )}
    </Page>
  );
}

/** Opens the oldest other break that is not closed, or the list. */
async function openNext(
  current: string,
  goFromHere: ReturnType<typeof useGoFromHere>,
): Promise<void> {
  const result = await api.get("/reconciliation/breaks?size=2", breakList);
  const next = result.ok
    ? result.value.data.find(({ settlementBreakId }) => settlementBreakId !== current)
    : undefined;
  const place = next
    ? `/reconciliation/breaks/${encodeURIComponent(next.settlementBreakId)}`
    : "/reconciliation";
  await goFromHere(addressOf(place));
}

function partsText(parts: BreakPage["parts"], currency: string): string {
  const words = reconciliationTexts.value;
  return parts
    .map(({ resolution, amount }) => {
      const name = words.splitNames[resolution] ?? words.resolutions[resolution] ?? resolution;
      return `${name} ${moneyText(amount, currency, language.value)}`;
    })
    .join(" · ");
}

function proposedText(
  { action, resolution, parts }: NonNullable<BreakPage["proposal"]>,
  currency: string,
): string {
  const words = reconciliationTexts.value;
  const name = words.actions[action] ?? action;
  if (parts.length > 0) return `${name} (${partsText(parts, currency)})`;
  return resolution ? `${name} (${words.resolutions[resolution] ?? resolution})` : name;
}

function Actions({
  page: { actions },
  isBusy,
  nameOf,
  onAct,
}: {
  page: BreakPage;
  isBusy: boolean;
  nameOf: (action: BreakActionName) => string;
  onAct: (action: BreakActionName) => void;
}) {
  const main: BreakActionName[] = ["resolve", "confirm", "reopen"];
  return (
    <div class="recon-actions">
      {actions.map((action) => (
        <Button
          key={action}
          quiet={!main.includes(action)}
          testId={`break-${action}`}
          busy={isBusy && main.includes(action)}
          onPress={() => onAct(action)}
        >
          {nameOf(action)}
          <KeyMark name={keyOf[action]} />
        </Button>
      ))}
    </div>
  );
}

function Comparison({ page }: { page: BreakPage }) {
  const words = reconciliationTexts.value;
  const { fields, bankEntry, batch, paymentIntentId } = page;
  return (
    <Panel title={words.compare} testId="break-compare">
      <table class="recon-compare" {...tableRoles.table}>
        <thead {...tableRoles.rows}>
          <tr {...tableRoles.row}>
            <th scope="col" {...tableRoles.columnHeader}>
              {words.field}
            </th>
            <th scope="col" {...tableRoles.columnHeader}>
              {words.ours}
            </th>
            <th scope="col" {...tableRoles.columnHeader}>
              {words.theirs}
            </th>
          </tr>
        </thead>
        <tbody {...tableRoles.rows}>
          {fields
            .filter(({ name }) => name !== "settlementFileId")
            .map((field) => (
              <FieldRow field={field} currency={page.summary.currency} key={field.name} />
            ))}
        </tbody>
      </table>
      {bankEntry && (
        <p class="small">
          {words.bankText}: <span class="mono break">{bankEntry.text}</span>
        </p>
      )}
      <p class="recon-links">
        {paymentIntentId && (
          <Link to={`/payments/${encodeURIComponent(paymentIntentId)}`}>{words.openPayment}</Link>
        )}
        {batch && (
          <Link to={`/reconciliation/batches/${encodeURIComponent(batch.settlementBatchId)}`}>
            {words.openBatch}
          </Link>
        )}
      </p>
    </Panel>
  );
}

/** An amount has the decimal places of its currency. */
const amountFields: readonly string[] = ["amount", "fee", "net", "opening"];

function FieldRow({
  field: { name, ours, theirs, differs },
  currency,
}: {
  field: ComparedField;
  currency: string;
}) {
  const words = reconciliationTexts.value;
  const shown = (value: string | number | null) => {
    if (value === null) return <span class="muted">{words.noRecord}</span>;
    if (typeof value !== "number" || !amountFields.includes(name)) return String(value);
    return amountText(value, currency);
  };
  return (
    <tr {...tableRoles.row} data-differs={differs ? "" : undefined}>
      <th scope="row">
        {words.fields[name] ?? name}
        {differs && (
          <span class="badge" data-tone="bad">
            {words.differs}
          </span>
        )}
      </th>
      <td {...tableRoles.cell} class="mono break">
        {shown(ours)}
      </td>
      <td {...tableRoles.cell} class="mono break">
        {shown(theirs)}
      </td>
    </tr>
  );
}

function Suggestions({ page, onLink }: { page: BreakPage; onLink: (ids: string[]) => void }) {
  const words = reconciliationTexts.value;
  const { suggestions, actions } = page;
  if (suggestions.length === 0 || !actions.includes("link")) return null;
  return (
    <Panel title={words.suggestions} testId="break-suggestions">
      <p class="muted small">{words.suggestionsHint}</p>
      <ul class="plain-list">
        {suggestions.map((set) => {
          const ids = set.map(({ settlementBatchId }) => settlementBatchId);
          return (
            <li class="line" key={ids.join(" ")}>
              <span class="two-lines">
                {set.map((batch) => (
                  <span key={batch.settlementBatchId}>
                    {batch.source} · {batch.batchKey} ·{" "}
                    <Money amount={batch.net} currency={batch.currency} />
                  </span>
                ))}
              </span>
              <Button quiet testId="link-suggestion" onPress={() => onLink(ids)}>
                {words.linkThese}
              </Button>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

function History({ page: { notes, summary } }: { page: BreakPage }) {
  const words = reconciliationTexts.value;
  const isClosed = summary.closedAt !== null;
  return (
    <Panel
      title={words.history}
      testId="break-history"
      actions={isClosed && <PostingsLink resourceId={summary.settlementBreakId} />}
    >
      {notes.length === 0 ? (
        <p class="muted">{words.noHistory}</p>
      ) : (
        <ol class="plain-list">
          {notes.map((note) => (
            <li class="recon-note" key={`${note.at} ${note.action}`}>
              <span class="small muted">
                <TimeText at={note.at} />
              </span>
              <span>
                <strong>{note.by}</strong> {words.did[note.action] ?? note.action}
              </span>
              {note.text !== null && <span class="break">{note.text}</span>}
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
