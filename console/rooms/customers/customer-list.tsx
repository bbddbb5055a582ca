import { type CustomerSummary, customerList } from "#contract/console/customers";
import { timeSorts } from "#contract/lists";
import { countryName } from "../../../widgets/fields/country-names.ts";
import { queryText } from "../../client/query-text.ts";
import { useAnswer } from "../../client/use-answer.ts";
import { language, texts } from "../../i18n/current-texts.ts";
import { api } from "../../session/session.ts";
import { CustomerCell } from "../../ui/customer-cell.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Filters, filterOf, SearchFilter } from "../../ui/filters.tsx";
import { type ChosenColumn, ListToolbar, useListTools } from "../../ui/list-tools.tsx";
import { Page } from "../../ui/page.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";

/** The operator's customers, with a search. */
export default function CustomerList() {
  const { customers, rooms } = texts.value;
  const search = filterOf("search");
  const path = `/customers${queryText({ search, page: filterOf("page"), sort: filterOf("sort") })}`;
  const tools = useListTools("customers", columns());
  const reading = useAnswer(path, (signal) => api.get(path, customerList, signal));
  return (
    <Page title={rooms.customers} testId="customer-list">
      <Filters names={["search"]}>
        <SearchFilter
          name="search"
          label={customers.search}
          placeholder={customers.searchPlaceholder}
        />
      </Filters>
      <ListToolbar tools={tools} sorts={timeSorts} />
      <DataTable
        caption={rooms.customers}
        testId="customers"
        columns={tools.columns}
        reading={reading}
        keyOf={({ externalCustomerId }) => externalCustomerId}
        linkOf={({ externalCustomerId }) => `/customers/${encodeURIComponent(externalCustomerId)}`}
        empty={
          search
            ? { title: customers.noneFound, text: customers.noneFoundText }
            : { title: customers.none, text: customers.noneText }
        }
      />
    </Page>
  );
}

function columns(): ChosenColumn<CustomerSummary>[] {
  const { customers } = texts.value;
  return [
    {
      name: "name",
      header: customers.name,
      isWide: true,
      cell: ({ name, email, externalCustomerId }) => (
        <CustomerCell name={name} email={email} externalCustomerId={externalCustomerId} />
      ),
    },
    {
      name: "identity",
      header: customers.identity,
      cell: ({ kycStatus }) =>
        kycStatus ? (
          <StatusBadge status={kycStatus} />
        ) : (
          <span class="muted">{customers.notAsked}</span>
        ),
    },
    {
      name: "country",
      header: customers.country,
      cell: ({ country }) => (country ? countryName(country, language.value) : <Dash />),
    },
    {
      name: "since",
      header: customers.since,
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
  ];
}

function Dash() {
  return <span class="muted">{texts.value.nothing}</span>;
}
