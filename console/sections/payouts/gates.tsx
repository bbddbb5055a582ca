import type { AmountLimit, ApprovalGates } from "#contract/console/payouts";
import { language, texts } from "../../i18n/current-texts.ts";
import { moneyText } from "../../ui/money-text.ts";
import { humanize } from "../../ui/status-badge.tsx";

/** Why the service would refuse an approval; empty if it would not. */
export function obstaclesOf({ w9, kyc, sanctions, amountLimit }: ApprovalGates): string[] {
  const { payouts } = texts.value;
  return [
    ...(w9 === "not_completed" ? [payouts.w9Missing] : []),
    ...(kyc === "not_verified" ? [payouts.kycMissing] : []),
    ...(sanctions === "clear" ? [] : [payouts.sanctions[sanctions] ?? payouts.onHold]),
    ...(amountLimit ? [limitText(amountLimit)] : []),
  ];
}

function limitText({ netAmount, currency, least, most }: AmountLimit): string {
  const { amountNotPayable } = texts.value.payouts;
  const money = (amount: number | null) =>
    amount === null ? null : moneyText(amount, currency, language.value);
  return amountNotPayable(money(netAmount) ?? "", money(least), money(most));
}

/** The statuses of identity and W-9. */
export function GateBadges({ gates }: { gates: ApprovalGates }) {
  const { payouts } = texts.value;
  const badge = (name: string, state: string) => (
    <span
      class="badge"
      data-tone={state === "met" ? "good" : state === "not_required" ? "quiet" : "bad"}
      key={name}
    >
      {name}: {payouts.gates[state] ?? humanize(state)}
    </span>
  );
  return (
    <span class="badge-row">
      {badge(payouts.kyc, gates.kyc)}
      {badge(payouts.w9, gates.w9)}
      {gates.sanctions !== "clear" && (
        <span class="badge" data-tone="bad">
          {payouts.onHold}
        </span>
      )}
      {gates.amountLimit && (
        <span class="badge" data-tone="bad">
          {payouts.notPayable}
        </span>
      )}
      {gates.notUsPerson && (
        <span class="badge" data-tone="wait">
          {payouts.notUsPerson}
        </span>
      )}
      {gates.backupWithholding && (
        <span class="badge" data-tone="wait">
          {payouts.backupWithholding}
        </span>
      )}
    </span>
  );
}
