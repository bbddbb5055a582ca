import { type Kysely, sql } from "kysely";
import type { TaxCategory } from "#contract/api/disbursements";
import type { TaxFormSort } from "#contract/console/tax";
import { orderOf } from "#contract/lists";
import { requiredAddressParts } from "#contract/required-address-parts";
import type { Tables } from "../../platform/database/tables.ts";
import {
  type Form1099,
  form1099Types,
  type Payee,
  type PayeeWithW9,
  payeesOf,
  taxThresholds,
} from "../../tax/w9/index.ts";
import type { FilingStatus } from "./filing-status.ts";
import type { TaxYearDeps } from "./tax-year-deps.ts";

/** Prizes report winnings on a W-2G, never on a 1099. */
const formOfCategory: Readonly<Record<TaxCategory, Form1099 | null>> = {
  winnings: null,
  prize: "1099-MISC",
  other: "1099-MISC",
  services: "1099-NEC",
};

/** A form's current amounts, in US cents. */
export interface LedgerLine {
  readonly form: Form1099;
  readonly externalCustomerId: string;
  /** The amount of MISC box 3 or NEC box 1. */
  readonly amountMinor: number;
  /** The amount of box 4. */
  readonly withheldMinor: number;
}

export type FormProblem = "w9_missing" | "not_us_person" | "address_missing";

export type FormState =
  /** Nothing has to be filed. */
  | "below_threshold"
  | "to_file"
  | "submitted"
  | "filed"
  /** The exported amounts are no longer right. */
  | "correction_due";

export interface ReviewedForm extends LedgerLine {
  readonly state: FormState;
  readonly problem: FormProblem | null;
  readonly payee: Payee | null;
  /** The last export; null if there was no export. */
  readonly exported: {
    readonly taxFilingId: string;
    readonly status: FilingStatus;
    readonly revision: number;
    readonly amountMinor: number;
    readonly withheldMinor: number;
  } | null;
}

export interface FormsQuery {
  readonly operatorId: string;
  readonly taxYear: number;
  /** Both forms by default. */
  readonly form?: Form1099 | undefined;
  /** All states by default. */
  readonly state?: FormState | undefined;
  readonly sort?: TaxFormSort | undefined;
  /** All pages by default. */
  readonly page?: { readonly page: number; readonly size: number };
}

/**
 * A year's forms, by default ordered by customer, with the last export and the problem that prevents one. `db` can be a
 * transaction. An exported form without current amounts has zeros. Reads payees in two statements.
 */
export async function reviewForms(
  deps: Pick<TaxYearDeps, "keyring">,
  db: Kysely<Tables>,
  query: FormsQuery,
): Promise<ReviewedForm[]> {
  const { page } = query;
  const { rows } = await sql<FormRow>`
    ${formsOfYear(query)}
    select form, external_customer_id, amount_minor, withheld_minor, state, tax_filing_id, status,
      revision, exported_amount, exported_withheld
    from forms ${ofState(query)}
    order by ${orderBy(query)}external_customer_id, form
    ${page ? sql`limit ${page.size} offset ${(page.page - 1) * page.size}` : sql``}
  `.execute(db);
  const ids = rows.map((row) => row.external_customer_id);
  const payees = await payeesOf(deps, db, query.operatorId, ids);
  return rows.map((row) => {
    const payeeWithW9 = payees.get(row.external_customer_id);
    return {
      form: row.form,
      externalCustomerId: row.external_customer_id,
      amountMinor: Number(row.amount_minor),
      withheldMinor: Number(row.withheld_minor),
      state: row.state,
      problem: problemOf(payeeWithW9),
      payee: payeeWithW9?.payee ?? null,
      exported:
        row.tax_filing_id === null || row.status === null
          ? null
          : {
              taxFilingId: row.tax_filing_id,
              status: row.status,
              revision: Number(row.revision),
              amountMinor: Number(row.exported_amount),
              withheldMinor: Number(row.exported_withheld),
            },
    };
  });
}

/** Counts forms by state. Ignores `state` and `page`. */
export async function countForms(
  db: Kysely<Tables>,
  query: FormsQuery,
): Promise<Partial<Record<FormState, number>>> {
  const { rows } = await sql<{ state: FormState; count: string | number }>`
    ${formsOfYear(query)}
    select state, count(*) as count from forms group by state
  `.execute(db);
  return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]));
}

