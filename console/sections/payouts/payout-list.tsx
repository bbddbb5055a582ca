import { disbursementIntentStatuses, taxCategories } from "#contract/api/disbursements";
import { type PayoutSummary, payoutList } from "#contract/console/payouts";
import { amountSorts } from "#contract/lists";
import { ExportButton } from "../../exports/export-button.tsx";
import { texts } from "../../i18n/current-texts.ts";
import { may } from "../../session/session.ts";
import {
  AmountFilter,
  DateFilter,
  MoreFilters,
  SearchFilter,
  SelectFilter,
} from "../../ui/filters.tsx";
import { amountColumn, customerColumn, idColumn, orderColumn } from "../../ui/list-columns.tsx";
import type { ChosenColumn } from "../../ui/list-tools.tsx";
import { ListView, useList } from "../../ui/list-view.tsx";
import { Page } from "../../ui/page.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { humanize, StatusBadge, statusText } from "../../ui/status-badge.tsx";
import { methodText } from "../payments/method-text.ts";
import { BankFiles } from "./bank-files.tsx";
import { HeldBadge } from "./held-payout.tsx";

const filters = [
  "search",
  "status",
  "hold",
  "taxCategory",
  "minAmount",
  "maxAmount",
  "from",
  "to",
  "externalCustomerId",
] as const;

/** The list of payouts, with one line for each intent. */
export default function PayoutList() {
  const { payouts, sections } = texts.value;
  const list = useList("payouts", {
    path: "/payouts",
    schema: payoutList,
    filters,
    columns: columns(),
    sorts: amountSorts,
  });
  return (
    <Page
      title={sections.payouts}
      testId="payout-list"
      actions={may("payouts.export") && <ExportButton what="payouts" filters={list.query} />}
    >
      <BankFiles />
      <ListView
        list={list}
        caption={sections.payouts}
        keyOf={({ disbursementIntentId }) => disbursementIntentId}
        linkOf={({ disbursementIntentId }) =>
          `/payouts/${encodeURIComponent(disbursementIntentId)}`
        }
        words={payouts}
      >
        <SearchFilter name="search" label={payouts.search} />
        <SelectFilter
          name="status"
          label={payouts.status}
          all={payouts.anyStatus}
          options={disbursementIntentStatuses.map((value) => ({ value, text: statusText(value) }))}
        />
        <SelectFilter
          name="hold"
          label={payouts.hold}
          all={payouts.heldOrNot}
          options={[{ value: "held", text: payouts.onHold }]}
        />
        <SelectFilter
          name="taxCategory"
          label={payouts.taxCategory}
          all={payouts.anyCategory}
          options={taxCategories.map((value) => ({
            value,
            text: payouts.categories[value] ?? humanize(value),
          }))}
        />
        <DateFilter name="from" label={payouts.from} />
        <DateFilter name="to" label={payouts.to} />
        <MoreFilters names={["minAmount", "maxAmount"]}>
          <AmountFilter name="minAmount" label={payouts.minAmount} />
          <AmountFilter name="maxAmount" label={payouts.maxAmount} />
        </MoreFilters>
      </ListView>
    </Page>
  );
}

function columns(): ChosenColumn<PayoutSummary>[] {
  const { payouts } = texts.value;
  return [
    customerColumn(payouts.customer),
    amountColumn(payouts.amount, ({ amount }) => amount),
    {
      name: "status",
      header: payouts.status,
      cell: ({ status, isHeld }) => (
        <span class="badge-row">
          <StatusBadge status={status} />
          {isHeld && <HeldBadge />}
        </span>
      ),
    },
    {
      name: "method",
      header: payouts.method,
      cell: ({ disbursement }) =>
        disbursement ? (
          methodText(disbursement.type, disbursement.payoutMethod)
        ) : (
          <span class="muted">{payouts.notChosen}</span>
        ),
    },
    {
      name: "taxCategory",
      header: payouts.taxCategory,
      cell: ({ taxCategory }) => payouts.categories[taxCategory] ?? humanize(taxCategory),
    },
    orderColumn(payouts.order, ({ externalDisbursementIntentId }) => externalDisbursementIntentId),
    {
      name: "createdAt",
      header: payouts.createdAt,
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
    idColumn(payouts.id, ({ disbursementIntentId }) => disbursementIntentId),
  ];
}
