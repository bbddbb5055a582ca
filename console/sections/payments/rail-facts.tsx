import type { CryptoDepositDetail } from "#contract/console/payment-rails";
import type { PaymentDetail } from "#contract/console/payments";
import { unitPriceText } from "../../../widgets/i18n/unit-price-text.ts";
import { Notice } from "../../../widgets/ui/notice.tsx";
import { language } from "../../i18n/current-texts.ts";
import { railTexts } from "../../i18n/rail-texts.ts";
import { CopyId } from "../../ui/copy-id.tsx";
import { Facts } from "../../ui/facts.tsx";
import { humanize, StatusBadge } from "../../ui/status-badge.tsx";
import { dateText, TimeText } from "../../ui/time-text.tsx";

type Attempt = PaymentDetail["attempts"][number];

export function AchFacts({ entry }: { entry: NonNullable<Attempt["ach"]> }) {
  const { rail } = railTexts.value;
  const { status, traceNumber, effectiveDate, settlesOn, returnCode } = entry;
  const day = (date: string | null) => date && dateText(date);
  return (
    <section class="rail" aria-label={rail.ach} data-testid="ach-facts">
      <h3 class="rail-title">{rail.ach}</h3>
      <Facts
        columns={2}
        facts={[
          { name: rail.state, value: rail.achStates[status] ?? humanize(status) },
          {
            name: rail.trace,
            value: traceNumber && <CopyId id={traceNumber} label={rail.trace} />,
          },
          { name: rail.effectiveDate, value: day(effectiveDate) },
          { name: rail.settlesOn, value: day(settlesOn) },
          ...(returnCode ? [{ name: rail.returnCode, value: returnCode }] : []),
        ]}
      />
    </section>
  );
}

/** The customer's authorization at their bank. */
export function ConsentFacts({ consent }: { consent: NonNullable<Attempt["bankConsent"]> }) {
  const { rail } = railTexts.value;
  const { status, way, payee, openedAt, agreedAt, expiresAt, bankPaymentId, missingBank } = consent;
  const time = (at: string | null) => at && <TimeText at={at} withSeconds />;
  return (
    <section class="rail" aria-label={rail.consent} data-testid="consent-facts">
      <h3 class="rail-title">{rail.consent}</h3>
      {missingBank && (
        <Notice
          tone="warning"
          title={rail.missingBank(missingBank)}
          lines={[rail.missingBankText]}
          testId="missing-bank"
        />
      )}
      <Facts
        columns={2}
        facts={[
          { name: rail.state, value: rail.consentStates[status] ?? humanize(status) },
          { name: rail.payee, value: payee },
          { name: rail.way, value: rail.ways[way] ?? humanize(way) },
          { name: rail.openedAt, value: time(openedAt) },
          { name: rail.agreedAt, value: time(agreedAt) },
          { name: rail.expiresAt, value: time(expiresAt) },
          {
            name: rail.bankPaymentId,
            value: bankPaymentId && <CopyId id={bankPaymentId} label={rail.bankPaymentId} />,
          },
        ]}
      />
    </section>
  );
}

/** A crypto deposit and its transfers. */
export function DepositFacts({
  deposit,
  asset,
  address,
  currency,
}: {
  deposit: CryptoDepositDetail;
  asset: string;
  address: string;
  currency: string;
}) {
  const { rail } = railTexts.value;
  const { status, amount, received, missing, rate, transfers } = deposit;
  const notes = [
    ...(deposit.overpaid ? [rail.overpaid] : []),
    ...(deposit.wrongAsset ? [rail.wrongAsset] : []),
  ];
  return (
    <section class="rail" aria-label={rail.deposit} data-testid="deposit-facts">
      <h3 class="rail-title">{rail.deposit}</h3>
      <Facts
        columns={2}
        facts={[
          { name: rail.state, value: rail.depositStates[status] ?? humanize(status) },
          { name: rail.address, value: <CopyId id={address} label={rail.address} /> },
          { name: rail.asked, value: `${amount} ${asset}` },
          { name: rail.received, value: `${received} ${asset}` },
          ...(missing === "0" ? [] : [{ name: rail.missing, value: `${missing} ${asset}` }]),
          {
            name: rail.confirmations,
            value: rail.of(deposit.confirmations, deposit.requiredConfirmations),
          },
          {
            name: rail.rate,
            value: `1 ${asset} = ${unitPriceText(Number(rate), currency, language.value)}`,
          },
          { name: rail.expiresAt, value: <TimeText at={deposit.expiresAt} withSeconds /> },
        ]}
      />
      {notes.length > 0 && <p class="rail-note">{notes.join(" ")}</p>}
      {transfers.length === 0 ? (
        <p class="rail-note muted">{rail.noTransfers}</p>
      ) : (
        <ul class="plain-list rail-list" aria-label={rail.transfers}>
          {transfers.map((transfer) => (
            <li class="line" key={`${transfer.transactionHash}${transfer.token}`}>
              <span class="two-lines">
                <span class="strong">
                  {transfer.amount === null
                    ? rail.unknownToken(transfer.baseUnits, transfer.asset ?? transfer.token ?? "")
                    : `${transfer.amount} ${transfer.asset}`}
                </span>
                <CopyId id={transfer.transactionHash} label={rail.transaction} />
              </span>
              <StatusBadge
                status={transfer.state}
                text={rail.transferStates[transfer.state] ?? humanize(transfer.state)}
              />
              <TimeText at={transfer.arrivedAt} withSeconds />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
