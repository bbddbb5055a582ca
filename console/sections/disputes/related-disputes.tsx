import type { DisputeCase, RelatedDispute } from "#contract/console/disputes";
import { disputeTexts } from "../../i18n/dispute-texts.ts";
import { inquiryTexts } from "../../i18n/inquiry-texts.ts";
import { Link } from "../../router/link.tsx";
import { Panel } from "../../ui/page.tsx";
import { humanize } from "../../ui/status-badge.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { DisputeStatus, reasonText } from "./dispute-status.tsx";

/** The payment's disputes, oldest first: an inquiry and the return after it belong together. */
export function RelatedDisputes({ found: { dispute, related } }: { found: DisputeCase }) {
  const words = inquiryTexts.value;
  if (related.length === 0) return null;
  const all: RelatedDispute[] = [...related, dispute].sort((a, b) =>
    a.disputeId < b.disputeId ? -1 : 1,
  );
  return (
    <Panel title={words.story} testId="related-disputes">
      <ol class="timeline">
        {all.map((each) => (
          <li class="timeline-item" key={each.disputeId} data-testid="related-dispute">
            <div class="timeline-head">
              <DisputeStatus status={each.status} />
              <Title each={each} isHere={each.disputeId === dispute.disputeId} />
              <TimeText at={each.openedAt} />
            </div>
            <p class="muted small">{reasonText(each)}</p>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function Title({ each, isHere }: { each: RelatedDispute; isHere: boolean }) {
  const { stages } = disputeTexts.value;
  const stage = stages[each.stage] ?? humanize(each.stage);
  if (!isHere) return <Link to={`/disputes/${encodeURIComponent(each.disputeId)}`}>{stage}</Link>;
  return (
    <span class="strong" aria-current="true">
      {stage} <span class="muted small">({inquiryTexts.value.now})</span>
    </span>
  );
}
