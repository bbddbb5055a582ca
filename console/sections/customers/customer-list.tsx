import { type CustomerSummary, customerList } from "#contract/console/customers";
import { timeSorts } from "#contract/lists";
import { countryName } from "../../../widgets/fields/country-names.ts";
import { language, texts } from "../../i18n/current-texts.ts";
import { CustomerCell } from "../../ui/customer-cell.tsx";
import { SearchFilter } from "../../ui/filters.tsx";
import type { ChosenColumn } from "../../ui/list-tools.tsx";
import { ListView, useList } from "../../ui/list-view.tsx";
import { Page } from "../../ui/page.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";

export default function CustomerList() {
  const { customers, sections } = texts.value;
  const list = useList("customers", {
    path: "/customers",
    schema: customerList,
    filters: ["search"],
    columns: columns(),
    sorts: timeSorts,
  });
  return (
    <Page title={sections.customers} testId="customer-list">
      <ListView
        list={list}
        caption={sections.customers}
        keyOf={({ externalCustomerId }) => externalCustomerId}
        linkOf={({ externalCustomerId }) => `/customers/${encodeURIComponent(externalCustomerId)}`}
        words={customers}
      >
        <SearchFilter
          name="search"
          label={customers.search}
          placeholder={customers.searchPlaceholder}
        />
      </ListView>
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
