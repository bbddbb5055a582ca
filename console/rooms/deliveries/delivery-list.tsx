import {
  type DeliverySummary,
  deliveryList,
  deliveryStatuses,
  endpointList,
} from "#contract/console/deliveries";
import { eventTypes } from "#contract/events/event-types";
import { queryText } from "../../client/query-text.ts";
import { useAnswer } from "../../client/use-answer.ts";
import { texts } from "../../i18n/current-texts.ts";
import { deliveryTexts } from "../../i18n/delivery-texts.ts";
import { api } from "../../session/session.ts";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { Filters, filterOf, SearchFilter, SelectFilter } from "../../ui/filters.tsx";
import { Page } from "../../ui/page.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { StatusBadge, statusText, wordsOf } from "../../ui/status-badge.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { Endpoints } from "./endpoints.tsx";

const filters = ["id", "status", "type", "webhookId"] as const;
/** How often to read again, because deliveries continue without the page. */
const everyMs = 15_000;

/** Deliveries to the operator's endpoints, with their statuses. */
export default function DeliveryList() {
  const { rooms, events } = texts.value;
  const deliveries = deliveryTexts.value;
  const path = `/deliveries${queryText({
    ...Object.fromEntries(filters.map((name) => [name, filterOf(name)])),
    page: filterOf("page"),
  })}`;
  const reading = useAnswer(path, (signal) => api.get(path, deliveryList, signal), { everyMs });
  const endpoints = useAnswer("/webhooks", (signal) => api.get("/webhooks", endpointList, signal));
  return (
    <Page title={rooms.deliveries} lead={deliveries.lead} testId="delivery-list">
      <Endpoints reading={endpoints} />
      <Filters names={filters}>
        <SearchFilter name="id" label={deliveries.search} />
        <SelectFilter
          name="status"
          label={deliveries.status}
          all={deliveries.anyStatus}
          options={deliveryStatuses.map((value) => ({
            value,
            text: deliveries.statuses[value] ?? wordsOf(value),
          }))}
        />
        <SelectFilter
          name="type"
          label={deliveries.type}
          all={deliveries.anyType}
          options={eventTypes.map((value) => ({
            value,
            text: events.types[value] ?? wordsOf(value),
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
      </Filters>
      <DataTable
        caption={rooms.deliveries}
        testId="deliveries"
        columns={columns()}
        reading={reading}
        keyOf={({ eventId, webhookId }) => `${eventId}/${webhookId}`}
        linkOf={({ eventId, webhookId }) => `/deliveries/${eventId}/${webhookId}`}
        empty={
          filters.some((name) => filterOf(name))
            ? { title: deliveries.noneFound, text: deliveries.noneFoundText }
            : { title: deliveries.none, text: deliveries.noneText }
        }
      />
    </Page>
  );
}

function columns(): Column<DeliverySummary>[] {
  const { events } = texts.value;
  const deliveries = deliveryTexts.value;
  return [
    {
      header: deliveries.event,
      cell: ({ type, eventStatus }) => (
        <span class="two-lines">
          <span class="strong">{events.types[type] ?? wordsOf(type)}</span>
          <span class="muted small">{statusText(eventStatus)}</span>
        </span>
      ),
    },
    {
      header: deliveries.status,
      cell: ({ status }) => <StatusBadge status={status} text={deliveries.statuses[status]} />,
    },
    {
      header: deliveries.about,
      isWide: true,
      cell: ({ resourceId }) => (
        <span class="mono" title={resourceId}>
          {resourceId}
        </span>
      ),
    },
    {
      header: deliveries.endpoint,
      isWide: true,
      cell: ({ url }) => <span title={url}>{shortUrl(url)}</span>,
    },
    {
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

/** Host and path of a URL, without the scheme. */
function shortUrl(url: string): string {
  return url.replace(/^https?:\/\//, "");
}
