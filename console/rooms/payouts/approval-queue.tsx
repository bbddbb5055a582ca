import { useState } from "preact/hooks";
import { type WaitingPayout, waitingPayouts } from "#contract/console/payouts";
import { moneyText } from "../../../widgets/i18n/money-text.ts";
import { Button } from "../../../widgets/ui/button.tsx";
import { Notice } from "../../../widgets/ui/notice.tsx";
import { queryText } from "../../client/query-text.ts";
import { useAnswer } from "../../client/use-answer.ts";
import { language, texts } from "../../i18n/current-texts.ts";
import { serverNow } from "../../session/server-time.ts";
import { api, may } from "../../session/session.ts";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { filterOf } from "../../ui/filters.tsx";
import { Money } from "../../ui/money.tsx";
import { Page } from "../../ui/page.tsx";
import { ageText, fullTimeText } from "../../ui/time-text.tsx";
import { methodText } from "../payments/method-text.ts";
import { DecideMany } from "./decide-many.tsx";
import { GateBadges } from "./gates.tsx";
import { PayeeCell } from "./payee-cell.tsx";

/** How often to read again, because others decide too. */
const everyMs = 15_000;

/** Payouts that wait for approval, amount first. Staff can decide several at once. */
export default function ApprovalQueue() {
  const { payouts, rooms } = texts.value;
  const path = `/payouts/waiting${queryText({ page: filterOf("page") })}`;
  const reading = useAnswer(path, (signal) => api.get(path, waitingPayouts, signal), { everyMs });
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
    <Page title={rooms.approvals} lead={payouts.approvalsLead} testId="approvals">
      {!mayDecide && (
        <Notice
          tone="info"
          title={payouts.lookOnly}
          lines={[payouts.lookOnlyText]}
          testId="look-only"
        />
      )}
      <DataTable
        caption={rooms.approvals}
        testId="waiting-payouts"
        columns={columns()}
        reading={reading}
        keyOf={idOf}
        linkOf={(row) => `/payouts/${encodeURIComponent(idOf(row))}`}
        empty={{ title: payouts.nothingWaits, text: payouts.nothingWaitsText }}
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
            reading.reload();
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

function columns(): Column<WaitingPayout>[] {
  const { payouts } = texts.value;
  return [
    {
      header: payouts.customer,
      isWide: true,
      cell: ({ customer }) => <PayeeCell customer={customer} />,
    },
    {
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
    { header: payouts.ready, isWide: true, cell: ({ gates }) => <GateBadges gates={gates} /> },
    {
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
      header: payouts.method,
      cell: ({ disbursement: { type, payoutMethod } }) => methodText(type, payoutMethod),
    },
    {
      header: payouts.waitingFor,
      cell: ({ disbursement: { createdAt } }) => (
        <time dateTime={createdAt} title={fullTimeText(createdAt)}>
          {ageText(createdAt, serverNow())}
        </time>
      ),
    },
  ];
}
