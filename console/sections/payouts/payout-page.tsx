import "../../../styles/console/rail.css";
import { useState } from "preact/hooks";
import { type PayoutDetail, payoutDetail } from "#contract/console/payouts";
import { Button } from "../../../widgets/ui/button.tsx";
import { Notice } from "../../../widgets/ui/notice.tsx";
import { type Reading, useQuery } from "../../client/use-query.ts";
import { language, texts } from "../../i18n/current-texts.ts";
import { outcomeTexts } from "../../i18n/outcome-texts.ts";
import { Link } from "../../router/link.tsx";
import { api, may } from "../../session/session.ts";
import type { PageProps } from "../../shell/sections.ts";
import { CopyId } from "../../ui/copy-id.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Facts } from "../../ui/facts.tsx";
import { KeyMark } from "../../ui/key-mark.tsx";
import { useKeys } from "../../ui/keys.tsx";
import { Money } from "../../ui/money.tsx";
import { moneyText } from "../../ui/money-text.ts";
import { Page, Panel } from "../../ui/page.tsx";
import { humanize, StatusBadge } from "../../ui/status-badge.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { showToast } from "../../ui/toasts.tsx";
import { PostingsLink } from "../ledger/postings-link.tsx";
import { eventColumns } from "../payments/event-columns.tsx";
import { methodText } from "../payments/method-text.ts";
import { Outcome } from "../payments/outcome.tsx";
import { DecidePayoutDialog } from "./decide-payout-dialog.tsx";
import { GateBadges, obstaclesOf } from "./gates.tsx";
import { HeldNotice } from "./held-payout.tsx";

/** How often the page loads the payout again while it is being sent or waits for a decision. */
const reloadEveryMs = 5_000;

/** A payout with everything needed for the decision. `a` approves, `r` rejects. */
export default function PayoutPage({ parts }: PageProps) {
  const { payouts, sections } = texts.value;
  const path = `/payouts/${encodeURIComponent(parts["id"] ?? "")}`;
  const reading = useQuery(path, (signal) => api.get(path, payoutDetail, signal), {
    everyMs: (read) =>
      ["pending", "pending-validation"].includes(read?.intent.status ?? "")
        ? reloadEveryMs
        : undefined,
  });
  if (reading.value) return <Payout path={path} detail={reading.value} reading={reading} />;
  return (
    <Page
      title={payouts.one}
      parent={{ to: "/payouts", text: sections.payouts }}
      testId="payout-loading"
      reading={reading}
    />
  );
}

