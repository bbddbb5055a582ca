import type { DisputeCase } from "#contract/console/disputes";
import { disputeStoryTexts } from "../../i18n/dispute-story-texts.ts";
import { Panel } from "../../ui/page.tsx";
import { humanize } from "../../ui/status-badge.tsx";
import { TimeText } from "../../ui/time-text.tsx";

/** What the service itself showed and sent to the customer. */
export function SentPanel({ found: { sent, payment } }: { found: DisputeCase }) {
  const words = disputeStoryTexts.value;
  const { outcomeShownAt, texts } = sent;
  return (
    <Panel title={words.messages} testId="dispute-messages">
      <p>
        {outcomeShownAt === null ? (
          words.outcomeNotShown
        ) : (
          <>
            {words.outcomeShown} <TimeText at={outcomeShownAt} withSeconds />.
          </>
        )}
      </p>
      {payment.hasMandate && <p>{words.mandateCopy}</p>}
      <p class="muted small">{words.noReceipts}</p>
      <section aria-label={words.texts}>
        <h3 class="rail-title">{words.texts}</h3>
        {texts.length === 0 ? (
          <p class="muted">{words.noTexts}</p>
        ) : (
          <ul class="plain-list">
            {texts.map(({ purpose, phoneNumber, status, sends, sentAt }) => (
              <li class="line" key={sentAt} data-testid="customer-text">
                <span class="two-lines">
                  <span>
                    {words.purposes[purpose] ?? humanize(purpose)} · {phoneNumber}
                  </span>
                  <span class="muted small">
                    <TimeText at={sentAt} />, {words.sentTimes(sends)} ·{" "}
                    {words.textStatuses[status] ?? humanize(status)}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
    </Panel>
  );
}
