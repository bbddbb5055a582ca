import type { Payment } from "#contract/api/payment-intents";
import type { SurchargeDetail } from "#contract/console/payment-rails";
import { brandName } from "../../../widgets/fields/brand-name.ts";
import { percentText } from "../../../widgets/i18n/money-text.ts";
import { language } from "../../i18n/current-texts.ts";
import { railTexts } from "../../i18n/rail-texts.ts";
import { moneyText } from "../../ui/money-text.ts";
import { humanize } from "../../ui/status-badge.tsx";
import { dateText } from "../../ui/time-text.tsx";
import { usStateNames } from "../settings/place-names.ts";

/** Explains a payment's surcharge: the setting when it was priced, and the brand's or state's rule that applied. */
export function SurchargeWords({
  surcharge,
  payment,
}: {
  surcharge: SurchargeDetail | null;
  payment: Pick<Payment, "breakdown" | "currency">;
}) {
  const { surcharge: words } = railTexts.value;
  if (!surcharge) {
    return <>{payment.breakdown.processingFees > 0 ? words.notKept : words.off}</>;
  }
  const { outcome, rule } = surcharge;
  const rate = rateOf(surcharge, payment.currency);
  const outcomeText =
    outcome === "setting"
      ? words.setting(rate)
      : outcome === "capped"
        ? words.capped(rate)
        : (words.none[outcome] ?? `${humanize(outcome)}.`);
  return (
    <span class="two-lines" data-testid="surcharge-words">
      <span>{outcomeText}</span>
      {rule && <span class="muted small">{ruleText(rule)}</span>}
    </span>
  );
}

function ruleText({ kind, of, from, capBasisPoints }: NonNullable<SurchargeDetail["rule"]>) {
  const { surcharge: words } = railTexts.value;
  const subject = kind === "brand" ? brandName(of) : (usStateNames[of] ?? of);
  return capBasisPoints === 0
    ? words.ban(subject, dateText(from))
    : words.cap(subject, shareText(capBasisPoints), dateText(from));
}

function rateOf({ basisPoints, fixed }: SurchargeDetail, currency: string): string {
  const parts = [
    ...(basisPoints > 0 || fixed === 0 ? [shareText(basisPoints)] : []),
    ...(fixed > 0 ? [moneyText(fixed, currency, language.value)] : []),
  ];
  return parts.join(" + ");
}

function shareText(basisPoints: number): string {
  return percentText(basisPoints / 10_000, language.value);
}
