import type { Payment, ThreeDSecureSummary } from "#contract/api/payment-intents";
import type { OutcomeForStaff } from "#contract/console/outcomes";
import type { SurchargeDetail } from "#contract/console/payment-rails";
import type { PaymentDetail } from "#contract/console/payments";
import { texts } from "../../i18n/current-texts.ts";
import { outcomeTexts } from "../../i18n/outcome-texts.ts";
import { railTexts } from "../../i18n/rail-texts.ts";
import { CopyId } from "../../ui/copy-id.tsx";
import { Empty } from "../../ui/data-table.tsx";
import { type Fact, Facts } from "../../ui/facts.tsx";
import { Money } from "../../ui/money.tsx";
import { Panel } from "../../ui/page.tsx";
import { humanize, StatusBadge } from "../../ui/status-badge.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { BankDetails } from "./bank-details.tsx";
import { CancelPayment } from "./cancel-payment.tsx";
import { CardStops } from "./card-stops.tsx";
import { chargeFacts } from "./charge-facts.tsx";
import { methodText, shownProcessor } from "./method-text.ts";
import { Outcome } from "./outcome.tsx";
import { AchFacts, ConsentFacts, DepositFacts } from "./rail-facts.tsx";
import { RoutingWords } from "./routing-words.tsx";
import { SurchargeWords } from "./surcharge-words.tsx";

