import { appendAudit } from "../../operators/audit/index.ts";
import { inTransaction } from "../../platform/database/transaction.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { movePrizes } from "../../tax/prizes/index.ts";
import { filingStatusAfterAcceptance } from "./filing-status.ts";
import type { TaxFiling, TaxYearActor, TaxYearDeps } from "./tax-year-deps.ts";

/** The exports of a year, newest first. */
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

/**
 * Marks an export and its prizes as filed. Throws ApiError `conflicting_state` the second time,
 * `resource_not_found` for another operator's export.
 */
export async function markFiled(
  deps: TaxYearDeps,
  key: { operatorId: string; taxFilingId: string; actor: TaxYearActor },
): Promise<void> {
  const { operatorId, taxFilingId, actor } = key;
  const prizeCount = await inTransaction(deps.database, async (tx) => {
    const filing = await tx
      .selectFrom("tax_filings")
      .selectAll()
      .where("operator_id", "=", operatorId)
      .where("tax_filing_id", "=", taxFilingId)
      .forUpdate()
      .executeTakeFirst();
    if (!filing) throw new ApiError("resource_not_found");
    const status = filingStatusAfterAcceptance(filing.status);
    if (status === undefined) throw new ApiError("conflicting_state");
    await tx
      .updateTable("tax_filings")
      .set({ status, version: filing.version + 1, filed_at: new Date(deps.clock.nowMs()) })
      .where("tax_filing_id", "=", taxFilingId)
      .execute();
    const prizes = await tx
      .selectFrom("tax_filing_prizes")
      .select("prize_id")
      .where("tax_filing_id", "=", taxFilingId)
      .execute();
    await movePrizes(deps, tx, operatorId, {
      prizeIds: prizes.map(({ prize_id }) => prize_id),
      event: "accepted",
      actor,
    });
    await appendAudit(deps, tx, operatorId, {
      actor,
      action: "tax_forms.filed",
      subject: { type: "tax_filing", id: taxFilingId },
    });
    return prizes.length;
  });
  deps.log.info("a tax filing was accepted", { taxFilingId, prizeCount });
}
