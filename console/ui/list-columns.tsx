/** Columns that several lists show. */
import { CustomerCell } from "./customer-cell.tsx";
import type { ChosenColumn } from "./list-tools.tsx";
import { Money } from "./money.tsx";

interface CustomerRow {
  readonly customerName: string | null;
  readonly customerEmail: string | null;
  readonly externalCustomerId: string;
}

export function customerColumn(header: string): ChosenColumn<CustomerRow> {
  return {
    name: "customer",
    header,
    isWide: true,
    cell: ({ customerName, customerEmail, externalCustomerId }) => (
      <CustomerCell
        name={customerName}
        email={customerEmail}
        externalCustomerId={externalCustomerId}
      />
    ),
  };
}

export function amountColumn<Row extends { readonly currency: string }>(
  header: string,
  amountOf: (row: Row) => number,
): ChosenColumn<Row> {
  return {
    name: "amount",
    header,
    isMoney: true,
    cell: (row) => (
      <span class="strong">
        <Money amount={amountOf(row)} currency={row.currency} />
      </span>
    ),
  };
}

/** The operator's reference. */
export function orderColumn<Row>(
  header: string,
  referenceOf: (row: Row) => string,
): ChosenColumn<Row> {
  return {
    name: "order",
    header,
    isWide: true,
    cell: (row) => (
      <span class="mono" title={referenceOf(row)}>
        {referenceOf(row)}
      </span>
    ),
  };
}

/** The row's own id, hidden at first. */
export function idColumn<Row>(header: string, idOf: (row: Row) => string): ChosenColumn<Row> {
  return {
    name: "id",
    header,
    isExtra: true,
    cell: (row) => <span class="mono">{idOf(row)}</span>,
  };
}
