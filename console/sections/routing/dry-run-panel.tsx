import { useState } from "preact/hooks";
import { type DryRun, dryRun } from "#contract/console/routing";
import type { RoutingRule } from "#contract/routing-rules";
import { brandName } from "../../../widgets/fields/brand-name.ts";
import { Button } from "../../../widgets/ui/button.tsx";
import { IconLine } from "../../../widgets/ui/icon-line.tsx";
import { language, texts } from "../../i18n/current-texts.ts";
import { routingTexts } from "../../i18n/routing-texts.ts";
import { api } from "../../session/session.ts";
import { type Column, DataTable, Empty } from "../../ui/data-table.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Money } from "../../ui/money.tsx";
import { moneyText } from "../../ui/money-text.ts";
import { Panel } from "../../ui/page.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { humanize, StatusBadge } from "../../ui/status-badge.tsx";
import { useSubmit } from "../../ui/use-submit.ts";
import { ruleName } from "./rule-words.ts";

/** Applies the rules on the screen, saved or not, to last week's payments. */
export function DryRunPanel({ rules }: { rules: readonly RoutingRule[] }) {
  const { dryRun: words } = routingTexts.value;
  const [run, setRun] = useState<{ rules: readonly RoutingRule[]; found: DryRun }>();
  const { isBusy, failure, submit } = useSubmit(
    (tried: readonly RoutingRule[]) =>
      api.send("POST", "/routing/dry-run", dryRun, { rules: tried }),
    (found, tried) => setRun({ rules: tried, found }),
  );
  const isStale = run !== undefined && JSON.stringify(run.rules) !== JSON.stringify(rules);
  return (
    <Panel title={words.title} testId="dry-run">
      <p class="panel-lead">{words.text}</p>
      <div class="dry-run-start">
        <Button quiet busy={isBusy} testId="dry-run-start" onPress={() => void submit(rules)}>
          {run ? words.again : words.button}
        </Button>
        {isStale && <span class="muted">{words.stale}</span>}
      </div>
      {failure && <FailureNotice failure={failure} />}
      <p class="visually-hidden" role="status">
        {run && words.summary(run.found.payments, run.found.moved)}
      </p>
      {run && <Found found={run.found} rules={run.rules} />}
    </Panel>
  );
}

function Found({ found, rules }: { found: DryRun; rules: readonly RoutingRule[] }) {
  const { dryRun: words, decision } = routingTexts.value;
  if (found.payments === 0) {
    return <Empty title={words.none} text={words.noneText} testId="dry-run-none" />;
  }
  const nameOf = (ruleId: string | null) => {
    const rule = rules.find(({ id }) => id === ruleId);
    return rule ? ruleName(rule) : (ruleId ?? words.noRule);
  };
  const day = (at: string) =>
    new Intl.DateTimeFormat(language.value, { dateStyle: "medium" }).format(new Date(at));
  return (
    <div class="dry-run-found" data-testid="dry-run-found">
      <div class="rule-summary">
        <p class="strong" data-testid="dry-run-summary">
          {words.summary(found.payments, found.moved)}
        </p>
        <p class="muted small">
          {words.span(day(found.from), day(found.to))}
          {!found.isComplete && ` · ${words.incomplete}`}
        </p>
        {found.unroutable > 0 && (
          <IconLine class="field-error" icon="alert">
            {words.unroutable(found.unroutable)}
          </IconLine>
        )}
      </div>
      <div class="dry-run-rules">
        {found.rules
          .filter(({ ruleId, total }) => ruleId !== null || total.payments > 0)
          .map(({ ruleId, total, processors }) => (
            <section
              class="dry-run-rule"
              key={ruleId ?? ""}
              aria-label={nameOf(ruleId)}
              data-testid={`dry-run-${ruleId ?? "none"}`}
            >
              <header class="dry-run-head">
                <h3 class="strong">{nameOf(ruleId)}</h3>
                <span class="muted">{words.payments(total.payments)}</span>
              </header>
              {total.payments > 0 && <ShareTable processors={processors} of={nameOf(ruleId)} />}
            </section>
          ))}
      </div>
      {found.passedOver.length > 0 && (
        <section aria-label={words.passedOver} data-testid="dry-run-passed-over">
          <h3 class="strong">{words.passedOver}</h3>
          <ul class="plain-list">
            {found.passedOver.map(({ processor, reason, payments }) => (
              <li class="muted" key={`${processor} ${reason}`}>
                {words.passedOverLine(
                  processor,
                  payments,
                  decision.outcomes[reason] ?? humanize(reason),
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      {found.samples.length > 0 && (
        <>
          <h3 class="strong">{words.samples}</h3>
          <DataTable
            caption={words.samples}
            testId="dry-run-samples"
            columns={sampleColumns(nameOf)}
            reading={asReading(found.samples)}
            keyOf={({ paymentId }) => paymentId}
            linkOf={({ paymentIntentId }) => `/payments/${encodeURIComponent(paymentIntentId)}`}
            empty={{ title: "", text: "" }}
          />
        </>
      )}
    </div>
  );
}

type Processors = DryRun["rules"][number]["processors"];

function ShareTable({ processors, of }: { processors: Processors; of: string }) {
  const { dryRun: words } = routingTexts.value;
  const columns: Column<Processors[number]>[] = [
    { header: words.processor, cell: ({ processor }) => <span>{processor}</span> },
    { header: words.would, isNumber: true, cell: ({ would }) => <Share share={would} /> },
    { header: words.did, isNumber: true, cell: ({ did }) => <Share share={did} /> },
  ];
  return (
    <DataTable
      caption={`${words.byRule}: ${of}`}
      testId="dry-run-shares"
      columns={columns}
      reading={asReading(processors)}
      keyOf={({ processor }) => processor}
      empty={{ title: "", text: "" }}
    />
  );
}

function Share({ share }: { share: Processors[number]["would"] }) {
  const { dryRun: words } = routingTexts.value;
  if (share.payments === 0) return <span class="muted">{texts.value.nothing}</span>;
  return (
    <span class="two-lines">
      <span>{words.payments(share.payments)}</span>
      {share.amounts.map(({ currency, amount }) => (
        <span class="money muted" key={currency}>
          {moneyText(amount, currency, language.value)}
        </span>
      ))}
    </span>
  );
}

function sampleColumns(
  nameOf: (ruleId: string | null) => string,
): Column<DryRun["samples"][number]>[] {
  const { dryRun: words } = routingTexts.value;
  return [
    {
      header: words.payment,
      cell: ({ amount, currency, brand }) => (
        <span class="two-lines">
          <Money amount={amount} currency={currency} />
          <span class="muted">{brandName(brand)}</span>
        </span>
      ),
    },
    { header: words.when, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
    {
      header: words.from,
      cell: ({ did, status }) => (
        <span class="badge-row">
          {did} <StatusBadge status={status} />
        </span>
      ),
    },
    {
      header: words.to,
      cell: ({ would, ruleId }) => (
        <span class="two-lines">
          <span class="strong">{would ?? words.nowhere}</span>
          <span class="muted small">{nameOf(ruleId)}</span>
        </span>
      ),
    },
  ];
}

function asReading<Row>(data: readonly Row[]) {
  const value = { data, page: 1, size: Math.max(1, data.length), total: data.length };
  return { value, failure: undefined, isLoading: false, reload: () => {} };
}
