import { lockCustomers } from "../../customers/profile/index.ts";
import {
  openPayer,
  type PayerProfile,
  requireActorStillAllowed,
} from "../../operators/accounts/index.ts";
import { appendAudit } from "../../operators/audit/index.ts";
import { parseCsvLine } from "../../platform/csv.ts";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { newId } from "../../platform/randomness.ts";
import { unlessBroken } from "../../platform/secrets/seal.ts";
import { type Form1099, revealTins } from "../../tax/w9/index.ts";
import { insertFiling } from "./filings.ts";
import { type FormProblem, type FormsQuery, type ReviewedForm, reviewForms } from "./forms-1099.ts";
import { type ColumnMap, defaultColumns, HeaderError, mapColumns } from "./iris/iris-columns.ts";
import { type FiledForm, irisFiles } from "./iris/iris-rows.ts";
import { type TaxYearActor, type TaxYearDeps, w9ActorOf } from "./tax-year-deps.ts";

/** How many TINs one statement reads, and how many forms one statement writes. */
const formsAtOnce = 500;

export interface ExportRequest {
  readonly operatorId: string;
  readonly taxYear: number;
  readonly form: Form1099;
  /** Exports changed forms, instead of those never exported. */
  readonly corrections: boolean;
  /** The header row as staff pasted it. */
  readonly headerRow?: string | undefined;
  readonly actor: TaxYearActor;
}

export interface ExportedFile {
  readonly name: string;
  readonly content: string;
}

export interface ExportOutcome {
  /** Null if there was nothing to export. */
  readonly taxFilingId: string | null;
  readonly formCount: number;
  readonly files: readonly ExportedFile[];
  /** Due forms that lack data, which the files omit. */
  readonly left: readonly { readonly externalCustomerId: string; readonly problem: FormProblem }[];
}

/**
 * Exports the due forms. One transaction marks them as submitted with their amounts, writes the audit entry and logs
 * each exported TIN. Leaves out forms that lack data, and lists them. Refuses with `payer_missing` and
 * `tax_header_refused`, and throws what {@link requireActorStillAllowed} throws.
 */
export async function export1099(
  deps: TaxYearDeps,
  request: ExportRequest,
): Promise<ExportOutcome> {
  const { operatorId, taxYear, form, corrections, actor } = request;
  const payer = await requirePayer(deps, operatorId);
  const names = headerNames(request);
  const columns = columnsOf(form, names ?? defaultColumns(form));
  const taxFilingId = newId(deps, "taxFiling");
  return inTransaction(deps.database, async (tx) => {
    const state = corrections ? "correction_due" : "to_file";
    const due = await lockDueForms(deps, tx, { operatorId, taxYear, form, state });
    await requireActorStillAllowed(tx, operatorId, actor, "tax.file");
    const ready = due.filter(({ problem }) => problem === null);
    const left = due.flatMap(({ externalCustomerId, problem }) =>
      problem === null ? [] : [{ externalCustomerId, problem }],
    );
    if (ready.length === 0) return { taxFilingId: null, formCount: 0, files: [], left };
    const formCount = ready.length;
    await insertFiling(deps, tx, request, { taxFilingId, form, corrections, names, formCount });
    // One statement has at most 65,535 parameters.
    for (let from = 0; from < ready.length; from += formsAtOnce) {
      await tx
        .insertInto("tax_forms")
        .values(
          ready.slice(from, from + formsAtOnce).map((line) => ({
            tax_filing_id: taxFilingId,
            operator_id: operatorId,
            tax_year: taxYear,
            form,
            external_customer_id: line.externalCustomerId,
            revision: (line.exported?.revision ?? 0) + 1,
            amount_minor: line.amountMinor,
            withheld_minor: line.withheldMinor,
          })),
        )
        .execute();
    }
    const filed = await filedForms(deps, tx, request, ready);
    const files = namedFiles(request, irisFiles(columns, { taxYear, payer }, filed));
    await appendAudit(deps, tx, operatorId, {
      actor,
      action: "tax_forms.exported",
      subject: { type: "tax_filing", id: taxFilingId },
      details: { taxYear, form, corrections, formCount: ready.length },
    });
    return { taxFilingId, formCount: ready.length, files, left };
  });
}

