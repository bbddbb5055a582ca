import { customerHistory } from "#contract/console/customers";
import { queryText } from "../../client/query-text.ts";
import { useQuery } from "../../client/use-query.ts";
import { texts } from "../../i18n/current-texts.ts";
import { api } from "../../session/session.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { filterOf } from "../../ui/filters.tsx";
import { Panel } from "../../ui/page.tsx";
import { eventColumns } from "../payments/event-columns.tsx";

/** The customer's webhook events. */
export function CustomerEvents({ path }: { path: string }) {
  const { customers } = texts.value;
  const listPath = `${path}/history${queryText({ page: filterOf("page"), size: 10 })}`;
  const reading = useQuery(listPath, (signal) => api.get(listPath, customerHistory, signal));
  return (
    <Panel title={customers.events} flush testId="customer-events">
      <DataTable
        caption={customers.events}
        testId="events"
        columns={eventColumns()}
        reading={reading}
        keyOf={({ eventId }) => eventId}
        empty={{ title: customers.noEvents, text: customers.noEventsText }}
      />
    </Panel>
  );
}
