import type { PaymentSummary } from "#contract/console/payment-list";
import { texts } from "../../i18n/current-texts.ts";
import { Link } from "../../router/link.tsx";
import { Money } from "../../ui/money.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";

import { methodText } from "./method-text.ts";

/** A short list of payments, without paging. */
export function PaymentLines({ payments }: { payments: readonly PaymentSummary[] }) {
  const words = texts.value.payments;
  if (payments.length === 0) return <p class="muted panel-text">{words.noneOfCustomer}</p>;
  return (
    <ul class="line-list">
      {payments.map((payment) => (
        <li key={payment.paymentIntentId}>
          <Link class="line-link" to={`/payments/${encodeURIComponent(payment.paymentIntentId)}`}>
            <span class="line-main">
              {methodText(payment.type, payment.paymentMethod)}
              <StatusBadge status={payment.status} />
            </span>
            <RelativeTime at={payment.createdAt} />
            <span class="line-amount">
              <Money amount={payment.total} currency={payment.currency} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
