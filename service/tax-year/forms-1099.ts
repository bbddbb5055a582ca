import type { Kysely } from "kysely";
import type { TaxCategory } from "../../contract/api/disbursements.ts";
import { type PaidTotal, paidTotals } from "../disbursements/index.ts";
import type { Tables } from "../platform/database/tables.ts";
import {
  type Form1099,
  form1099Types,
  type Payee,
  payeeOf,
  taxThresholds,
  w9Of,
} from "../tax/index.ts";
import type { FilingStatus } from "./filing-status.ts";
import type { TaxYearDeps } from "./tax-year-deps.ts";

/** Which form a category ends on. Winnings are reported by W-2G through prizes, never on a 1099. */
const formOfCategory: Readonly<Record<TaxCategory, Form1099 | null>> = {
  winnings: null,
  prize: "1099-MISC",
  other: "1099-MISC",
  services: "1099-NEC",
};

/** What a customer's form of a year would say now. Cents of US dollars. */
export interface LedgerLine {
  readonly form: Form1099;
  readonly externalCustomerId: string;
  /** MISC box 3, NEC box 1. */
  readonly amountMinor: number;
  /** Box 4. */
  readonly withheldMinor: number;
  /** At the law's limit, or anything was withheld. */
  readonly isReportable: boolean;
}

/** Why a form can't be filed yet. */
export type FormProblem = "w9_missing" | "not_us_person" | "address_missing";

/** How far a form is. */
export type FormState =
  /** Nothing has to be filed. */
  | "below_threshold"
  | "to_file"
  | "submitted"
  | "filed"
  /** What was exported is not what is true now. */
  | "correction_due";

/** A customer's form of one year, as staff reviews it. */
export interface ReviewedForm extends LedgerLine {
  readonly state: FormState;
  readonly problem: FormProblem | null;
  readonly payee: Payee | null;
  /** What was exported last; null before. */
  readonly exported: {
    readonly taxFilingId: string;
    readonly status: FilingStatus;
    readonly revision: number;
    readonly amountMinor: number;
    readonly withheldMinor: number;
  } | null;
}

/** The reportable amounts of a year by customer and form, from what was paid. Sorted by customer. */
export function ledgerOf(year: number, totals: readonly PaidTotal[]): LedgerLine[] {
  const limits = taxThresholds(year).forms1099;
  const lines = new Map<string, { amountMinor: number; withheldMinor: number }>();
  for (const { externalCustomerId, taxCategory, amountMinor, withheldMinor } of totals) {
    const form = formOfCategory[taxCategory];
    if (form === null) continue;
    const key = JSON.stringify([externalCustomerId, form]);
    const before = lines.get(key) ?? { amountMinor: 0, withheldMinor: 0 };
    lines.set(key, {
      amountMinor: before.amountMinor + amountMinor,
      withheldMinor: before.withheldMinor + withheldMinor,
    });
  }
  return [...lines].map(([key, sums]) => {
    const [externalCustomerId, form] = JSON.parse(key) as [string, Form1099];
    const { reachedAtMinor } = limits[form].law;
    const isReportable = sums.amountMinor >= reachedAtMinor || sums.withheldMinor > 0;
    return { form, externalCustomerId, ...sums, isReportable };
  });
}

/** Which forms are reviewed. */
export interface FormsQuery {
  readonly operatorId: string;
  readonly taxYear: number;
  /** Both when left out. */
  readonly form?: Form1099;
}

/**
 * Every form of a year, with what was exported of it and what stands in its way. `db` may be a
 * transaction. A form that was exported and has no amounts any more is there with zeros.
 */
export async function reviewForms(
  deps: Pick<TaxYearDeps, "keyring">,
  db: Kysely<Tables>,
  query: FormsQuery,
): Promise<ReviewedForm[]> {
  const { operatorId, taxYear } = query;
  const wanted: readonly Form1099[] = query.form ? [query.form] : form1099Types;
  const totals = await paidTotals(db, { operatorId, year: taxYear });
  const ledger = ledgerOf(taxYear, totals).filter(({ form }) => wanted.includes(form));
  const exported = await lastExported(db, query);
  const known = new Set(ledger.map(keyOf));
  const gone = [...exported.values()]
    .filter((each) => wanted.includes(each.form) && !known.has(keyOf(each)))
    .map(({ form, externalCustomerId }) => ({
      ...{ form, externalCustomerId, amountMinor: 0, withheldMinor: 0, isReportable: false },
    }));
  const forms: ReviewedForm[] = [];
  for (const line of [...ledger, ...gone]) {
    const last = exported.get(keyOf(line)) ?? null;
    const { payee, problem } = await payeeFor(deps, db, operatorId, line.externalCustomerId);
    forms.push({ ...line, state: stateOf(line, last), problem, payee, exported: last });
  }
  return forms;
}

/** What state a form is in, from what is true and what was exported. */
export function stateOf(
  now: Pick<LedgerLine, "amountMinor" | "withheldMinor" | "isReportable">,
  exported: Pick<
    NonNullable<ReviewedForm["exported"]>,
    "status" | "amountMinor" | "withheldMinor"
  > | null,
): FormState {
  if (exported === null) return now.isReportable ? "to_file" : "below_threshold";
  const isSame =
    exported.amountMinor === now.amountMinor && exported.withheldMinor === now.withheldMinor;
  return isSame ? exported.status : "correction_due";
}

type Exported = NonNullable<ReviewedForm["exported"]> &
  Pick<LedgerLine, "form" | "externalCustomerId">;

async function lastExported(
  db: Kysely<Tables>,
  { operatorId, taxYear }: FormsQuery,
): Promise<Map<string, Exported>> {
  const rows = await db
    .selectFrom("tax_forms")
    .innerJoin("tax_filings", "tax_filings.tax_filing_id", "tax_forms.tax_filing_id")
    .select(["tax_forms.tax_filing_id", "tax_forms.form", "external_customer_id", "revision"])
    .select(["amount_minor", "withheld_minor", "status"])
    .where("tax_forms.operator_id", "=", operatorId)
    .where("tax_forms.tax_year", "=", taxYear)
    .orderBy("revision")
    .execute();
  // The later revision replaces the earlier one.
  return new Map(
    rows.map((row) => {
      const one: Exported = {
        form: row.form,
        externalCustomerId: row.external_customer_id,
        taxFilingId: row.tax_filing_id,
        status: row.status,
        revision: row.revision,
        amountMinor: row.amount_minor,
        withheldMinor: row.withheld_minor,
      };
      return [keyOf(one), one];
    }),
  );
}

async function payeeFor(
  deps: Pick<TaxYearDeps, "keyring">,
  db: Kysely<Tables>,
  operatorId: string,
  externalCustomerId: string,
): Promise<Pick<ReviewedForm, "payee" | "problem">> {
  const payee = await payeeOf(deps, db, operatorId, externalCustomerId);
  if (!payee) {
    const { notUsPerson } = await w9Of(db, operatorId, externalCustomerId);
    return { payee, problem: notUsPerson ? "not_us_person" : "w9_missing" };
  }
  const { line1, city, postalCode } = payee.address;
  return { payee, problem: line1 && city && postalCode ? null : "address_missing" };
}

function keyOf({ form, externalCustomerId }: Pick<LedgerLine, "form" | "externalCustomerId">) {
  return JSON.stringify([externalCustomerId, form]);
}
