import type { DisbursementTexts } from "../../i18n/disbursement-texts.ts";
import { moneyText } from "../../i18n/money-text.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useStepHeading } from "../../ui/step-heading.ts";
import type { DisbursementState } from "../machine/state.ts";
import { arrivalText, methodText } from "./method-words.ts";
import { noticeWords } from "./notice-words.ts";
import { SentAddress } from "./sent-address.tsx";

interface ReviewProps {
  readonly state: DisbursementState;
  readonly texts: DisbursementTexts;
  readonly locale: string;
  readonly onChange: () => void;
  readonly onConfirm: () => void;
}

/** Shows everything that will happen, and the button that confirms it. */
export function Review({ state, texts, locale, onChange, onConfirm }: ReviewProps) {
  const heading = useStepHeading(1);
  const { choice, amounts, session } = state;
  if (!choice || !amounts || !session) return null;
  const { review } = texts;
  const notice = noticeWords(state, texts, locale);
  const busy = state.step === "sending";
  const busyText = state.polls > 0 ? review.checking : review.sending;
  const arrival = arrivalText(choice.arrival, texts);
  const isCrypto = choice.method !== null && "asset" in choice.method;
  return (
    <section class="payout-step" data-testid="step-review" aria-busy={busy ? "true" : undefined}>
      <h1 class="personal-title" tabIndex={-1} ref={heading}>
        {review.title}
      </h1>
      {notice && <Notice {...notice} testId="notice" />}
      <dl class="payout-facts">
        <div class="payout-fact">
          <dt>{review.to}</dt>
          <dd data-testid="review-method">
            {methodText(choice.method, texts)}
            <SentAddress method={choice.method} />
          </dd>
          <dd class="payout-fact-way">
            <button
              type="button"
              class="link"
              data-testid="change-method"
              aria-disabled={busy ? "true" : undefined}
              onClick={() => !busy && onChange()}
            >
              {review.change}
              <span class="visually-hidden"> ({texts.method.legend})</span>
            </button>
          </dd>
        </div>
        {arrival !== "" && (
          <div class="payout-fact">
            <dt>{review.arrives}</dt>
            <dd>{texts.arrivalOnceApproved(arrival)}</dd>
          </div>
        )}
      </dl>
      <Button testId="confirm" busy={busy} onPress={onConfirm}>
        {busy ? (
          busyText
        ) : (
          <>
            <Icon name="lock" />
            {review.confirm(moneyText(amounts.netAmount, amounts.currency, locale))}
          </>
        )}
      </Button>
      <p class="payout-fine">
        {review.text(session.operator.name)}
        {isCrypto && ` ${review.cryptoText}`}
      </p>
    </section>
  );
}
