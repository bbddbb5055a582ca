import type { ComponentChild } from "preact";
import { moneyText } from "../../i18n/money-text.ts";
import type { Texts } from "../../i18n/texts.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LiveRegion } from "../../ui/live-region.tsx";
import type { PaymentState, PaymentStep } from "../machine/state.ts";
import { CardFields, CardFormHead, type FieldProblems } from "./card-form.tsx";
import { Outcome } from "./outcome.tsx";
import { noticeWords, PaymentNotice } from "./payment-notice.tsx";
import { Price } from "./price.tsx";

/** Everything that the view shows; the same for the first screen, the running widget and the gallery. */
export interface PaymentViewProps {
  readonly state: PaymentState;
  readonly problems: FieldProblems;
  readonly texts: Texts;
  readonly locale: string;
  readonly online: boolean;
  /** Said aloud instead of what the state says: how many fields need a look. */
  readonly announcement: string;
  readonly onSubmit: () => void;
  readonly onRetry: () => void;
  /** See {@link Outcome}; left out where nothing is ever owed. */
  readonly owedSteps?: ((fallback: ComponentChild) => ComponentChild) | undefined;
}

const formSteps: readonly PaymentStep[] = [
  "loading",
  "form",
  "paying",
  "method",
  "challenge",
  "continuing",
];

/** What is said aloud where the step alone tells it. */
function spoken(state: PaymentState, texts: Texts, locale: string): string {
  const notice = noticeWords(state, texts, locale);
  if (state.step === "form" && notice) return [notice.title, ...notice.lines].join(" ");
  if (isBusy(state)) return busyText(state, texts);
  if (state.step === "pending") return texts.pending.title;
  if (state.step === "success") return texts.success.title;
  if (state.step === "expired")
    return state.renewing ? texts.expired.renewing : texts.expired.title;
  return "";
}

const isBusy = (state: PaymentState) =>
  state.submitWaits || ["paying", "method", "challenge", "continuing"].includes(state.step);

function busyText(state: PaymentState, texts: Texts): string {
  if (state.step === "paying") return state.polls > 0 ? texts.checking : texts.paying;
  return state.step === "loading" ? texts.paying : texts.confirming;
}

/**
 * The payment widget. Its form is of method `dialog`, which sends nothing anywhere: before a script
 * listens, Enter would otherwise put the card into an address. The form stays in the document under every step, hidden where another step
 * stands: what was typed is never lost, and nothing is put back into inputs.
 */
export function PaymentView(props: PaymentViewProps) {
  const { state, problems, texts, locale, online, announcement, onSubmit, onRetry } = props;
  const busy = isBusy(state);
  const { breakdown, session } = state;
  const notice = busy ? null : noticeWords(state, texts, locale);
  const amount = breakdown && moneyText(breakdown.total, breakdown.currency, locale);
  return (
    <main class="payment" data-testid="payment" data-step={state.step} data-status={state.status}>
      <form
        class="payment-form"
        data-testid="payment-form"
        method="dialog"
        noValidate
        aria-busy={busy ? "true" : undefined}
        hidden={!formSteps.includes(state.step)}
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) onSubmit();
        }}
      >
        <CardFormHead texts={texts} />
        {notice && <PaymentNotice words={notice} />}
        <CardFields texts={texts} problems={problems} busy={busy} />
        <Price texts={texts} locale={locale} breakdown={breakdown} />
        <div class="payment-submit">
          <Button testId="pay" type="submit" busy={busy} waits={!breakdown}>
            {busy ? (
              busyText(state, texts)
            ) : (
              <>
                <Icon name="lock" />
                {texts.pay(amount)}
                {!breakdown && <span class="skeleton" />}
                {!breakdown && <span class="visually-hidden">{` ${texts.payWaits}`}</span>}
              </>
            )}
          </Button>
        </div>
        <p class="payment-fine">
          {session ? texts.descriptor(session.intent.paymentDescriptor) : "\u00a0"}
        </p>
      </form>
      <Outcome {...{ state, texts, locale, online, onRetry }} owedSteps={props.owedSteps} />
      <LiveRegion message={announcement || spoken(state, texts, locale)} />
    </main>
  );
}
