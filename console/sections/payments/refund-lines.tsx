import type { Refund } from "#contract/api/refunds";
import { refundTexts } from "../../i18n/refund-texts.ts";
import { Link } from "../../router/link.tsx";
import { Money } from "../../ui/money.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";

/** Refunds, each with a link to its payment. `total` also counts refunds that are not shown. */
export function RefundLines({ data, total }: { data: readonly Refund[]; total: number }) {
  const words = refundTexts.value;
  return (
    <>
      <ul class="line-list">
        {data.map((refund) => (
          <li key={refund.refundId}>
            <Link class="line-link" to={`/payments/${encodeURIComponent(refund.paymentIntentId)}`}>
              <span class="line-main">
                {refund.reason ? (words.reasons[refund.reason] ?? refund.reason) : words.one}
                <StatusBadge status={refund.status} text={words.statuses[refund.status]} />
              </span>
              <RelativeTime at={refund.createdAt} />
              <span class="line-amount">
                {refund.amount > 0 ? (
                  <Money amount={refund.breakdown.total} currency={refund.currency} />
                ) : (
                  // The amount is unknown until the customer confirms it.
                  refund.crypto && `${refund.crypto.amount ?? ""} ${refund.crypto.asset}`.trim()
                )}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {total > data.length && <p class="muted panel-text">{words.shown(data.length, total)}</p>}
    </>
  );
}
