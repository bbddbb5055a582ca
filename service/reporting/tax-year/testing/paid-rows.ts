/** Arrived payouts and exported forms, for tests of the forms that follow. */
import { newId } from "../../../platform/randomness.ts";
import type { TestService } from "../../../testing/create-test-service.ts";

/** A payout, by default in the tax year and in US dollars. */
export interface Paid {
  externalCustomerId: string;
  taxCategory: "winnings" | "prize" | "services" | "other";
  amountMinor: number;
  withheldMinor: number;
  /** YYYY-MM-DD */
  taxDate?: string;
  currency?: string;
  step?: string;
}

/** Adds payouts with their customers. */
export async function addPaid(
  t: TestService,
  { operatorId, secretKey }: { operatorId: string; secretKey: string },
  taxYear: number,
  paid: readonly Paid[],
): Promise<void> {
  const { deps } = t.service;
  for (const externalCustomerId of new Set(paid.map((one) => one.externalCustomerId))) {
    const email = `${externalCustomerId}@example.com`;
    const body = { externalCustomerId, data: { email } };
    const response = await t.call("POST", "/v1/customers", { token: secretKey, body });
    if (response.statusCode >= 300) throw new Error(response.body);
  }
  if (paid.length === 0) return;
  const now = new Date(deps.clock.nowMs());
  await deps.database.kysely
    .insertInto("disbursement_intents")
    .values(
      paid.map((one) => {
        const id = newId(deps, "disbursementIntent");
        return {
          disbursement_intent_id: id,
          disbursement_id: newId(deps, "disbursement"),
          operator_id: operatorId,
          external_disbursement_intent_id: id,
          external_customer_id: one.externalCustomerId,
          amount_minor: one.amountMinor,
          withheld_minor: one.withheldMinor,
          currency: one.currency ?? "USD",
          tax_category: one.taxCategory,
          custom_data: "{}",
          secret_hash: id,
          step: one.step ?? "success",
          status: "success",
          version: 1,
          created_at: now,
          updated_at: now,
          expires_at: now,
          messages: "[]",
          tax_date: one.taxDate ?? `${taxYear}-07-01`,
          checks: 0,
        };
      }),
    )
    .execute();
}

/** Inserts an export with one form. */
export async function addFiledForm(
  { service: { deps } }: TestService,
  { operatorId, taxYear }: { operatorId: string; taxYear: number },
  filed: {
    externalCustomerId: string;
    amountMinor: number;
    withheldMinor: number;
    revision: number;
    status: "submitted" | "filed";
  },
): Promise<void> {
  const { kysely } = deps.database;
  const tax_filing_id = newId(deps, "taxFiling");
  const now = new Date(deps.clock.nowMs());
  await kysely
    .insertInto("tax_filings")
    .values({
      tax_filing_id,
      operator_id: operatorId,
      tax_year: taxYear,
      form: "1099-MISC",
      is_correction: filed.revision > 1,
      columns: "null",
      form_count: 1,
      status: filed.status,
      version: 1,
      created_by: "command",
      created_at: now,
      filed_at: null,
    })
    .execute();
  await kysely
    .insertInto("tax_forms")
    .values({
      tax_filing_id,
      operator_id: operatorId,
      tax_year: taxYear,
      form: "1099-MISC",
      external_customer_id: filed.externalCustomerId,
      revision: filed.revision,
      amount_minor: filed.amountMinor,
      withheld_minor: filed.withheldMinor,
    })
    .execute();
}
