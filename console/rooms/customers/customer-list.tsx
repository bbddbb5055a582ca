import { type CustomerSummary, customerList } from "#contract/console/customers";
import { countryName } from "../../../widgets/fields/country-names.ts";
import { queryText } from "../../client/query-text.ts";
import { useAnswer } from "../../client/use-answer.ts";
import { language, texts } from "../../i18n/current-texts.ts";
import { api } from "../../session/session.ts";
import { CustomerCell } from "../../ui/customer-cell.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { Filters, filterOf, SearchFilter } from "../../ui/filters.tsx";
import { Page } from "../../ui/page.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";

/** The operator's customers, with a search. */
export default function CustomerList() {
  const { customers, rooms } = texts.value;
  const search = filterOf("search");
  const path = `/customers${queryText({ search, page: filterOf("page") })}`;
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
      <DataTable
        caption={rooms.customers}
        testId="customers"
        columns={columns()}
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

function columns(): Column<CustomerSummary>[] {
  const { customers } = texts.value;
  return [
    {
      header: customers.name,
      isWide: true,
      cell: ({ name, email, externalCustomerId }) => (
        <CustomerCell name={name} email={email} externalCustomerId={externalCustomerId} />
      ),
    },
    {
      header: customers.identity,
      cell: ({ kycStatus }) =>
        kycStatus ? (
          <StatusBadge status={kycStatus} />
        ) : (
          <span class="muted">{customers.notAsked}</span>
        ),
    },
    {
      header: customers.country,
      cell: ({ country }) => (country ? countryName(country, language.value) : <Dash />),
    },
    { header: customers.since, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
  ];
}

function Dash() {
  return <span class="muted">{texts.value.nothing}</span>;
}
