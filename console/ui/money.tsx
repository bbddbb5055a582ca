import { language } from "../i18n/current-texts.ts";
import { moneyText } from "./money-text.ts";

/** An amount in major units, formatted for the person's language. */
export function Money({ amount, currency }: { amount: number; currency: string }) {
  return <span class="money">{moneyText(amount, currency, language.value)}</span>;
}