function Payout({
  path,
  detail,
  reading,
}: {
  path: string;
  detail: PayoutDetail;
  reading: Reading<PayoutDetail>;
}) {
  const { reload } = reading;
  const { payouts, sections } = texts.value;
  const { intent, isHeld, gates, customer, decidedBy, events } = detail;
  const { disbursement } = intent;
  const [deciding, setDeciding] = useState<"approve" | "reject" | null>(null);
  const [isStale, setIsStale] = useState(false);
  /** What was typed for a decision that the payout's change has refused. */
  const [refused, setRefused] = useState<{ decision: string; reason: string }>();
  const isWaiting = disbursement?.status === "pending-validation";
  const isOnHold = gates.sanctions !== "clear";
  // The hold has its own notice.
  const obstacles = obstaclesOf({ ...gates, sanctions: "clear" });
  const mayDecide = isWaiting && may("payouts.decide");
  const mayApprove = mayDecide && !isOnHold && obstacles.length === 0;
  useKeys([
    ...(mayApprove ? [{ key: "a", text: payouts.approve, run: () => setDeciding("approve") }] : []),
    ...(mayDecide ? [{ key: "r", text: payouts.reject, run: () => setDeciding("reject") }] : []),
  ]);
  const amount = moneyText(intent.amount, intent.currency, language.value);
  const name = [customer.data.firstName, customer.data.lastName].filter(Boolean).join(" ");
  const listed = { data: events, page: 1, size: Math.max(1, events.length), total: events.length };
  return (
    <Page
      title={amount}
      lead={name || intent.externalCustomerId}
      mark={<StatusBadge status={intent.status} />}
      parent={
        isWaiting
          ? { to: "/approvals", text: sections.approvals }
          : { to: "/payouts", text: sections.payouts }
      }
      testId="payout"
      reading={reading}
      actions={
        mayDecide && (
          <div class="case-actions">
            <span data-danger="">
              <Button quiet testId="reject-payout" onPress={() => setDeciding("reject")}>
                {payouts.reject}
                <KeyMark name="r" />
              </Button>
            </span>
            {mayApprove && (
              <Button testId="approve-payout" onPress={() => setDeciding("approve")}>
                {payouts.approve}
                <KeyMark name="a" />
              </Button>
            )}
          </div>
        )
      }
    >
      <div class="notices" aria-live="polite">
        {isStale && (
          <Notice
            tone="warning"
            title={
              isWaiting
                ? payouts.changed
                : payouts.decidedMeanwhile(decidedBy?.name ?? payouts.byApi)
            }
            lines={[isWaiting ? payouts.changedText : payouts.decidedMeanwhileText]}
            testId="payout-stale"
          />
        )}
        {(isHeld || (isWaiting && isOnHold)) && (
          <HeldNotice
            externalCustomerId={intent.externalCustomerId}
            sanctions={gates.sanctions}
            title={payouts.heldTitle}
          />
        )}
        {isWaiting && obstacles.length > 0 && (
          <Notice
            tone="warning"
            title={payouts.notYet}
            lines={obstacles}
            testId="payout-obstacles"
          />
        )}
        {isWaiting && !may("payouts.decide") && (
          <Notice
            tone="info"
            title={payouts.lookOnly}
            lines={[payouts.lookOnlyText]}
            testId="look-only"
          />
        )}
      </div>
      <div class="columns">
        <div class="column-main">
          <PayoutMoney detail={detail} />
          <PayoutOutcome detail={detail} path={path} reload={reload} />
          <PayoutHistory detail={detail} />
          <Panel title={payouts.events} flush>
            <DataTable
              caption={payouts.events}
              testId="payout-events"
              columns={eventColumns()}
              reading={{ value: listed, failure: undefined, isLoading: false, reload }}
              keyOf={({ eventId }) => eventId}
              empty={{ title: payouts.noEvents, text: payouts.noEventsText }}
            />
          </Panel>
        </div>
        <div class="column-side">
          <PayoutFacts detail={detail} />
        </div>
      </div>
      {deciding && disbursement && (
        <DecidePayoutDialog
          path={path}
          decision={deciding}
          amount={amount}
          customer={name || intent.externalCustomerId}
          version={disbursement.version}
          onDecided={(waiting) => {
            setDeciding(null);
            showToast(
              deciding === "approve"
                ? payouts.saidApproved(amount, waiting)
                : payouts.saidRejected(amount, waiting),
            );
            reload();
          }}
          reason={refused?.decision === deciding ? refused.reason : ""}
          onStale={(reason) => {
            setRefused({ decision: deciding, reason });
            setDeciding(null);
            setIsStale(true);
            reload();
          }}
          onClose={() => setDeciding(null)}
        />
      )}
    </Page>
  );
}

