import type { Breakdown } from "#contract/api/payment-intents";
import { moneyText, percentText } from "../../i18n/money-text.ts";
import type { Texts } from "../../i18n/texts.ts";

interface PriceProps {
  readonly texts: Texts;
  readonly locale: string;
  readonly breakdown: Breakdown | null;
}

/** The total and its parts, if there are any. */
export function Price({ texts, locale, breakdown }: PriceProps) {
  const { summary } = texts;
  const line = (label: string, amount: number, id: string, total = false) => (
    <div class={total ? "payment-line payment-total" : "payment-line"} data-testid={`price-${id}`}>
      <dt>{label}</dt>
      <dd>
        <bdi>{breakdown && moneyText(amount, breakdown.currency, locale)}</bdi>
      </dd>
    </div>
  );
  if (!breakdown) {
    return (
      <dl class="payment-summary" data-testid="price">
        <div class="payment-line payment-total">
          <dt>{summary.total}</dt>
          <dd>
            <span class="skeleton" />
          </dd>
        </div>
      </dl>
    );
  }
  const { baseAmount, processingFees, salesTax, salesTaxRate, salesTaxJurisdiction, total } =
    breakdown;
  const hasParts = processingFees !== 0 || salesTax !== 0;
  const rate = salesTaxRate === undefined ? null : percentText(salesTaxRate, locale);
  return (
    <dl class="payment-summary" data-testid="price">
      {hasParts && line(summary.amount, baseAmount, "base")}
      {processingFees !== 0 && line(summary.fees, processingFees, "fees")}
      {salesTax !== 0 && line(summary.tax(rate, salesTaxJurisdiction ?? null), salesTax, "tax")}
      {line(summary.total, total, "total", true)}
    </dl>
  );
}
