import { useState } from "preact/hooks";
import { type WaitingPayout, waitingPayouts } from "#contract/console/payouts";
import { amountSorts } from "#contract/lists";
import { Button } from "../../../widgets/ui/button.tsx";
import { Notice } from "../../../widgets/ui/notice.tsx";
import { language, texts } from "../../i18n/current-texts.ts";
import { serverNow } from "../../session/server-time.ts";
import { may } from "../../session/session.ts";
import type { ChosenColumn } from "../../ui/list-tools.tsx";
import { ListView, useList } from "../../ui/list-view.tsx";
import { Money } from "../../ui/money.tsx";
import { moneyText } from "../../ui/money-text.ts";
import { Page } from "../../ui/page.tsx";
import { ageText, fullTimeText } from "../../ui/time-text.tsx";
import { methodText } from "../payments/method-text.ts";
import { DecideMany } from "./decide-many.tsx";
import { GateBadges } from "./gates.tsx";
import { PayeeCell } from "./payee-cell.tsx";

/** How often the queue is read again, because others decide too. */
const everyMs = 15_000;

/** Payouts that wait for a decision, amount first. Staff can decide several at once. */
export default function ApprovalQueue() {
  const { payouts, sections } = texts.value;
  const list = useList("waiting-payouts", {
    path: "/payouts/waiting",
    schema: waitingPayouts,
    filters: [],
    columns: columns(),
    sorts: amountSorts,
    everyMs,
  });
  const [chosen, setChosen] = useState<ReadonlyMap<string, WaitingPayout>>(new Map());
  const [isDeciding, setIsDeciding] = useState(false);
  const mayDecide = may("payouts.decide");
  const choose = (rows: readonly WaitingPayout[], isChosen: boolean) => {
    const next = new Map(chosen);
    for (const row of rows) {
      if (isChosen) next.set(idOf(row), row);
      else next.delete(idOf(row));
    }
    setChosen(next);
  };
  return (
    <Page title={sections.approvals} lead={payouts.approvalsLead} testId="approvals">
      {!mayDecide && (
        <Notice
          tone="info"
          title={payouts.lookOnly}
          lines={[payouts.lookOnlyText]}
          testId="look-only"
        />
      )}
      <ListView
        list={list}
        caption={sections.approvals}
        keyOf={idOf}
        linkOf={(row) => `/payouts/${encodeURIComponent(idOf(row))}`}
        words={{ none: payouts.nothingWaits, noneText: payouts.nothingWaitsText }}
        selection={
          mayDecide
            ? {
                isChosen: (row) => chosen.has(idOf(row)),
                onChoose: choose,
                labelOf: ({ disbursement, customer }) =>
                  payouts.choose(
                    moneyText(disbursement.amount, disbursement.currency, language.value),
                    customer.externalCustomerId,
                  ),
              }
            : undefined
        }
      />
      {chosen.size > 0 && (
        <section class="save-bar" aria-label={payouts.chosen(chosen.size)} data-testid="chosen-bar">
          <p class="save-count">{payouts.chosen(chosen.size)}</p>
          <Button quiet testId="choose-none" onPress={() => setChosen(new Map())}>
            {payouts.chooseNone}
          </Button>
          <Button testId="decide-many" onPress={() => setIsDeciding(true)}>
            {payouts.decideMany}
          </Button>
        </section>
      )}
      {isDeciding && (
        <DecideMany
          rows={[...chosen.values()]}
          onClose={() => {
            setIsDeciding(false);
            setChosen(new Map());
            list.reading.reload();
          }}
          onCancel={() => setIsDeciding(false)}
        />
      )}
    </Page>
  );
}

function idOf({ disbursement }: WaitingPayout): string {
  return disbursement.disbursementIntentId;
}

function columns(): ChosenColumn<WaitingPayout>[] {
  const { payouts } = texts.value;
  return [
    {
      name: "customer",
      header: payouts.customer,
      isWide: true,
      cell: ({ customer }) => <PayeeCell customer={customer} />,
    },
    {
      name: "amount",
      header: payouts.amount,
      isMoney: true,
      cell: ({ disbursement: { amount, withheldAmount, currency } }) => (
        <span class="two-lines">
          <span class="strong">
            <Money amount={amount} currency={currency} />
          </span>
          {withheldAmount > 0 && (
            <span class="muted small">
              {payouts.withheld} <Money amount={withheldAmount} currency={currency} />
            </span>
          )}
        </span>
      ),
    },
    {
      name: "ready",
      header: payouts.ready,
      isWide: true,
      cell: ({ gates }) => <GateBadges gates={gates} />,
    },
    {
      name: "yearToDate",
      header: payouts.yearToDate,
      isNumber: true,
      cell: ({ yearToDate }) =>
        yearToDate === null ? (
          <span class="muted">{texts.value.nothing}</span>
        ) : (
          <Money amount={yearToDate} currency="USD" />
        ),
    },
    {
      name: "method",
      header: payouts.method,
      cell: ({ disbursement: { type, payoutMethod } }) => methodText(type, payoutMethod),
    },
    {
      name: "waitingFor",
      header: payouts.waitingFor,
      cell: ({ disbursement: { createdAt } }) => (
        <time dateTime={createdAt} title={fullTimeText(createdAt)}>
          {ageText(createdAt, serverNow())}
        </time>
      ),
    },
  ];
}