function PayoutMoney({ detail: { intent, gates, yearToDate } }: { detail: PayoutDetail }) {
  const { payouts } = texts.value;
  const { disbursement, currency } = intent;
  const money = (amount: number) => <Money amount={amount} currency={currency} />;
  return (
    <Panel title={payouts.money} testId="payout-money">
      <dl class="sum">
        <div>
          <dt>{payouts.gross}</dt>
          <dd>{money(intent.amount)}</dd>
        </div>
        {disbursement && (
          <>
            <div>
              <dt>{payouts.withheld}</dt>
              <dd>{money(disbursement.withheldAmount)}</dd>
            </div>
            <div data-total="">
              <dt>{payouts.received}</dt>
              <dd>{money(disbursement.amount - disbursement.withheldAmount)}</dd>
            </div>
            <div>
              <dt>{payouts.method}</dt>
              <dd>{methodText(disbursement.type, disbursement.payoutMethod)}</dd>
            </div>
          </>
        )}
        {yearToDate !== null && (
          <div>
            <dt>{payouts.yearToDateLong}</dt>
            <dd>
              <Money amount={yearToDate} currency="USD" />
            </dd>
          </div>
        )}
      </dl>
      <GateBadges gates={gates} />
      {disbursement && disbursement.messages.length > 0 && (
        <ul class="message-list">
          {disbursement.messages.map(({ code, message, at }) => (
            <li key={`${code}${at}`}>
              <span>{message}</span>
              <code class="mono muted small">{code}</code>
              <TimeText at={at} withSeconds />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** The outcome, if staff entered it or the processor has not reported it. */
function PayoutOutcome({
  detail: { outcomes, processor },
  path,
  reload,
}: {
  detail: PayoutDetail;
  path: string;
  reload: () => void;
}) {
  return (
    <Outcome
      outcome={outcomes[0]}
      path={path}
      reload={reload}
      hasPanel
      {...(processor?.waitsForStaff && {
        unknownText: outcomeTexts.value.staffDecide(processor.name),
      })}
    />
  );
}

function PayoutHistory({ detail: { history } }: { detail: PayoutDetail }) {
  const { payouts } = texts.value;
  return (
    <Panel title={payouts.history} testId="payout-history">
      {history.length === 0 && <p class="muted">{payouts.noHistory}</p>}
      <ol class="timeline">
        {[...history].reverse().map(({ happening: event, status, actor, reason, version, at }) => (
          <li class="timeline-item" key={version}>
            <div class="timeline-head">
              <span class="strong">{payouts.payoutEvents[event] ?? humanize(event)}</span>
              <StatusBadge status={status} />
              <span class="muted">{actor}</span>
              <TimeText at={at} withSeconds />
            </div>
            {reason && <p class="muted">{payouts.theirReason(reason)}</p>}
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function PayoutFacts({ detail }: { detail: PayoutDetail }) {
  const { intent, customer, decidedBy, processor } = detail;
  const { payouts, customers } = texts.value;
  const { disbursement } = intent;
  return (
    <Panel title={payouts.details}>
      <Facts
        facts={[
          {
            name: payouts.customer,
            value: may("customers.read") ? (
              <Link to={`/customers/${encodeURIComponent(intent.externalCustomerId)}`}>
                {intent.externalCustomerId}
              </Link>
            ) : (
              intent.externalCustomerId
            ),
          },
          {
            name: customers.identity,
            value: customer.kycStatus && <StatusBadge status={customer.kycStatus} />,
          },
          { name: payouts.taxCategory, value: payouts.categories[intent.taxCategory] },
          { name: payouts.description, value: intent.description },
          {
            name: payouts.order,
            value: <CopyId id={intent.externalDisbursementIntentId} label={payouts.order} />,
          },
          {
            name: payouts.id,
            value: <CopyId id={intent.disbursementIntentId} label={payouts.id} />,
          },
          {
            name: payouts.reference,
            value: disbursement && (
              <CopyId id={disbursement.disbursementId} label={payouts.reference} />
            ),
          },
          {
            name: payouts.processor,
            value: processor && <span class="mono">{processor.name}</span>,
          },
          {
            name: texts.value.sections.ledger,
            value: <PostingsLink resourceId={intent.disbursementIntentId} />,
          },
          { name: payouts.createdAt, value: <TimeText at={intent.createdAt} withSeconds /> },
          {
            name: payouts.decidedAt,
            value: disbursement?.decidedAt && (
              <span class="two-lines">
                <TimeText at={disbursement.decidedAt} withSeconds />
                <span class="muted small">{decidedBy?.name ?? payouts.byApi}</span>
              </span>
            ),
          },
          {
            name: payouts.paidAt,
            value: disbursement?.paidAt && <TimeText at={disbursement.paidAt} withSeconds />,
          },
          ...Object.entries(intent.customData).map(([key, value]) => ({ name: key, value })),
        ]}
      />
    </Panel>
  );
}
