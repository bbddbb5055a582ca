import type { LedgerAccount, LedgerPosting } from "#contract/api/ledger";
import { ledgerAccounts, ledgerPostings } from "#contract/console/ledger";
import { timeSorts } from "#contract/lists";
import { downloadCsv } from "../../charts/csv-file.ts";
import { queryText } from "../../client/query-text.ts";
import { type Reading, useQuery } from "../../client/use-query.ts";
import { ExportButton } from "../../exports/export-button.tsx";
import { texts } from "../../i18n/current-texts.ts";
import { ledgerTexts } from "../../i18n/ledger-texts.ts";
import { Link } from "../../router/link.tsx";
import { api, may } from "../../session/session.ts";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import {
  chosenFilters,
  DateFilter,
  dayBoundary,
  Filters,
  filterOf,
  SearchFilter,
  SelectFilter,
} from "../../ui/filters.tsx";
import type { ChosenColumn } from "../../ui/list-tools.tsx";
import { ListView, useList } from "../../ui/list-view.tsx";
import { localDay } from "../../ui/local-day.ts";
import { Page, Panel } from "../../ui/page.tsx";
import { humanize } from "../../ui/status-badge.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { accountText, causeText, placeOf, resourceText } from "./ledger-words.ts";

const filterNames = ["resource", "account", "from", "to", "at"] as const;

export default function LedgerPage() {
  const { sections } = texts.value;
  const words = ledgerTexts.value;
  const accountsPath = `/ledger/accounts${queryText({ at: endOfDay(filterOf("at")) })}`;
  const accounts = useQuery(accountsPath, (signal) =>
    api.get(accountsPath, ledgerAccounts, signal),
  );
  const { resource: resourceId, ...chosen } = chosenFilters(filterNames);
  const filters = { account: chosen.account, resourceId, from: chosen.from, to: chosen.to };
  const postings = useList("ledger-postings", {
    path: "/ledger/postings",
    schema: ledgerPostings,
    filters: filterNames,
    query: filters,
    columns: postingColumns(),
    sorts: timeSorts,
  });
  return (
    <Page
      title={sections.ledger}
      lead={words.lead}
      testId="ledger"
      actions={
        may("payments.export") && (
          <ExportButton
            what="ledger"
            filters={filters}
            words={{ title: words.exportTitle, text: words.exportText }}
          />
        )
      }
    >
      <Filters names={[...filterNames]}>
        <SearchFilter name="resource" label={words.search} />
        <SelectFilter
          name="account"
          label={words.account}
          all={words.anyAccount}
          options={accountOptions(accounts.value?.data ?? [])}
        />
        <DateFilter name="from" label={words.from} />
        <DateFilter name="to" label={words.to} />
        <DateFilter name="at" label={words.at} />
      </Filters>
      {filterOf("resource") === undefined && (
        <Panel
          title={words.balances}
          flush
          actions={may("payments.export") && accounts.value && <BalancesCsv {...accounts.value} />}
        >
          <DataTable
            caption={words.balances}
            testId="ledger-accounts"
            columns={accountColumns()}
            reading={asOnePage(accounts)}
            keyOf={({ currency, accountId }) => `${currency} ${accountId}`}
            empty={{ title: words.noBalances, text: words.noBalancesText }}
          />
        </Panel>
      )}
      <Panel title={words.postings} flush>
        <ListView
          list={postings}
          caption={words.postings}
          keyOf={({ postingId }) => postingId}
          words={{ none: words.noPostings, noneText: words.noPostingsText }}
        />
      </Panel>
    </Page>
  );
}

/** The last millisecond of a day in the person's time zone. */
function endOfDay(date: string | undefined): string | undefined {
  const next = dayBoundary(date, 1);
  return next && new Date(Date.parse(next) - 1).toISOString();
}

/** The accounts as one page, which is what the table shows. */
function asOnePage({
  value,
  ...reading
}: Omit<Reading<{ readonly data: readonly LedgerAccount[] }>, "replace">) {
  const { data } = value ?? {};
  const size = Math.max(1, data?.length ?? 1);
  return { ...reading, value: data && { data, page: 1, size, total: data.length } };
}

/** A button that downloads the balances on the screen as CSV. */
function BalancesCsv({
  at,
  data,
}: {
  readonly at: string;
  readonly data: readonly LedgerAccount[];
}) {
  const download = () =>
    downloadCsv(`balances-${localDay(Date.parse(at))}`, {
      columns: ["accountId", "account", "class", "isClearing", "balance", "currency", "at"],
      rows: data.map((account) => [
        account.accountId,
        accountText(account),
        account.class,
        String(account.isClearing),
        { decimal: account.exactBalance },
        account.currency,
        at,
      ]),
    });
  return (
    <button type="button" class="text-button" onClick={download} data-testid="balances-csv">
      {ledgerTexts.value.csv}
    </button>
  );
}

function accountOptions(accounts: readonly LedgerAccount[]) {
  const byId = new Map(accounts.map((account) => [account.accountId, accountText(account)]));
  return [...byId].map(([value, text]) => ({ value, text }));
}

function accountColumns(): Column<LedgerAccount>[] {
  const words = ledgerTexts.value;
  return [
    {
      header: words.account,
      isWide: true,
      cell: (account) => (
        <Link to="/ledger" query={{ account: account.accountId }}>
          {accountText(account)}
        </Link>
      ),
    },
    {
      header: words.kind,
      cell: (account) =>
        `${words.classes[account.class] ?? humanize(account.class)}${account.isClearing ? ` · ${words.clearing}` : ""}`,
    },
    {
      header: words.balance,
      isMoney: true,
      cell: ({ exactBalance, currency }) => (
        <ExactAmount amount={exactBalance} currency={currency} />
      ),
    },
  ];
}

function postingColumns(): ChosenColumn<LedgerPosting>[] {
  const words = ledgerTexts.value;
  const entriesOn = (side: string, posting: LedgerPosting) => (
    <span class="two-lines">
      {posting.entries
        .filter((entry) => entry.side === side)
        .map(({ accountId, name, exactAmount }) => (
          <span key={accountId}>
            {accountText({ accountId, name })}{" "}
            <ExactAmount amount={exactAmount} currency={posting.currency} />
          </span>
        ))}
    </span>
  );
  return [
    { name: "time", header: words.time, cell: ({ postedAt }) => <TimeText at={postedAt} /> },
    {
      name: "cause",
      header: words.cause,
      cell: (posting) => (
        <span class="two-lines">
          <span class="strong">{causeText(posting)}</span>
          <span class="muted small">{resourceText(posting)}</span>
        </span>
      ),
    },
    {
      name: "resource",
      header: words.resource,
      cell: (posting) => <ResourceLink posting={posting} />,
    },
    { name: "debit", header: words.debit, cell: (posting) => entriesOn("debit", posting) },
    { name: "credit", header: words.credit, cell: (posting) => entriesOn("credit", posting) },
  ];
}

/** The resource's id, as a link if the console has a page for it. */
function ResourceLink({ posting }: { readonly posting: LedgerPosting }) {
  const id = <span class="mono small">{posting.resourceId}</span>;
  const place = placeOf(posting);
  return place ? <Link {...place}>{id}</Link> : id;
}

/** An amount as decimal text, because some have too many digits for a number. */
function ExactAmount({ amount, currency }: { readonly amount: string; readonly currency: string }) {
  return (
    <span class="money">
      {amount} {currency}
    </span>
  );
}
