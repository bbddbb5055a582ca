import "../../../styles/console/payment.css";
import "../../../styles/console/rail.css";
import { type PaymentDetail, paymentDetail } from "#contract/console/payments";
import { percentText } from "../../../widgets/i18n/money-text.ts";
import { useQuery } from "../../client/use-query.ts";
import { language, texts } from "../../i18n/current-texts.ts";
import { Link } from "../../router/link.tsx";
import { api, may } from "../../session/session.ts";
import type { PageProps } from "../../shell/sections.ts";
import { CopyId } from "../../ui/copy-id.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Money } from "../../ui/money.tsx";
import { moneyText } from "../../ui/money-text.ts";
import { Page, Panel } from "../../ui/page.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { PostingsLink } from "../ledger/postings-link.tsx";
import { Attempts } from "./attempts.tsx";
import { eventColumns } from "./event-columns.tsx";
import { PaymentDisputes } from "./payment-disputes.tsx";
import { Refunds } from "./refunds.tsx";

/** How often the page is read again while an attempt or a refund is pending. */
const everyMs = 5_000;

export default function PaymentPage({ parts }: PageProps) {
  const { payments, sections } = texts.value;
  const id = parts["id"] ?? "";
  const path = `/payments/${encodeURIComponent(id)}`;
  const reading = useQuery(path, (signal) => api.get(path, paymentDetail, signal), {
    everyMs: (read) => (read && isPending(read) ? everyMs : undefined),
  });
  const { value, isLoading, reload } = reading;
  const parent = { to: "/payments", text: sections.payments };
  if (!value) {
    return <Page title={payments.one} parent={parent} testId="payment-loading" reading={reading} />;
  }
  const { intent, events } = value;
  const listed = { data: events, page: 1, size: Math.max(1, events.length), total: events.length };
  return (
    <Page
      title={moneyTitle(value)}
      lead={intent.description ?? intent.externalPaymentIntentId}
      mark={<StatusBadge status={intent.status} />}
      parent={parent}
      testId="payment"
      reading={reading}
    >
      <div class="columns">
        <div class="column-main">
          <PaymentDisputes disputes={value.disputes} />
          <Attempts detail={value} reload={reload} />
          <Refunds detail={value} reload={reload} />
          <Panel title={payments.events} flush>
            <DataTable
              caption={payments.events}
              testId="payment-events"
              columns={eventColumns()}
              reading={{ value: listed, failure: undefined, isLoading, reload }}
              keyOf={({ eventId }) => eventId}
              empty={{ title: payments.noEvents, text: payments.noEventsText }}
            />
          </Panel>
        </div>
        <div class="column-side">
          <PriceFacts detail={value} />
          <PaymentFacts detail={value} />
        </div>
      </div>
    </Page>
  );
}

function isPending({ intent, refunds }: PaymentDetail): boolean {
  return intent.status === "pending" || refunds.some(({ status }) => status === "pending");
}

function moneyTitle({ intent }: PaymentDetail): string {
  return moneyText(intent.breakdown.total, intent.currency, language.value);
}

function PriceFacts({ detail: { intent } }: { detail: PaymentDetail }) {
  const { payments } = texts.value;
  const { breakdown, currency } = intent;
  const money = (amount: number) => <Money amount={amount} currency={currency} />;
  return (
    <Panel title={payments.price}>
      <dl class="sum">
        <div>
          <dt>{payments.base}</dt>
          <dd>{money(breakdown.baseAmount)}</dd>
        </div>
        <div>
          <dt>{payments.fees}</dt>
          <dd>{money(breakdown.processingFees)}</dd>
        </div>
        <div>
          <dt>
            {payments.tax}
            {breakdown.salesTaxRate !== undefined &&
              ` (${percentText(breakdown.salesTaxRate, language.value)})`}
          </dt>
          <dd>{money(breakdown.salesTax)}</dd>
        </div>
        <div data-total="">
          <dt>{payments.total}</dt>
          <dd>{money(breakdown.total)}</dd>
        </div>
      </dl>
    </Panel>
  );
}

function PaymentFacts({ detail: { intent, customer } }: { detail: PaymentDetail }) {
  const { payments } = texts.value;
  const name = customer?.name ?? customer?.email ?? intent.externalCustomerId;
  return (
    <Panel title={payments.details}>
      <Facts
        facts={[
          {
            name: payments.customer,
            value: may("customers.read") ? (
              <Link to={`/customers/${encodeURIComponent(intent.externalCustomerId)}`}>{name}</Link>
            ) : (
              name
            ),
          },
          {
            name: payments.order,
            value: <CopyId id={intent.externalPaymentIntentId} label={payments.order} />,
          },
          {
            name: payments.id,
            value: <CopyId id={intent.paymentIntentId} label={payments.id} />,
          },
          ...(intent.payments.length > 0
            ? [
                {
                  name: texts.value.sections.ledger,
                  value: <PostingsLink resourceId={intent.paymentIntentId} />,
                },
              ]
            : []),
          { name: payments.descriptor, value: intent.paymentDescriptor },
          { name: payments.createdAt, value: <TimeText at={intent.createdAt} withSeconds /> },
          { name: payments.changedAt, value: <TimeText at={intent.updatedAt} withSeconds /> },
          { name: payments.expiresAt, value: <TimeText at={intent.expiresAt} /> },
          ...Object.entries(intent.customData).map(([key, value]) => ({ name: key, value })),
        ]}
      />
    </Panel>
  );
}
