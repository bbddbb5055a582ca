import { cryptoNetworks } from "#contract/crypto-networks";
import { AddressGroups } from "../fields/crypto-address/grouped-address.tsx";
import { timeText } from "../i18n/date-text.ts";
import { moneyText } from "../i18n/money-text.ts";
import type { RefundTexts } from "../i18n/refund-texts.ts";
import { StepForm } from "../steps/step-form.tsx";
import type { ReadQuote, ReadRefund } from "./refund-api.ts";
import type { Destination } from "./refund-app.tsx";

interface ReviewProps {
  readonly refund: ReadRefund;
  readonly destination: Destination;
  /** The quote of a crypto refund; null while it loads, or if none is needed. */
  readonly quote: ReadQuote | null;
  readonly texts: RefundTexts;
  readonly locale: string;
  readonly problem: string | undefined;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onChange: () => void;
}

/** Shows where the refund goes and how much it is, before the customer confirms. */
export function ReviewStep(props: ReviewProps) {
  const { refund, destination, quote, texts, locale, problem, busy } = props;
  const words = texts.review;
  const operator = refund.operator.name;
  const isWaiting = needsQuote(refund) && quote === null;
  return (
    <StepForm
      testId="refund-review"
      texts={texts}
      title={words.title}
      text={words.text(operator)}
      problem={problem}
      button={words.confirm}
      busy={busy || isWaiting}
      blocks={false}
      onSubmit={props.onConfirm}
      otherWay={
        <button
          type="button"
          class="link"
          data-testid="refund-change"
          aria-disabled={busy ? "true" : undefined}
          onClick={() => !busy && props.onChange()}
        >
          {words.change}
        </button>
      }
    >
      {() => (
        <dl class="refund-summary">
          <div>
            <dt>{words.amount}</dt>
            <dd>
              <Amount refund={refund} quote={quote} texts={texts} locale={locale} />
            </dd>
          </div>
          {destination.type === "crypto" ? (
            <>
              <div>
                <dt>{words.network}</dt>
                <dd>{networkName(refund)}</dd>
              </div>
              <div>
                <dt>{words.address}</dt>
                <dd data-testid="refund-address">
                  <AddressGroups address={destination.address} />
                </dd>
              </div>
            </>
          ) : (
            <>
              <div>
                <dt>{words.holder}</dt>
                <dd dir="auto">{destination.bank.holderName}</dd>
              </div>
              <div>
                <dt>{words.account}</dt>
                <dd>
                  {words.accountType[destination.bank.accountType]},{" "}
                  {words.ending(destination.bank.accountNumber.slice(-4))}
                </dd>
              </div>
            </>
          )}
        </dl>
      )}
    </StepForm>
  );
}

function Amount({
  refund,
  quote,
  texts,
  locale,
}: Pick<ReviewProps, "refund" | "quote" | "texts" | "locale">) {
  const words = texts.review;
  const { crypto, amount, currency } = refund;
  if (!crypto) return <strong>{moneyText(amount, currency, locale)}</strong>;
  const fee = <span class="refund-note">{words.networkFee(refund.operator.name)}</span>;
  if (crypto.amount !== null) {
    return (
      <>
        <strong>{`${crypto.amount} ${crypto.asset}`}</strong>
        {fee}
      </>
    );
  }
  if (quote === null) return <span class="refund-note">{words.quoting}</span>;
  const worth = Number(quote.amount) * Number(quote.rate);
  return (
    <>
      <strong data-testid="refund-amount">{`${quote.amount} ${crypto.asset}`}</strong>
      <span class="refund-note">{words.worth(moneyText(worth, currency, locale))}</span>
      {quote.isLimited && <span class="refund-note">{words.limited}</span>}
      <span class="refund-note">{words.until(timeText(quote.expiresAt, locale))}</span>
      {fee}
    </>
  );
}

/** Whether the refund's amount in crypto depends on the rate. */
export function needsQuote({ crypto }: Pick<ReadRefund, "crypto">): boolean {
  return crypto !== null && crypto.amount === null;
}

/** The network's code if this page does not know it. */
export function networkName({ crypto }: Pick<ReadRefund, "crypto">): string {
  const code = crypto?.network ?? "";
  return Object.hasOwn(cryptoNetworks, code)
    ? cryptoNetworks[code as keyof typeof cryptoNetworks].name
    : code;
}
