import { type BreakSummary, secondPersonAboveMinor } from "#contract/console/reconciliation";
import { toMajor } from "#contract/money";
import { language } from "../../i18n/current-texts.ts";
import { reconciliationTexts } from "../../i18n/reconciliation-texts.ts";
import { moneyText } from "../../ui/money-text.ts";

/** Says that a second person must confirm the closing of a break; empty if nobody has to. */
export function secondPersonText({ amount, currency }: BreakSummary): string {
  const limit = toMajor(secondPersonAboveMinor, currency);
  if (amount <= limit) return "";
  return reconciliationTexts.value.secondPerson(moneyText(limit, currency, language.value));
}
