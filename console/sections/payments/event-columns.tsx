import type { EventSummary } from "#contract/console/events";
import { texts } from "../../i18n/current-texts.ts";
import { deliveryTexts } from "../../i18n/delivery-texts.ts";
import { Link } from "../../router/link.tsx";
import { may } from "../../session/session.ts";
import type { Column } from "../../ui/data-table.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { humanize, StatusBadge } from "../../ui/status-badge.tsx";

/** Events and the statuses of their deliveries. */
export function eventColumns(): Column<EventSummary>[] {
  const { events } = texts.value;
  const deliveries = deliveryTexts.value;
  return [
    {
      header: events.event,
      cell: ({ type, eventId }) => (
        <span class="two-lines">
          <span class="strong">{events.types[type] ?? humanize(type)}</span>
          <span class="muted mono small cut" title={eventId}>
            {eventId}
          </span>
        </span>
      ),
    },
    { header: events.status, cell: ({ status }) => <StatusBadge status={status} /> },
    {
      header: events.deliveries,
      cell: ({ deliveries: sent, eventId }) =>
        sent.length === 0 ? (
          <span class="muted">{events.toNobody}</span>
        ) : (
          <span class="badge-row">
            {sent.map(({ webhookId, status }) => {
              const text = deliveries.statuses[status] ?? humanize(status);
              return may("deliveries.read") ? (
                <Link
                  to={`/deliveries/${eventId}/${webhookId}`}
                  class="badge-link"
                  aria-label={`${text}: ${deliveries.openOne(webhookId)}`}
                  key={webhookId}
                >
                  <StatusBadge status={status} text={text} />
                </Link>
              ) : (
                <StatusBadge status={status} text={text} key={webhookId} />
              );
            })}
          </span>
        ),
    },
    { header: events.at, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
  ];
}
