import { useState } from "preact/hooks";
import {
  forms1099,
  type TaxForm,
  taxFilingList,
  taxFormList,
  taxFormSorts,
  taxFormStates,
} from "#contract/console/tax";
import { Button } from "../../../widgets/ui/button.tsx";
import { useQuery } from "../../client/use-query.ts";
import { language, texts } from "../../i18n/current-texts.ts";
import { serverNow } from "../../session/server-time.ts";
import { api, may } from "../../session/session.ts";
import { CustomerCell } from "../../ui/customer-cell.tsx";
import { filterOf, SelectFilter } from "../../ui/filters.tsx";
import type { ChosenColumn } from "../../ui/list-tools.tsx";
import { ListView, useList } from "../../ui/list-view.tsx";
import { moneyText } from "../../ui/money-text.ts";
import { Page, Panel } from "../../ui/page.tsx";
import { humanize } from "../../ui/status-badge.tsx";
import { Filings } from "./filings.tsx";
import { Prizes } from "./prizes.tsx";
import { TaxExportDialog } from "./tax-export-dialog.tsx";

const stateTones: Readonly<Record<string, string>> = {
  filed: "good",
  submitted: "good",
  to_file: "wait",
  correction_due: "bad",
};

export default function TaxPage() {
  const { tax, sections } = texts.value;
  const thisYear = new Date(serverNow()).getFullYear();
  const years = [thisYear, thisYear - 1, thisYear - 2, thisYear - 3].map(String);
  const year = filterOf("year") ?? String(thisYear);
  const [isExporting, setIsExporting] = useState(false);
  const [exportCount, setExportCount] = useState(0);
  const list = useList("tax-forms", {
    path: `/tax/${encodeURIComponent(year)}/forms`,
    schema: taxFormList,
    filters: ["form", "state"],
    columns: columns(year),
    sorts: taxFormSorts,
  });
  const { reading } = list;
  const filingsPath = `/tax/${encodeURIComponent(year)}/filings`;
  const filings = useQuery(filingsPath, (signal) => api.get(filingsPath, taxFilingList, signal));
  // An export, or its filing, changes the states of forms and prizes.
  const reloadForms = () => {
    reading.reload();
    setExportCount((last) => last + 1);
  };
  const states = reading.value?.states ?? {};
  const all = Object.values(states).reduce((sum, count) => sum + count, 0);
  return (
    <Page
      title={sections.tax}
      lead={tax.lead}
      testId="tax"
      actions={
        may("tax.file") && (
          <Button testId="tax-export" onPress={() => setIsExporting(true)}>
            {tax.exportButton}
          </Button>
        )
      }
    >
      <ListView
        list={list}
        caption={tax.forms}
        keyOf={({ form, externalCustomerId }) => `${form} ${externalCustomerId}`}
        words={{ none: tax.none, noneText: tax.noneText }}
      >
        <SelectFilter
          name="year"
          label={tax.year}
          options={years.map((value) => ({ value, text: value }))}
        />
        <SelectFilter
          name="form"
          label={tax.form}
          all={tax.anyForm}
          options={forms1099.map((value) => ({ value, text: value }))}
        />
        <SelectFilter
          name="state"
          label={tax.state}
          all={tax.anyState(all)}
          options={taxFormStates.map((value) => ({
            value,
            text: `${tax.states[value] ?? humanize(value)} (${states[value] ?? 0})`,
          }))}
        />
      </ListView>
      <Panel title={tax.filings} testId="tax-filings">
        <Filings reading={filings} onFiled={reloadForms} />
      </Panel>
      {/* The key shows another year from its first page, and reads the prizes again after an export. */}
      <Prizes year={year} key={`${year} ${exportCount}`} />
      {isExporting && (
        <TaxExportDialog
          year={year}
          onExported={() => {
            filings.reload();
            reloadForms();
          }}
          onClose={() => setIsExporting(false)}
        />
      )}
    </Page>
  );
}

function columns(year: string): ChosenColumn<TaxForm>[] {
  const { tax, nothing } = texts.value;
  const dollars = (amount: number) => moneyText(amount, "USD", language.value);
  return [
    {
      name: "payee",
      header: tax.payee,
      isWide: true,
      cell: ({ payeeName, customerName, customerEmail, externalCustomerId }) => (
        <CustomerCell
          name={payeeName ?? customerName}
          email={customerEmail}
          externalCustomerId={externalCustomerId}
          isLinked
        />
      ),
    },
    { name: "form", header: tax.form, cell: ({ form }) => form },
    {
      name: "tin",
      header: tax.tin,
      cell: ({ maskedTin }) => <span class="mono unbroken">{maskedTin ?? nothing}</span>,
    },
    {
      name: "amount",
      header: tax.amount,
      isMoney: true,
      cell: ({ amount, withheld, exported }) => (
        <span class="two-lines">
          <span class="money">{dollars(amount)}</span>
          {withheld > 0 && <span class="muted small">{tax.withheld(dollars(withheld))}</span>}
          {exported && exported.amount !== amount && (
            <span class="muted small">{tax.exportedAs(dollars(exported.amount))}</span>
          )}
        </span>
      ),
    },
    {
      name: "state",
      header: tax.state,
      cell: ({ state, problem }) => (
        <span class="two-lines">
          <span>
            <span class="badge" data-tone={stateTones[state] ?? "quiet"}>
              {tax.states[state] ?? humanize(state)}
            </span>
          </span>
          {problem && <span class="small">{tax.problems[problem] ?? humanize(problem)}</span>}
        </span>
      ),
    },
    {
      name: "copy",
      header: tax.copy,
      cell: ({ form, externalCustomerId, exported }) =>
        exported && may("tax.file") ? (
          <a
            href={`/console/api/tax/${encodeURIComponent(year)}/copies/${form}/${encodeURIComponent(externalCustomerId)}`}
            download={`${form}-${year}-${externalCustomerId}.pdf`}
            aria-label={tax.copyOf(form, externalCustomerId)}
          >
            PDF
          </a>
        ) : (
          <span class="muted">{nothing}</span>
        ),
    },
  ];
}
