import { type WaitingOutcome, waitingOutcomes } from "#contract/console/outcomes";
import { useQuery } from "../../client/use-query.ts";
import { outcomeTexts } from "../../i18n/outcome-texts.ts";
import { Link } from "../../router/link.tsx";
import { api } from "../../session/session.ts";
import { Money } from "../../ui/money.tsx";
import { Panel } from "../../ui/page.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { humanize } from "../../ui/status-badge.tsx";

const everyMs = 30_000;
const path = "/outcomes/waiting?size=10";

function pathOf({ paymentIntentId, disbursementIntentId }: WaitingOutcome): string {
  return disbursementIntentId === null
    ? `/payments/${encodeURIComponent(paymentIntentId ?? "")}`
    : `/payouts/${encodeURIComponent(disbursementIntentId)}`;
}

/** Disagreements with processors, and outcomes that wait for a second person. */
export function WaitingOutcomes() {
  const words = outcomeTexts.value;
  const { value } = useQuery(path, (signal) => api.get(path, waitingOutcomes, signal), {
    everyMs: () => everyMs,
  });
  if (!value || value.total === 0) return null;
  const { data, total } = value;
  return (
    <Panel title={words.waiting} flush testId="waiting-outcomes">
      <ul class="line-list">
        {data.map((each) => {
          const about = `${each.subjectType}.${each.about}`;
          const more = each.kind === "alarm" ? words.alarms[about] : words.outcomes[about];
          return (
            <li key={`${each.kind}${each.subjectId}${each.about}`}>
              <Link class="line-link" to={pathOf(each)}>
                <span class="line-main">
                  <span class="two-lines">
                    <span>{words.waitingKinds[each.kind] ?? humanize(each.kind)}</span>
                    <span class="muted small">{more ?? humanize(each.about)}</span>
                  </span>
                </span>
                <RelativeTime at={each.since} />
                <span class="line-amount">
                  <Money amount={each.amount} currency={each.currency} />
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
      {total > data.length && <p class="muted panel-text">{words.more(data.length, total)}</p>}
    </Panel>
  );
}