/** An earlier export, and who reads it again. */
export interface FilingKey {
  readonly operatorId: string;
  readonly taxFilingId: string;
  readonly actor: TaxYearActor;
}

/** An earlier export's files. */
export interface FilesAgain {
  readonly files: readonly ExportedFile[];
  /** Forms of the export that lack data now, which the files omit. */
  readonly left: readonly {
    readonly externalCustomerId: string;
    readonly prizeId: string | null;
    readonly problem: FormProblem;
  }[];
}

/**
 * Writes an earlier export's files again, with its amounts and the current W-9s. Logs each exported TIN again. Throws
 * ApiError `resource_not_found`, `payer_missing`.
 */
export async function repeat1099(deps: TaxYearDeps, key: FilingKey): Promise<FilesAgain> {
  const payer = await requirePayer(deps, key.operatorId);
  return inTransaction(deps.database, async (tx) => {
    const { form, taxYear, corrections, columns, filed, left } = await readExport(deps, tx, key);
    const files = irisFiles(
      columnsOf(form, columns ?? defaultColumns(form)),
      { taxYear, payer },
      filed,
    );
    return { files: namedFiles({ form, taxYear, corrections }, files), left };
  });
}

/** Forms to export again, with the current W-9s. */
export interface RepeatedExport extends Pick<ExportRequest, "taxYear" | "form" | "corrections"> {
  /** The columns of the export; null for the default ones. */
  readonly columns: readonly string[] | null;
  /** Forms of customers who still have a W-9. */
  readonly filed: readonly FiledForm[];
  /** The other forms. */
  readonly left: FilesAgain["left"];
}

/**
 * Reads an export's forms to write its file again. Audits that, and logs each exported TIN. `requireSize` gets the
 * number of forms first, and may throw. Throws ApiError `resource_not_found`, and what
 * {@link requireActorStillAllowed} throws.
 */
export async function readExport(
  deps: TaxYearDeps,
  tx: Tx,
  key: { operatorId: string; taxFilingId: string; actor: TaxYearActor },
  requireSize?: (formCount: number) => void,
): Promise<RepeatedExport> {
  const { operatorId, taxFilingId, actor } = key;
  const filing = await tx
    .selectFrom("tax_filings")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("tax_filing_id", "=", taxFilingId)
    .where("form", "!=", "W-2G")
    .executeTakeFirst();
  if (!filing || filing.form === "W-2G") throw new ApiError("resource_not_found");
  requireSize?.(filing.form_count);
  const { form, tax_year: taxYear, is_correction: corrections, columns } = filing;
  const rows = await tx
    .selectFrom("tax_forms")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("tax_filing_id", "=", taxFilingId)
    .orderBy("external_customer_id")
    .execute();
  const externalCustomerIds = rows.map((row) => row.external_customer_id);
  // As in lockDueForms.
  await lockCustomers(tx, operatorId, externalCustomerIds);
  await requireActorStillAllowed(tx, operatorId, actor, "tax.file");
  const reviewed = await reviewForms(deps, tx, { operatorId, taxYear, form });
  const byCustomer = new Map(reviewed.map((form) => [form.externalCustomerId, form]));
  const lines = rows.flatMap((row) => {
    const now = byCustomer.get(row.external_customer_id);
    const amounts = { amountMinor: row.amount_minor, withheldMinor: row.withheld_minor };
    return now ? [{ ...now, ...amounts }] : [];
  });
  const filed = await filedForms(deps, tx, key, lines);
  await appendAudit(deps, tx, operatorId, {
    actor,
    action: "tax_forms.exported_again",
    subject: { type: "tax_filing", id: taxFilingId },
  });
  const written = new Set(filed.map((line) => line.externalCustomerId));
  const left = externalCustomerIds.flatMap((externalCustomerId) => {
    if (written.has(externalCustomerId)) return [];
    const problem = byCustomer.get(externalCustomerId)?.problem ?? "w9_missing";
    return [{ externalCustomerId, prizeId: null, problem }];
  });
  return { form, taxYear, corrections, columns, filed, left };
}

