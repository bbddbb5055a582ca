import { requireActorStillAllowed } from "../../operators/accounts/index.ts";
import { appendAudit } from "../../operators/audit/index.ts";
import { isUniqueViolation } from "../../platform/database/database.ts";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { movePrizes } from "../../tax/prizes/index.ts";
import { filingStatusAfterAcceptance } from "./filing-status.ts";
import { nameOf, type TaxFiling, type TaxYearActor, type TaxYearDeps } from "./tax-year-deps.ts";

/** Lists filings, newest first. */
export function listFilings(
  { database }: Pick<TaxYearDeps, "database">,
  operatorId: string,
  taxYear: number,
): Promise<TaxFiling[]> {
  return database.kysely
    .selectFrom("tax_filings")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("tax_year", "=", taxYear)
    .orderBy("tax_filing_id", "desc")
    .execute();
}

/** Inserts a filing. `names`: the portal's columns; null for the default ones. */
export async function insertFiling(
  { clock }: Pick<TaxYearDeps, "clock">,
  tx: Tx,
  { operatorId, taxYear, actor }: { operatorId: string; taxYear: number; actor: TaxYearActor },
  filing: Pick<TaxFiling, "form"> & {
    taxFilingId: string;
    corrections: boolean;
    names: readonly string[] | null;
    formCount: number;
  },
): Promise<void> {
  await tx
    .insertInto("tax_filings")
    .values({
      tax_filing_id: filing.taxFilingId,
      operator_id: operatorId,
      tax_year: taxYear,
      form: filing.form,
      is_correction: filing.corrections,
      columns: JSON.stringify(filing.names),
      form_count: filing.formCount,
      status: "submitted",
      version: 1,
      created_by: nameOf(actor),
      filed_at: null,
      receipt_id: null,
      created_at: new Date(clock.nowMs()),
    })
    .execute();
}

/**
 * Marks an export and its prizes as filed, with the IRS's receipt id if known; it can also come or change later, or be
 * removed with null. Throws ApiError `conflicting_state` if nothing changes or another export has the id,
 * `resource_not_found`, and what {@link requireActorStillAllowed} throws.
 */
export async function markFiled(
  deps: TaxYearDeps,
  key: {
    operatorId: string;
    taxFilingId: string;
    actor: TaxYearActor;
    receiptId?: string | null | undefined;
  },
): Promise<void> {
  const { operatorId, taxFilingId, actor, receiptId } = key;
  const prizeCount = await inTransaction(deps.database, async (tx) => {
    const filing = await tx
      .selectFrom("tax_filings")
      .selectAll()
      .where("operator_id", "=", operatorId)
      .where("tax_filing_id", "=", taxFilingId)
      .forUpdate()
      .executeTakeFirst();
    await requireActorStillAllowed(tx, operatorId, actor, "tax.file");
    if (!filing) throw new ApiError("resource_not_found");
    const status = filingStatusAfterAcceptance(filing.status);
    const isChanged = receiptId !== undefined && receiptId !== filing.receipt_id;
    if (status === undefined && !isChanged) throw new ApiError("conflicting_state");
    await tx
      .updateTable("tax_filings")
      .set({
        ...(status && { status, filed_at: new Date(deps.clock.nowMs()) }),
        ...(isChanged && { receipt_id: receiptId }),
        version: filing.version + 1,
      })
      .where("tax_filing_id", "=", taxFilingId)
      .execute();
    const prizes = await tx
      .selectFrom("tax_filing_prizes")
      .select("prize_id")
      .where("tax_filing_id", "=", taxFilingId)
      .execute();
    if (status) {
      await movePrizes(deps, tx, operatorId, {
        prizeIds: prizes.map(({ prize_id }) => prize_id),
        event: "accepted",
        actor,
      });
    }
    await appendAudit(deps, tx, operatorId, {
      actor,
      action: status
        ? "tax_forms.filed"
        : receiptId === null
          ? "tax_forms.receipt_removed"
          : "tax_forms.receipt_entered",
      subject: { type: "tax_filing", id: taxFilingId },
      ...(isChanged && { details: { receiptId, before: filing.receipt_id } }),
    });
    return prizes.length;
  }).catch((error: unknown) => {
    if (isUniqueViolation(error, "tax_filings_by_receipt")) throw new ApiError("conflicting_state");
    throw error;
  });
  deps.log.info("a tax filing was accepted", { taxFilingId, prizeCount });
}