/** The intent's attempts with their messages, newest first. */
export function Attempts({ detail, reload }: { detail: PaymentDetail; reload: () => void }) {
  const { payments } = texts.value;
  const pairs = detail.intent.payments.map((payment) => ({
    payment,
    more: detail.attempts.find(({ paymentId }) => paymentId === payment.paymentId),
  }));
  const outcomeOf = ({ paymentId }: Payment) =>
    detail.outcomes.find(({ subjectId }) => subjectId === paymentId);
  const newestFirst = pairs.sort((a, b) => (b.more?.number ?? 0) - (a.more?.number ?? 0));
  return (
    <Panel title={payments.attempts(pairs.length)} testId="attempts">
      {pairs.length === 0 && (
        <Empty title={payments.notTried} text={payments.notTriedText} testId="no-attempts" />
      )}
      <ol class="timeline">
        {newestFirst.map(({ payment, more }) => (
          <li class="timeline-item" key={payment.paymentId} data-testid="attempt">
            <div class="timeline-head">
              <span class="strong">{payments.attempt(more?.number ?? 1)}</span>
              <StatusBadge status={payment.status} />
              <span>{methodText(payment.type, payment.paymentMethod)}</span>
              <Money amount={payment.amount} currency={payment.currency} />
              <TimeText at={payment.createdAt} withSeconds />
            </div>
            <Messages payment={payment} outcome={outcomeOf(payment)} />
            <Facts columns={2} facts={attemptFacts(payment, more)} />
            {more?.ach && <AchFacts entry={more.ach} />}
            {more && payment.type === "bank" && (
              <BankDetails
                paymentIntentId={payment.paymentIntentId}
                attempt={more}
                disputes={detail.disputes}
                reload={reload}
              />
            )}
            {more && more.stops.length > 0 && (
              <CardStops
                stops={more.stops}
                paymentId={more.paymentId}
                path={attemptPath(payment)}
                reload={reload}
              />
            )}
            {more && (
              <CancelPayment
                paymentIntentId={payment.paymentIntentId}
                attempt={more}
                reload={reload}
              />
            )}
            {more && (
              <Outcome
                outcome={outcomeOf(payment)}
                path={attemptPath(payment)}
                canNoLongerCancel={!more.canCancel}
                hasOtherSuccess={pairs.some(
                  (other) => other.payment !== payment && other.payment.status === "success",
                )}
                reload={reload}
              />
            )}
            {more?.bankConsent && <ConsentFacts consent={more.bankConsent} />}
            {more?.crypto && payment.paymentMethod && "asset" in payment.paymentMethod && (
              <DepositFacts
                deposit={more.crypto}
                {...payment.paymentMethod}
                currency={payment.currency}
              />
            )}
            {payment.routing && (
              <RoutingWords routing={payment.routing} processor={payment.processor} />
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}

const attemptPath = ({ paymentIntentId, paymentId }: Payment) =>
  `/payments/${encodeURIComponent(paymentIntentId)}/attempts/${encodeURIComponent(paymentId)}`;

interface MessagesProps {
  readonly payment: Payment;
  readonly outcome: OutcomeForStaff | undefined;
}

/** Why an attempt failed. What a person entered never appears as the words of the processor. */
function Messages({ payment, outcome }: MessagesProps) {
  const { reasonCategories: kinds } = railTexts.value;
  const { enteredNotCharged, correctedNotCharged } = outcomeTexts.value;
  const isEntered = outcome?.marks.some(
    ({ state, outcome: entered }) => state === "applied" && entered === "failed",
  );
  if (payment.messages.length === 0) return null;
  return (
    <ul class="message-list">
      {payment.messages.map(({ code, category, message, operatorMessage, at }) => (
        <li key={`${code}${at}`}>
          {isEntered && code === "processing_interrupted" ? (
            <span>{payment.status === "success" ? correctedNotCharged : enteredNotCharged}</span>
          ) : (
            <span class="two-lines">
              <span>{message}</span>
              <span class="muted small">{operatorMessage}</span>
            </span>
          )}
          <span class="muted small">
            {kinds[category] ?? humanize(category)} <code class="mono">{code}</code>
          </span>
          <TimeText at={at} withSeconds />
        </li>
      ))}
    </ul>
  );
}

function attemptFacts(payment: Payment, more: PaymentDetail["attempts"][number] | undefined) {
  const { payments, steps } = texts.value;
  const { threeDSecure: tds, paymentId } = payment;
  const processor = shownProcessor(payment.processor, payment.paymentMethod);
  const liability =
    more?.liabilityShift == null
      ? null
      : more.liabilityShift
        ? payments.liabilityIssuer
        : payments.liabilityOperator;
  return [
    {
      name: payments.paymentId,
      value: <CopyId id={paymentId} label={payments.paymentId} />,
      isLine: true,
    },
    { name: payments.step, value: more && (steps[more.step] ?? humanize(more.step)) },
    ...(processor === null && payment.processor !== null
      ? []
      : [{ name: payments.processor, value: processor }]),
    ...priceFacts(payment),
    ...(more && (more.surcharge || payment.type === "card")
      ? [surchargeFact(payment, more.surcharge)]
      : []),
    ...(more?.chargeId
      ? [{ name: payments.chargeId, value: <code class="mono">{more.chargeId}</code> }]
      : []),
    ...(payment.mandate ? [mandateFact(payment)] : []),
    ...(more?.facts ? chargeFacts(more.facts) : []),
    ...(payment.type === "card"
      ? [
          { name: payments.threeDSecure, value: tds && threeDSText(tds) },
          { name: payments.liability, value: liability },
        ]
      : []),
    ...(more?.reversal
      ? [{ name: payments.reversal, value: payments.reversals[more.reversal] ?? more.reversal }]
      : []),
  ];
}

function threeDSText({ status, version, eci, challenged }: ThreeDSecureSummary): string {
  const { payments } = texts.value;
  return [
    status && payments.tdsStatus(status),
    version,
    eci && `ECI ${eci}`,
    challenged ? payments.challenged : payments.frictionless,
  ]
    .filter(Boolean)
    .join(" · ");
}

/** Fees and tax, if there are any. Attempts of one intent can differ. */
function priceFacts({ breakdown, currency }: Payment): Fact[] {
  const { payments } = texts.value;
  const money = (amount: number) => <Money amount={amount} currency={currency} />;
  return [
    ...(breakdown.processingFees > 0
      ? [{ name: payments.fees, value: money(breakdown.processingFees) }]
      : []),
    ...(breakdown.salesTax > 0 ? [{ name: payments.tax, value: money(breakdown.salesTax) }] : []),
  ];
}

function surchargeFact(payment: Payment, surcharge: SurchargeDetail | null): Fact {
  return {
    name: railTexts.value.surcharge.title,
    value: <SurchargeWords surcharge={surcharge} payment={payment} />,
  };
}

function mandateFact({ mandate }: Payment): Fact {
  const { payments } = texts.value;
  return {
    name: payments.mandate,
    value: mandate && (
      <span class="two-lines">
        <span>
          {payments.mandateAccepted} <TimeText at={mandate.acceptedAt} withSeconds />
        </span>
        {mandate.accountSource !== null && (
          <span class="muted small">
            {payments.accountSource[mandate.accountSource] ?? mandate.accountSource}
          </span>
        )}
        {mandate.endedAt !== null && (
          <span class="muted small">
            {payments.mandateEnded} <TimeText at={mandate.endedAt} />
          </span>
        )}
        <code class="mono muted small">{mandate.version}</code>
      </span>
    ),
  };
}
