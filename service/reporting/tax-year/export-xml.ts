/*
 * An export of 1099s as one XML file for the IRS's A2A channel. A record's id is its place in the export, by customer,
 * so it is the same each time. A correction names its record by the IRS's receipt, which staff enter when they mark the
 * earlier export as filed.
 */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { type ExportedFile, type RepeatedExport, readExport, requirePayer } from "./export-1099.ts";
import { type IrisRecord, irisXml, submissionId, unwritable } from "./iris/iris-xml.ts";
import type { TaxYearActor, TaxYearDeps } from "./tax-year-deps.ts";

/** The IRS takes up to 100 MB; a record has about 1,200 bytes. */
const maxForms = 50_000;

/**
 * Writes the XML file. Each call makes a new transmission; send only one. Throws ApiError `resource_not_found`,
 * `payer_missing`, `iris_missing` and `iris_refused`, which lists forms without a W-9, without a name or address in
 * Latin letters, or whose earlier export has no receipt.
 */
export async function exportXml(
  deps: TaxYearDeps,
  key: { operatorId: string; taxFilingId: string; actor: TaxYearActor },
): Promise<ExportedFile> {
  const { operatorId, taxFilingId } = key;
  const payer = await requirePayer(deps, operatorId);
  const { iris: transmitter } = (await deps.operators.get(operatorId)).settings;
  if (transmitter === null) throw new ApiError("iris_missing");
  return inTransaction(deps.database, async (tx) => {
    const again = await readExport(deps, tx, key, requireSize);
    const { form, taxYear, corrections, filed } = again;
    const places = await placesOf(tx, operatorId, again);
    const problems = again.left.map(
      ({ externalCustomerId }): Problem => [externalCustomerId, "has no W-9 any more"],
    );
    const records = filed.map((form): IrisRecord => {
      const id = form.externalCustomerId;
      const mine = places.find(id, ({ tax_filing_id }) => tax_filing_id === taxFilingId);
      const missing = unwritable(form.payee);
      if (missing !== null) problems.push([id, `has no ${missing} in Latin letters`]);
      if (!corrections) return { filed: form, recordId: mine.position, corrects: null };
      const earlier = places.find(id, ({ revision }) => revision === mine.revision - 1);
      if (earlier.receipt_id === null) {
        problems.push([id, "was exported before without a receipt id"]);
      }
      const corrects = `${earlier.receipt_id}|${submissionId}|${earlier.position}`;
      return { filed: form, recordId: mine.position, corrects };
    });
    if (problems.length > 0) throw refused(problems);
    const isPriorYear = taxYear < new Date(deps.clock.nowMs()).getUTCFullYear() - 1;
    return {
      name: `${form}-${taxYear}${corrections ? "-corrections" : ""}.xml`,
      content: irisXml({
        uuid: randomUUID(),
        taxYear,
        isPriorYear,
        form,
        payer,
        transmitter,
        records,
      }),
    };
  });
}

function requireSize(formCount: number): void {
  if (formCount <= maxForms) return;
  const message = `An export of more than ${maxForms} forms has no XML. File it at the portal.`;
  throw new ApiError("iris_refused", { message });
}

type Problem = readonly [externalCustomerId: string, what: string];
const maxProblems = 100;

function refused(problems: readonly Problem[]): ApiError {
  const errors = problems.slice(0, maxProblems).map(([externalCustomerId, what]) => ({
    path: externalCustomerId,
    message: `The form of the customer "${externalCustomerId}" ${what}.`,
    errorCode: "iris_refused",
  }));
  return new ApiError("iris_refused", { errors });
}

/** The places of forms in the year's exports. */
async function placesOf(tx: Tx, operatorId: string, { taxYear, form }: RepeatedExport) {
  const rows = await tx
    .selectFrom("tax_forms")
    .innerJoin("tax_filings", "tax_filings.tax_filing_id", "tax_forms.tax_filing_id")
    .select([
      "tax_forms.tax_filing_id",
      "tax_forms.external_customer_id",
      "tax_forms.revision",
      "tax_filings.receipt_id",
      sql<string>`(row_number() over (
        partition by tax_forms.tax_filing_id order by tax_forms.external_customer_id collate "C"
      ))::text`.as("position"),
    ])
    .where("tax_forms.operator_id", "=", operatorId)
    .where("tax_forms.tax_year", "=", taxYear)
    .where("tax_forms.form", "=", form)
    .execute();
  const byCustomer = new Map<string, typeof rows>();
  for (const row of rows) {
    const id = row.external_customer_id;
    byCustomer.set(id, [...(byCustomer.get(id) ?? []), row]);
  }
  return {
    find(externalCustomerId: string, matches: (row: (typeof rows)[number]) => boolean) {
      const row = byCustomer.get(externalCustomerId)?.find(matches);
      if (!row) throw new Error("an exported form is not stored");
      return row;
    },
  };
}
