import {
  type DeliverySummary,
  deliveryList,
  deliveryStatuses,
  endpointList,
} from "#contract/console/deliveries";
import { eventTypes } from "#contract/events/event-types";
import { timeSorts } from "#contract/lists";
import { useQuery } from "../../client/use-query.ts";
import { texts } from "../../i18n/current-texts.ts";
import { deliveryTexts } from "../../i18n/delivery-texts.ts";
import { api } from "../../session/session.ts";
import { SearchFilter, SelectFilter } from "../../ui/filters.tsx";
import type { ChosenColumn } from "../../ui/list-tools.tsx";
import { ListView, useList } from "../../ui/list-view.tsx";
import { Page } from "../../ui/page.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { humanize, StatusBadge, statusText } from "../../ui/status-badge.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { Endpoints } from "./endpoints.tsx";

const filters = ["id", "status", "type", "webhookId"] as const;
/** How often the list is read again, because deliveries continue while it is open. */
const everyMs = 15_000;

/** Deliveries to the operator's endpoints, with their statuses. */
export default function DeliveryList() {
  const { sections, events } = texts.value;
  const deliveries = deliveryTexts.value;
  const list = useList("deliveries", {
    path: "/deliveries",
    schema: deliveryList,
    filters,
    columns: columns(),
    sorts: timeSorts,
    everyMs,
  });
  const endpoints = useQuery("/webhooks", (signal) => api.get("/webhooks", endpointList, signal));
  return (
    <Page title={sections.deliveries} lead={deliveries.lead} testId="delivery-list">
      <Endpoints reading={endpoints} />
      <ListView
        list={list}
        caption={sections.deliveries}
        keyOf={({ eventId, webhookId }) => `${eventId}/${webhookId}`}
        linkOf={({ eventId, webhookId }) => `/deliveries/${eventId}/${webhookId}`}
        words={deliveries}
      >
        <SearchFilter name="id" label={deliveries.search} />
        <SelectFilter
          name="status"
          label={deliveries.status}
          all={deliveries.anyStatus}
          options={deliveryStatuses.map((value) => ({
            value,
            text: deliveries.statuses[value] ?? humanize(value),
          }))}
        />
        <SelectFilter
          name="type"
          label={deliveries.type}
          all={deliveries.anyType}
          options={eventTypes.map((value) => ({
            value,
            text: events.types[value] ?? humanize(value),
          }))}
        />
        <SelectFilter
          name="webhookId"
          label={deliveries.endpoint}
          all={deliveries.anyEndpoint}
          options={(endpoints.value?.data ?? []).map(({ webhookId, url }) => ({
            value: webhookId,
            text: shortUrl(url),
          }))}
        />
      </ListView>
    </Page>
  );
}

function columns(): ChosenColumn<DeliverySummary>[] {
  const { events } = texts.value;
  const deliveries = deliveryTexts.value;
  return [
    {
      name: "event",
      header: deliveries.event,
      cell: ({ type, eventStatus }) => (
        <span class="two-lines">
          <span class="strong">{events.types[type] ?? humanize(type)}</span>
          <span class="muted small">{statusText(eventStatus)}</span>
        </span>
      ),
    },
    {
      name: "status",
      header: deliveries.status,
      cell: ({ status }) => <StatusBadge status={status} text={deliveries.statuses[status]} />,
    },
    {
      name: "about",
      header: deliveries.about,
      isWide: true,
      cell: ({ resourceId }) => (
        <span class="mono" title={resourceId}>
          {resourceId}
        </span>
      ),
    },
    {
      name: "endpoint",
      header: deliveries.endpoint,
      isWide: true,
      cell: ({ url }) => <span title={url}>{shortUrl(url)}</span>,
    },
    {
      name: "lastAnswer",
      header: deliveries.lastAnswer,
      cell: ({ lastStatusCode, attempts }) => (
        <span class="two-lines">
          <span class="mono">
            {lastStatusCode ?? (attempts > 0 ? deliveries.noAnswer : texts.value.nothing)}
          </span>
          {attempts > 1 && <span class="muted small">{deliveries.tries(attempts)}</span>}
        </span>
      ),
    },
    {
      name: "createdAt",
      header: deliveries.createdAt,
      cell: ({ createdAt, nextAt }) => (
        <span class="two-lines">
          <RelativeTime at={createdAt} />
          {nextAt && (
            <span class="muted small">
              {deliveries.next} <TimeText at={nextAt} withSeconds />
            </span>
          )}
        </span>
      ),
    },
  ];
}

/** The URL without its scheme. */
function shortUrl(url: string): string {
  return url.replace(/^https?:\/\//, "");
}
