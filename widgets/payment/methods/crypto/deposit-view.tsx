import { useRef } from "preact/hooks";
import type { CryptoDepositAction } from "#contract/client/payments";
import { AddressGroups } from "../../../fields/crypto-address/grouped-address.tsx";
import { minutesAndSeconds, secondsUntil } from "../../../fields/one-time-code/resend-countdown.ts";
import type {
  CryptoPaymentTexts,
  DepositFacts,
  DepositWords,
} from "../../../i18n/crypto-payment-texts.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { LiveRegion } from "../../../ui/live-region.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { clock } from "../../../ui/outcome-icons.ts";
import { useStepHeading } from "../../../ui/step-heading.ts";
import { ConfirmationBar } from "./confirmation-bar.tsx";
import { depositFacts } from "./deposit-facts.ts";
import { DepositQr, type LoadQrPath } from "./deposit-qr.tsx";
import { asksForTransfer, depositStage, isOnItsWay, stageTone } from "./deposit-stage.ts";
import { spokenDeposit } from "./spoken-deposit.ts";
import { useTickingClock } from "./use-ticking-clock.ts";
import { walletLink } from "./wallet-link.ts";

/**
 * Wallets open in a hidden frame of ours. The host page's `frame-src` lists no wallet schemes, so a browser would put
 * its error page in this frame's place; the same happens if no wallet is installed.
 */
const walletFrame = "wallet";

/** What the widget and the gallery pass. */
export interface DepositViewProps {
  readonly deposit: CryptoDepositAction;
  /** The total as money: `$25.00`. */
  readonly total: string;
  readonly operator: string;
  readonly texts: CryptoPaymentTexts;
  /** Returns the service's time. */
  readonly nowMs: () => number;
  readonly loadQrPath: LoadQrPath;
}

/**
 * Where to send how much, and the state of the transfer. On a phone the wallet's link comes before the QR code. Address
 * and amount disappear when the transfer is seen, so that the customer does not send twice. The heading takes the focus
 * once; each new stage is announced.
 */
export function DepositView(props: DepositViewProps) {
  const { deposit, total, operator, nowMs, loadQrPath } = props;
  const texts = props.texts.deposit;
  const heading = useStepHeading(1);
  const highest = useRef(0);
  highest.current = Math.max(highest.current, deposit.confirmations);
  const now = useTickingClock(nowMs, asksForTransfer(depositStage(deposit, 0, nowMs())));
  const stage = depositStage(deposit, highest.current, now);
  const secondsLeft = secondsUntil(Date.parse(deposit.expiresAt), now);
  const facts = depositFacts(deposit, operator);
  const words = texts.stages[stage](facts);
  const rate = rateWords(deposit.rate, facts, texts);
  const asks = asksForTransfer(stage);
  const tone = stageTone(stage);
  const hasArrived = Number(deposit.received) > 0;
  const link = walletLink(deposit.uri);
  const toSend = stage === "underpaid" ? deposit.missing : deposit.amount;
  const sends = `${toSend} ${deposit.asset}`;

  return (
    <section class="deposit" data-testid="deposit" data-stage={stage} data-state={deposit.state}>
      <header class="deposit-head" data-tone={tone ?? undefined}>
        <span class="deposit-mark">
          {tone === "warning" ? (
            <Icon name="alert" sizePx={22} />
          ) : (
            <span class="spinner" aria-hidden="true" />
          )}
        </span>
        <div class="deposit-words">
          <h1 class="deposit-title" tabIndex={-1} ref={heading}>
            {words.title}
          </h1>
          {words.lines.map((line) => (
            <p class="deposit-text" key={line}>
              {line}
            </p>
          ))}
        </div>
        {asks && (
          <p class="deposit-time" data-soon={secondsLeft <= 60 ? "" : undefined}>
            <Icon name={clock} />
            <span role="timer" aria-live="off" data-testid="deposit-time">
              {texts.left(minutesAndSeconds(secondsLeft))}
            </span>
          </p>
        )}
      </header>
      {rate && (
        <Notice testId="deposit-rate" tone="warning" title={rate.title} lines={rate.lines} />
      )}
      {asks && (
        <>
          <div class="deposit-amount">
            <p class="field-label">{stage === "underpaid" ? texts.more : texts.exactly}</p>
            <div class="deposit-line">
              <p class="deposit-sum" data-testid="deposit-amount">
                <bdi>{sends}</bdi>
              </p>
              <CopyButton
                text={toSend}
                label={texts.copyAmount}
                words={texts.copy}
                testId="copy-amount"
              />
            </div>
            <p class="field-hint">
              {texts.worth(stage === "underpaid" ? null : total, facts.network)}
            </p>
          </div>
          <div class="deposit-ways">
            {link !== null && (
              <>
                <a
                  class="button deposit-wallet"
                  href={link}
                  target={walletFrame}
                  data-testid="wallet-link"
                >
                  <Icon name={walletDrawing} sizePx={18} />
                  {texts.wallet}
                </a>
                <iframe name={walletFrame} title={texts.wallet} hidden />
              </>
            )}
            <div class="deposit-address">
              <div class="deposit-line">
                <p class="field-label">{texts.address(facts.network)}</p>
                <CopyButton
                  text={deposit.address}
                  label={texts.copyAddress}
                  words={texts.copy}
                  testId="copy-address"
                />
              </div>
              <div data-testid="deposit-address">
                <AddressGroups address={deposit.address} />
              </div>
            </div>
            <DepositQr
              key={deposit.uri}
              uri={deposit.uri}
              label={texts.qr(sends, facts.network)}
              texts={texts}
              load={loadQrPath}
            />
          </div>
          <Notice
            testId="deposit-only"
            tone="warning"
            title={texts.only.title}
            lines={[texts.only.text(facts), texts.fee]}
          />
          <p class="payment-fine">{texts.reload}</p>
        </>
      )}
      {isOnItsWay(stage) && <ConfirmationBar deposit={deposit} texts={texts} />}
      {!asks && hasArrived && <Arrived facts={facts} texts={texts} />}
      {isOnItsWay(stage) && <p class="payment-fine">{texts.leave}</p>}
      <LiveRegion message={spokenDeposit({ stage, words, rate, deposit, secondsLeft, texts })} />
    </section>
  );
}

const walletDrawing =
  "M3.2 6.2v9.4h13.6V6.9H4.2a1 1 0 0 1-1-1c0-.8.5-1.3 1.2-1.5l9.4-1.6v3.6M13.4 11.2v.1";

/** The text about the rate when it is no longer the quoted one. */
function rateWords(
  rate: string,
  facts: DepositFacts,
  texts: CryptoPaymentTexts["deposit"],
): DepositWords | null {
  if (rate === "lost") return texts.rateLost;
  return rate === "requoted" ? texts.requoted(facts) : null;
}

function Arrived(props: { facts: DepositFacts; texts: CryptoPaymentTexts["deposit"] }) {
  const { facts, texts } = props;
  return (
    <dl class="step-facts deposit-facts">
      <div class="payment-line">
        <dt>{texts.asked}</dt>
        <dd>
          <bdi>{facts.amount}</bdi>
        </dd>
      </div>
      <div class="payment-line">
        <dt>{texts.received}</dt>
        <dd data-testid="deposit-received">
          <bdi>{facts.received}</bdi>
        </dd>
      </div>
    </dl>
  );
}
