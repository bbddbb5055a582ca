import type { CompellingEvidence, DisputeCase } from "#contract/console/disputes";
import { listText } from "../../../widgets/i18n/list-text.ts";
import { language, texts } from "../../i18n/current-texts.ts";
import { disputeTexts } from "../../i18n/dispute-texts.ts";
import { inquiryTexts } from "../../i18n/inquiry-texts.ts";
import { Link } from "../../router/link.tsx";
import { may } from "../../session/session.ts";
import { CopyId } from "../../ui/copy-id.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Money } from "../../ui/money.tsx";
import { moneyText } from "../../ui/money-text.ts";
import { Panel } from "../../ui/page.tsx";
import { humanize, StatusBadge, statusText } from "../../ui/status-badge.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { mandatePath } from "./bank-inquiry-panel.tsx";
import { DeliveryPanel } from "./delivery-panel.tsx";
import { SentPanel } from "./sent-panel.tsx";

/** What is known about the disputed payment, next to the answer. */
export function PaymentStory({ found }: { found: DisputeCase }) {
  const words = disputeTexts.value;
  const { payment, dispute, refunds, refundedBefore } = found;
  const { currency, paymentIntentId } = dispute;
  const link = `/payments/${encodeURIComponent(paymentIntentId)}`;
  const lost = moneyText(refundedBefore, currency, language.value);
  return (
    <>
      <Panel
        title={words.story}
        testId="payment-story"
        actions={may("payments.read") && <Link to={link}>{words.openPayment}</Link>}
      >
        <Facts
          facts={[
            { name: words.total, value: <Money amount={payment.total} currency={currency} /> },
            { name: words.paid, value: <TimeText at={payment.paidAt} withSeconds /> },
            { name: words.method, value: payment.method && humanize(payment.method) },
            { name: words.bought, value: payment.description },
            {
              name: words.order,
              value: <CopyId id={payment.externalPaymentIntentId} label={words.order} />,
            },
            { name: words.descriptor, value: payment.paymentDescriptor },
            ...(payment.type === "card"
              ? [
                  {
                    name: words.threeDSecure,
                    value: payment.threeDSecure ?? words.notAuthenticated,
                  },
                  {
                    name: words.liability,
                    value: payment.liabilityShift ? words.liabilityShifted : words.liabilityOurs,
                  },
                ]
              : []),
            ...(payment.hasMandate
              ? [
                  {
                    name: words.mandate,
                    value: may("payments.read") ? (
                      <a
                        href={mandatePath(paymentIntentId, dispute.paymentId)}
                        download={`mandate-${dispute.paymentId}.pdf`}
                      >
                        {inquiryTexts.value.mandate}
                      </a>
                    ) : null,
                  },
                ]
              : []),
            { name: words.ipAddress, value: payment.ipAddress },
            {
              name: words.device,
              value: payment.deviceId && (
                <span class="two-lines">
                  <CopyId id={payment.deviceId} label={words.device} />
                  <span class="muted small break">{payment.userAgent}</span>
                </span>
              ),
            },
          ]}
        />
      </Panel>
      <CustomerPanel found={found} />
      <DeliveryPanel found={found} />
      <SentPanel found={found} />
      <Panel title={words.refunds} testId="dispute-refunds">
        {refundedBefore > 0 && (
          <p class="strong" data-testid="refunded-before">
            {dispute.network === "ach"
              ? words.refundedBefore(lost)
              : words.refundedBeforeCard(lost)}
          </p>
        )}
        {refunds.length === 0 ? (
          <p class="muted">{words.noRefunds}</p>
        ) : (
          <ul class="plain-list">
            {refunds.map(({ refundId, status, total, createdAt, reference }) => (
              <li class="line" key={refundId}>
                <span class="two-lines">
                  <span>
                    <StatusBadge status={status} />
                  </span>
                  <span class="muted small">
                    <TimeText at={createdAt} />
                  </span>
                  {reference && <CopyId id={reference} label="ARN" />}
                </span>
                <Money amount={total} currency={currency} />
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </>
  );
}

function CustomerPanel({ found: { customer, dispute } }: { found: DisputeCase }) {
  const words = disputeTexts.value;
  const id = dispute.externalCustomerId;
  const name = customer?.name ?? customer?.email ?? id;
  return (
    <Panel title={words.who}>
      <Facts
        facts={[
          {
            name: words.who,
            value: may("customers.read") ? (
              <Link to={`/customers/${encodeURIComponent(id)}`}>{name}</Link>
            ) : (
              name
            ),
          },
          { name: texts.value.customers.email, value: customer?.email },
          {
            name: words.address,
            value: customer?.address && <span class="evidence-lines">{customer.address}</span>,
          },
          { name: words.identity, value: customer?.kycStatus && statusText(customer.kycStatus) },
        ]}
      />
    </Panel>
  );
}

/** Shows whether Visa's Compelling Evidence 3.0 applies, with the earlier payments. */
export function Compelling({ compelling }: { compelling: CompellingEvidence }) {
  const words = disputeTexts.value;
  const { qualifies, missing, payments } = compelling;
  return (
    <Panel title={words.compelling} testId="compelling-evidence">
      <p class={qualifies ? "strong" : "muted"}>
        {qualifies ? words.qualifies : (words.missing[missing ?? ""] ?? missing)}
      </p>
      <ul class="plain-list">
        {payments.map(({ paymentIntentId, paymentId, amount, currency, paidAt, matches }) => (
          <li class="line" key={paymentId} data-testid="earlier-payment">
            <span class="two-lines">
              <Link to={`/payments/${encodeURIComponent(paymentIntentId)}`}>
                <TimeText at={paidAt} />
              </Link>
              <span class="muted small">
                {listText(
                  matches.map((match) => words.matches[match] ?? match),
                  language.value,
                ) || words.noMatch}
              </span>
            </span>
            <Money amount={amount} currency={currency} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