/**
 * Reads the matching forms after locking their customers. A customer's valid W-9 changes only with this lock, so a
 * form that is marked as submitted has a TIN in the file, and its name and TIN are from the same W-9. Of two concurrent
 * exports, the second one waits and leaves out the forms of the first.
 */
async function lockDueForms(deps: TaxYearDeps, tx: Tx, query: FormsQuery): Promise<ReviewedForm[]> {
  const unlocked = await reviewForms(deps, tx, query);
  const locked = new Set(unlocked.map((line) => line.externalCustomerId));
  await lockCustomers(tx, query.operatorId, [...locked]);
  const due = await reviewForms(deps, tx, query);
  return due.filter((line) => locked.has(line.externalCustomerId));
}

/** Reads the payer, which every filing needs. Throws ApiError `payer_missing`, also if its TIN is damaged. */
export async function requirePayer(deps: TaxYearDeps, operatorId: string): Promise<PayerProfile> {
  const { payer: stored } = (await deps.operators.get(operatorId)).settings;
  if (stored === null) throw new ApiError("payer_missing");
  const payer = unlessBroken(() => openPayer(deps.keyring, operatorId, stored));
  if (payer) return payer;
  throw new ApiError("payer_missing", {
    message: "The TIN of the operator's `payer` cannot be decrypted. Set `payer` again.",
  });
}

function headerNames({ headerRow }: ExportRequest): string[] | null {
  if (headerRow === undefined || headerRow.trim() === "") return null;
  const names = parseCsvLine(headerRow);
  if (names === null) {
    throw new ApiError("tax_header_refused", { message: "Paste exactly one header row." });
  }
  return names;
}

function columnsOf(form: Form1099, names: readonly string[]): ColumnMap {
  try {
    return mapColumns(form, names);
  } catch (error) {
    if (!(error instanceof HeaderError)) throw error;
    const errors = [
      ...error.unknown.map((name) => refused(name, "is unknown, or appears twice")),
      ...error.missing.map((name) => refused(name, "is missing")),
    ];
    throw new ApiError("tax_header_refused", { errors });
  }
}

function refused(column: string, what: string) {
  const message = `The column "${column}" ${what}.`;
  return { path: "headerRow", message, errorCode: "tax_header_refused" };
}

async function filedForms(
  deps: TaxYearDeps,
  tx: Tx,
  { operatorId, actor }: { operatorId: string; actor: TaxYearActor },
  lines: readonly ReviewedForm[],
): Promise<FiledForm[]> {
  const forms: FiledForm[] = [];
  for (let from = 0; from < lines.length; from += formsAtOnce) {
    const page = lines.slice(from, from + formsAtOnce);
    const externalCustomerIds = page.map((line) => line.externalCustomerId);
    const subject = { operatorId, externalCustomerIds, actor: w9ActorOf(actor) };
    const tins = await revealTins(deps, tx, subject);
    for (const line of page) {
      const tin = tins.get(line.externalCustomerId);
      if (line.payee && tin !== undefined) forms.push({ ...line, payee: line.payee, tin });
    }
  }
  return forms;
}

function namedFiles(
  { form, taxYear, corrections }: Pick<ExportRequest, "form" | "taxYear" | "corrections">,
  contents: readonly string[],
): ExportedFile[] {
  const kind = corrections ? "-corrections" : "";
  return contents.map((content, index) => ({
    name: `${form}-${taxYear}${kind}-${String(index + 1).padStart(3, "0")}.csv`,
    content,
  }));
}
