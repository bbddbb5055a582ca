import type { ComponentChild } from "preact";
import { onStatement } from "#contract/payment-descriptor";
import { moneyText } from "../../i18n/money-text.ts";
import type { Texts } from "../../i18n/texts.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LiveRegion } from "../../ui/live-region.tsx";
import type { RadioOption } from "../../ui/radio-group.tsx";
import type { LaterPart } from "../later-part.ts";
import { priceOf } from "../machine/price.ts";
import type { PaymentState, PaymentStep } from "../machine/state.ts";
import type { FieldProblems } from "../methods/card-form.ts";
import { type KnownType, type MethodKey, typeOf } from "../offered-methods.ts";
import { AcceptedCards } from "./card-fields.tsx";
import { MethodList } from "./method-list.tsx";
import { Price } from "./price.tsx";

/** The first screen, the running widget and the gallery pass the same properties. */
export interface PaymentViewProps {
  readonly state: PaymentState;
  readonly problems: FieldProblems;
  readonly texts: Texts;
  readonly locale: string;
  readonly online: boolean;
  /** Announced instead of the state's text: the number of wrong fields. */
  readonly announcement: string;
  /** Null until it is loaded. */
  readonly later: LaterPart | null;
  readonly formOf?: ((method: MethodKey) => ComponentChild) | undefined;
  readonly saved?: readonly RadioOption<MethodKey>[] | undefined;
  readonly consentOf?: ((type: KnownType) => ComponentChild) | undefined;
  readonly nameOf?: ((type: KnownType) => string | null) | undefined;
  /** The deposit in place of the form; without it there is only text. */
  readonly deposit?: ComponentChild;
  readonly onChoose?: ((method: MethodKey) => void) | undefined;
  readonly onPointed?: ((method: MethodKey) => void) | undefined;
  /** The chosen method's form is still loading, so the customer cannot pay yet. */
  readonly isLoading?: boolean | undefined;
  readonly onSubmit: () => void;
  readonly onRetry: () => void;
  readonly onRedirect?: (() => void) | undefined;
  readonly onGiveUp?: (() => void) | undefined;
  readonly loadMandate?: ((paymentId: string) => Promise<Blob>) | undefined;
  /** Left out if there are never requirements. */
  readonly requirementSteps?: ((fallback: ComponentChild) => ComponentChild) | undefined;
}

const busySteps: readonly PaymentStep[] = ["paying", "method", "challenge", "continuing"];
const formSteps: readonly PaymentStep[] = ["loading", "form", ...busySteps];

const isBusy = (state: PaymentState) =>
  "submitWaits" in state ? state.submitWaits : busySteps.includes(state.step);

function busyText(state: PaymentState, texts: Texts): string {
  const { step } = state;
  if (step === "paying" ? state.polls > 0 : step === "continuing" && state.canceledHere)
    return texts.checking;
  return busySteps.indexOf(step) > 0 ? texts.confirming : texts.paying;
}

const nothing = () => undefined;

/**
 * The form's method `dialog` sends nothing: before a script listens, Enter would otherwise put the card into an
 * address. The form stays in the document under every step, hidden, so that typed data is never lost.
 */
export function PaymentView(props: PaymentViewProps) {
  const { state, problems, texts, locale, online, announcement, later, onSubmit } = props;
  const { formOf = nothing, onRetry, onRedirect = nothing, onGiveUp = nothing } = props;
  const busy = isBusy(state);
  const { breakdown, session } = state;
  const words = later?.words;
  const notice = busy ? null : words && later.noticeWords(state, words, locale);
  const hasNoPrice = state.step === "form" && !breakdown && priceOf(state).failure !== null;
  const amount = breakdown && moneyText(breakdown.total, breakdown.currency, locale);
  const isForm = formSteps.includes(state.step);
  const waits = !breakdown || props.isLoading === true;
  const spoken = busy
    ? busyText(state, texts)
    : ((words && later.spokenOutcome(state, words, locale)) ?? "");
  const type = typeOf(state.method);
  const statement = session && onStatement(type, session.intent.paymentDescriptor);
  return (
    <main class="payment" data-testid="payment" data-step={state.step} data-status={state.status}>
      <form
        class="payment-form"
        data-testid="payment-form"
        method="dialog"
        noValidate
        aria-busy={busy ? "true" : undefined}
        hidden={!isForm}
        onSubmit={(event) => {
          event.preventDefault();
          // A held Enter pays again only after the notice, and from then on its repetitions are ignored.
          const isSaid = later || state.step !== "form" || !state.notice;
          if (!busy && isSaid) onSubmit();
        }}
      >
        <header class="payment-head">
          <h1 class="payment-title">
            <span class="payment-one">{texts.choose.only[type === "saved" ? "card" : type]}</span>
            <span class="payment-many">{texts.choose.title}</span>
          </h1>
          <AcceptedCards texts={texts} />
        </header>
        {notice && later && <later.PaymentNotice words={notice} />}
        <MethodList
          state={state}
          texts={texts}
          problems={problems}
          busy={busy}
          formOf={formOf}
          saved={props.saved}
          consentOf={props.consentOf}
          nameOf={props.nameOf}
          onChoose={props.onChoose ?? nothing}
          onPointed={props.onPointed}
        />
        {hasNoPrice ? (
          <Button testId="price-retry" quiet onPress={onRetry}>
            {texts.choose.retry}
          </Button>
        ) : (
          <>
            <Price texts={texts} locale={locale} breakdown={breakdown} />
            <div class="payment-submit">
              <Button testId="pay" type="submit" busy={busy} waits={waits}>
                {busy ? (
                  busyText(state, texts)
                ) : (
                  <>
                    <Icon name="lock" />
                    {texts.pay(amount)}
                    {!breakdown && <span class="skeleton" />}
                    {waits && (
                      <span class="visually-hidden">
                        {` ${breakdown ? texts.loadingForm : texts.loadingAmount}`}
                      </span>
                    )}
                  </>
                )}
              </Button>
            </div>
          </>
        )}
        <p class="payment-fine">{statement ? texts.descriptor(statement) : "\u00a0"}</p>
      </form>
      {later && words ? (
        <later.Outcome
          state={state}
          words={words}
          locale={locale}
          online={online}
          onRetry={onRetry}
          onRedirect={onRedirect}
          onGiveUp={onGiveUp}
          loadMandate={props.loadMandate}
          deposit={props.deposit}
          requirementSteps={props.requirementSteps}
        />
      ) : (
        !isForm && <h1 class="spinner" aria-label={texts.checking} data-holds-place />
      )}
      <LiveRegion message={(!busy && announcement) || spoken} />
    </main>
  );
}
