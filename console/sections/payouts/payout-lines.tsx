import type { PayoutSummary } from "#contract/console/payouts";
import { texts } from "../../i18n/current-texts.ts";
import { Link } from "../../router/link.tsx";
import { Money } from "../../ui/money.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { methodText } from "../payments/method-text.ts";
import { HeldBadge } from "./held-payout.tsx";

/** A short list of payouts, without paging. */
export function PayoutLines({ payouts }: { payouts: readonly PayoutSummary[] }) {
  const words = texts.value.payouts;
  if (payouts.length === 0) return <p class="muted panel-text">{words.noneOfCustomer}</p>;
  return (
    <ul class="line-list">
      {payouts.map(
        ({ disbursementIntentId, amount, currency, status, isHeld, disbursement, createdAt }) => (
          <li key={disbursementIntentId}>
            <Link class="line-link" to={`/payouts/${encodeURIComponent(disbursementIntentId)}`}>
              <span class="line-main">
                {disbursement
                  ? methodText(disbursement.type, disbursement.payoutMethod)
                  : words.notChosen}
                <StatusBadge status={status} />
                {isHeld && <HeldBadge />}
              </span>
              <RelativeTime at={createdAt} />
              <span class="line-amount">
                <Money amount={amount} currency={currency} />
              </span>
            </Link>
          </li>
        ),
      )}
    </ul>
  );
}
