import type { PaymentDispute } from "#contract/console/payments";
import { texts } from "../../i18n/current-texts.ts";
import { disputeTexts } from "../../i18n/dispute-texts.ts";
import { Link } from "../../router/link.tsx";
import { Money } from "../../ui/money.tsx";
import { Panel } from "../../ui/page.tsx";
import { humanize } from "../../ui/status-badge.tsx";
import { DaysLeft } from "./days-left.tsx";
import { DisputeStatus, reasonText } from "./dispute-status.tsx";

/** Disputes, each with its deadline and a link to its page. */
export default function DisputeLines({ disputes }: { disputes: readonly PaymentDispute[] }) {
  const words = disputeTexts.value;
  return (
    <Panel title={texts.value.sections.disputes} testId="payment-disputes">
      <ul class="plain-list">
        {disputes.map(({ disputeId, category, stage, status, respondBy, ...each }) => (
          <li class="line refund-line" key={disputeId} data-testid="payment-dispute">
            <span class="two-lines">
              <span>
                <DisputeStatus status={status} />{" "}
                <Link to={`/disputes/${encodeURIComponent(disputeId)}`}>
                  {words.categories[category] ?? humanize(category)}
                </Link>
              </span>
              <span class="muted small">
                {words.stages[stage] ?? humanize(stage)} · {reasonText(each)}
              </span>
              {status === "needs-response" && <DaysLeft respondBy={respondBy} />}
            </span>
            <Money amount={each.amount} currency={each.currency} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
