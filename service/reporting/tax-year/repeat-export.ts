import { ApiError } from "../../platform/http/api-error.ts";
import { type FilesAgain, type FilingKey, repeat1099 } from "./export-1099.ts";
import { repeatW2g } from "./export-w2g.ts";
import type { TaxYearDeps } from "./tax-year-deps.ts";

/** Writes an earlier export's files again: a response can be lost after its forms were marked as submitted. */
export async function repeatExport(deps: TaxYearDeps, key: FilingKey): Promise<FilesAgain> {
  const filing = await deps.database.kysely
    .selectFrom("tax_filings")
    .select("form")
    .where("operator_id", "=", key.operatorId)
    .where("tax_filing_id", "=", key.taxFilingId)
    .executeTakeFirst();
  if (!filing) throw new ApiError("resource_not_found");
  return filing.form === "W-2G" ? repeatW2g(deps, key) : repeat1099(deps, key);
}
