import type { RoutingConditions, RoutingProblem, RoutingRule } from "#contract/routing-rules";
import { brandName } from "../../../widgets/fields/brand-name.ts";
import { countryName } from "../../../widgets/fields/country-names.ts";
import { language, texts } from "../../i18n/current-texts.ts";
import { routingTexts } from "../../i18n/routing-texts.ts";
import { moneyText } from "../../ui/money-text.ts";
import { humanize } from "../../ui/status-badge.tsx";

export function ruleName({ name, id }: Pick<RoutingRule, "name" | "id">): string {
  return name ?? humanize(id);
}

/** Describes each condition in a few words; returns one phrase if there is none. */
export function conditionWords(when: RoutingConditions): string[] {
  const { methods } = texts.value;
  const routing = routingTexts.value;
  const { currencies, types, brands, funding, countries } = when;
  const or = (names: readonly string[]) =>
    new Intl.ListFormat(language.value, { type: "disjunction" }).format(names);
  const amount = amountWords(when);
  // An amount in one currency already names it.
  const amountNamesCurrency = amount !== null && currencies?.length === 1;
  const words = [
    amount,
    currencies && !amountNamesCurrency && routing.currency(or(currencies)),
    types && or(types.map((type) => methods[type] ?? humanize(type))),
    brands && or(brands.map(brandName)),
    funding && routing.fundingOf(or(funding.map((kind) => routing.funding[kind] ?? kind))),
    countries && routing.country(or(countries.map((code) => countryName(code, language.value)))),
  ].filter((each): each is string => typeof each === "string");
  return words.length > 0 ? words : [routing.everything];
}

/** The amounts as money if the rule has one currency, otherwise as numbers: the currencies are listed separately. */
function amountWords({ minAmount, maxAmount, currencies }: RoutingConditions): string | null {
  const routing = routingTexts.value;
  const [currency] = currencies?.length === 1 ? currencies : [];
  const text = (amount: number) =>
    currency === undefined
      ? new Intl.NumberFormat(language.value).format(amount)
      : moneyText(amount, currency, language.value);
  if (minAmount !== undefined && maxAmount !== undefined) {
    return routing.amountBetween(text(minAmount), text(maxAmount));
  }
  if (minAmount !== undefined) return routing.amountFrom(text(minAmount));
  return maxAmount === undefined ? null : routing.amountTo(text(maxAmount));
}

export function problemWords(problem: RoutingProblem, rules: readonly RoutingRule[]): string {
  const routing = routingTexts.value;
  const cover = rules.find(({ id }) => id === problem.coveredBy);
  if (cover) return routing.covered(ruleName(cover));
  return routing.problems[problem.code] ?? problem.message;
}
