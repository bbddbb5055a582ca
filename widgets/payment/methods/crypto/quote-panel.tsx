import { cryptoNetworks } from "#contract/crypto-networks";
import { minutesAndSeconds, secondsUntil } from "../../../fields/one-time-code/resend-countdown.ts";
import type { CryptoPaymentTexts } from "../../../i18n/crypto-payment-texts.ts";
import { unitPriceText } from "../../../i18n/unit-price-text.ts";
import { Icon } from "../../../ui/icon.tsx";
import { LiveRegion } from "../../../ui/live-region.tsx";
import type { CryptoChoice, Quoting } from "./crypto-quoting.ts";
import { useTickingClock } from "./use-ticking-clock.ts";

interface QuotePanelProps {
  readonly quoting: Quoting;
  readonly choice: CryptoChoice;
  readonly currency: string;
  readonly locale: string;
  readonly nowMs: () => number;
  readonly texts: CryptoPaymentTexts["form"];
  readonly onlyNetwork: boolean;
}

/** What to send, at which rate, and how long it holds. A new amount is announced and shown with the one it replaced. */
export function QuotePanel(props: QuotePanelProps) {
  const { quoting, choice, currency, locale, texts, onlyNetwork } = props;
  const now = useTickingClock(props.nowMs, quoting.step === "held");
  const whole = (amount: string) => `${amount} ${choice.asset}`;
  if (quoting.step === "failed") {
    return (
      <div class="crypto-quote" data-testid="crypto-quote" data-step="failed">
        <p class="field-error" role="alert">
          <Icon name="alert" />
          <span>
            {quoting.code === "crypto_amount_too_small"
              ? texts.tooSmall(choice.asset)
              : texts.failed}
          </span>
        </p>
      </div>
    );
  }
  const rate = quoting.step === "asking" ? null : quoting.rate;
  const before = quoting.step === "held" ? quoting.before : null;
  const isOther = rate !== null && before !== null && rate.amount !== before;
  const change = isOther ? texts.changed(whole(rate.amount), whole(before)) : texts.unchanged;
  const price = rate && Number.isFinite(Number(rate.rate)) ? Number(rate.rate) : null;
  return (
    <div
      class="crypto-quote"
      data-testid="crypto-quote"
      data-step={quoting.step}
      aria-busy={quoting.step === "held" ? undefined : "true"}
    >
      <div class="crypto-quote-line">
        <p class="field-label">{texts.send}</p>
        <p class="crypto-quote-time" data-testid="quote-time">
          {quoting.step === "held" ? (
            <span role="timer" aria-live="off">
              {texts.holds(
                minutesAndSeconds(secondsUntil(Date.parse(quoting.rate.expiresAt), now)),
              )}
            </span>
          ) : (
            <>
              <span class="spinner" aria-hidden="true" />
              {quoting.step === "asking" ? texts.loading : texts.renewing}
            </>
          )}
        </p>
      </div>
      <p class="crypto-quote-sum" data-testid="quote-amount">
        {rate ? <bdi>{whole(rate.amount)}</bdi> : <span class="skeleton" />}
      </p>
      {onlyNetwork && (
        <p class="field-hint">{texts.onlyNetwork(cryptoNetworks[choice.network].name)}</p>
      )}
      {price !== null && (
        <p class="field-hint">
          <bdi>{texts.rate(whole("1"), unitPriceText(price, currency, locale))}</bdi>
        </p>
      )}
      {isOther && (
        <p class="field-note" data-testid="quote-changed">
          <Icon name="info" />
          <span>{change}</span>
        </p>
      )}
      <p class="field-hint">{texts.networkFee}</p>
      <LiveRegion message={before === null ? "" : change} />
    </div>
  );
}