interface FormRow {
  form: Form1099;
  external_customer_id: string;
  amount_minor: string | number;
  withheld_minor: string | number;
  state: FormState;
  tax_filing_id: string | null;
  status: FilingStatus | null;
  revision: number | null;
  exported_amount: string | number | null;
  exported_withheld: string | number | null;
}

function orderBy({ sort = "customer" }: FormsQuery) {
  return sort === "customer" ? sql`` : sql.raw(`amount_minor ${orderOf(sort).direction}, `);
}

function ofState({ state }: FormsQuery) {
  return state === undefined ? sql`` : sql`where state = ${state}`;
}

/**
 * `with … forms as (…)`: every form of the year with its state.
 *
 * Counts what arrived in the calendar year, by the day of payment in the operator's time zone. Excludes other
 * currencies, and payouts that failed, were voided or returned. A form is due from the law's threshold, or if anything
 * was withheld; then the last export decides.
 */
function formsOfYear({ operatorId, taxYear, form }: FormsQuery) {
  const limits = taxThresholds(taxYear).forms1099;
  const wanted: readonly Form1099[] = form ? [form] : form1099Types;
  const categories = Object.entries(formOfCategory).filter(
    ([, onForm]) => onForm !== null && wanted.includes(onForm),
  );
  const formOf = sql.join(
    categories.map(([category, onForm]) => sql`when ${category} then ${onForm}`),
    sql` `,
  );
  const limitOf = sql.join(
    wanted.map((each) => sql`when ${each} then ${limits[each].law.reachedAtMinor}::bigint`),
    sql` `,
  );
  return sql`
    with paid as (
      select external_customer_id, case tax_category ${formOf} end as form,
        sum(amount_minor)::bigint as amount_minor,
        coalesce(sum(withheld_minor), 0)::bigint as withheld_minor
      from disbursement_intents
      where operator_id = ${operatorId}
        and tax_date >= ${`${taxYear}-01-01`} and tax_date <= ${`${taxYear}-12-31`}
        and currency = 'USD' and step = 'success'
        and tax_category in (${sql.join(categories.map(([category]) => category))})
      group by 1, 2
    ), exported as (
      select distinct on (f.external_customer_id, f.form)
        f.external_customer_id, f.form, f.tax_filing_id, f.revision,
        f.amount_minor, f.withheld_minor, g.status
      from tax_forms f
      join tax_filings g on g.tax_filing_id = f.tax_filing_id and g.operator_id = f.operator_id
      where f.operator_id = ${operatorId} and f.tax_year = ${taxYear}
        and f.form in (${sql.join(wanted)})
      order by f.external_customer_id, f.form, f.revision desc
    ), forms as (
      select coalesce(p.external_customer_id, e.external_customer_id) as external_customer_id,
        coalesce(p.form, e.form) as form,
        coalesce(p.amount_minor, 0) as amount_minor,
        coalesce(p.withheld_minor, 0) as withheld_minor,
        case
          when e.tax_filing_id is null then
            case when p.amount_minor >= case p.form ${limitOf} end or p.withheld_minor > 0
              then 'to_file' else 'below_threshold' end
          when coalesce(p.amount_minor, 0) = e.amount_minor
            and coalesce(p.withheld_minor, 0) = e.withheld_minor then e.status
          else 'correction_due'
        end as state,
        e.tax_filing_id, e.status, e.revision,
        e.amount_minor as exported_amount, e.withheld_minor as exported_withheld
      from paid p
      full join exported e on e.external_customer_id = p.external_customer_id and e.form = p.form
    )`;
}

function problemOf(payeeWithW9: PayeeWithW9 | undefined): FormProblem | null {
  if (!payeeWithW9?.payee) return payeeWithW9?.w9.notUsPerson ? "not_us_person" : "w9_missing";
  const { address } = payeeWithW9.payee;
  // The W-9 asks for no postal code where there are none.
  const needed = requiredAddressParts(address.country ?? null);
  return needed.every((part) => address[part]) ? null : "address_missing";
}
