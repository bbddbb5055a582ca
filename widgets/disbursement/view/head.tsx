import type { DisbursementTexts } from "../../i18n/disbursement-texts.ts";
import { moneyText, percentText } from "../../i18n/money-text.ts";
import { OperatorLogo } from "../../ui/operator-logo.tsx";
import type { DisbursementState } from "../machine/state.ts";

interface HeadProps {
  readonly state: DisbursementState;
  readonly texts: DisbursementTexts;
  readonly locale: string;
  /** Whether a step below has the page's heading. */
  readonly hasStep: boolean;
}

/** Says who pays, how much, and what is withheld and why. */
export function Head({ state, texts, locale, hasStep }: HeadProps) {
  const Title = hasStep ? "p" : "h1";
  const { session, amounts } = state;
  const money = (amount: number) => (
    <bdi>{amounts && moneyText(amount, amounts.currency, locale)}</bdi>
  );
  return (
    <header class="payout-head">
      {state.step !== "requirement" && <OperatorLogo operator={session?.operator} />}
      <Title class="payout-title">
        {texts.title}
        {session && <span class="payout-operator">{session.operator.name}</span>}
      </Title>
      <p class="payout-amount" data-testid="payout-amount">
        <span class="visually-hidden">{texts.youReceive} </span>
        {amounts ? money(amounts.netAmount) : <span class="skeleton" />}
      </p>
      {session?.intent.description && (
        <p class="payout-description">{session.intent.description}</p>
      )}
      {amounts && session && amounts.withheldAmount > 0 && (
        <div class="payout-withheld" data-testid="withheld">
          <dl class="payout-lines">
            <div class="payout-line">
              <dt>{texts.amounts.gross}</dt>
              <dd>{money(amounts.amount)}</dd>
            </div>
            <div class="payout-line">
              <dt>
                {texts.amounts.withheld(
                  percentText(roundedRate(amounts.withheldAmount, amounts.amount), locale),
                )}
              </dt>
              <dd>{money(-amounts.withheldAmount)}</dd>
            </div>
            <div class="payout-line payout-net">
              <dt>{texts.amounts.net}</dt>
              <dd>{money(amounts.netAmount)}</dd>
            </div>
          </dl>
          <p class="payout-why">{texts.amounts.withheldWhy(session.operator.name)}</p>
        </div>
      )}
    </header>
  );
}

/** The rate behind an amount that was rounded to cents. */
function roundedRate(part: number, whole: number): number {
  return Math.round((part / whole) * 100) / 100;
}
