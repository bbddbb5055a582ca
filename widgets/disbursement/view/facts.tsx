import type { ReadDisbursement } from "../../client/disbursement-responses.ts";
import type { DisbursementTexts } from "../../i18n/disbursement-texts.ts";
import { moneyText } from "../../i18n/money-text.ts";
import type { DisbursementState } from "../machine/state.ts";
import { arrivalText, methodText } from "./method-words.ts";
import { SentAddress } from "./sent-address.tsx";

interface FactsProps {
  readonly state: DisbursementState;
  readonly disbursement: ReadDisbursement;
  readonly texts: DisbursementTexts;
  readonly locale: string;
}

/** What a customer needs when they ask about their payout. */
export function Facts({ state, disbursement, texts, locale }: FactsProps) {
  const { facts } = texts;
  const to = methodText(disbursement.payoutMethod, texts);
  const arrival = state.step === "waiting" ? arrivalText(disbursement.arrival, texts) : "";
  const { netAmount, currency } = disbursement.amounts;
  return (
    <dl class="payout-facts payout-facts-quiet">
      <div class="payout-fact">
        <dt>{facts.amount}</dt>
        <dd data-testid="fact-amount">{moneyText(netAmount, currency, locale)}</dd>
      </div>
      {to !== "" && (
        <div class="payout-fact">
          <dt>{facts.to}</dt>
          <dd data-testid="fact-method">
            {to}
            <SentAddress method={disbursement.payoutMethod} />
          </dd>
        </div>
      )}
      {arrival !== "" && (
        <div class="payout-fact">
          <dt>{facts.arrives}</dt>
          <dd>{texts.arrivalOnceApproved(arrival)}</dd>
        </div>
      )}
      {state.session && (
        <div class="payout-fact">
          <dt>{facts.from}</dt>
          <dd>{state.session.operator.name}</dd>
        </div>
      )}
      <div class="payout-fact">
        <dt>{facts.reference}</dt>
        <dd class="payout-reference">{disbursement.disbursementId}</dd>
      </div>
    </dl>
  );
}
