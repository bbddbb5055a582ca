import type { ListPendingValidation, WaitingDisbursement } from "../console-types.ts";
import type { DisbursementsDeps } from "../disbursements-deps.ts";
import { gatesOf } from "../flow/decide-payout.ts";
import { refreshPayout } from "../flow/refresh-payout.ts";
import { presentDisbursement } from "../present.ts";
import type { PayoutRecord } from "../records.ts";
import { toPayout } from "../store/rows.ts";

/**
 * The payouts that wait for a decision, newest first, each with its customer and the result that an
 * approval would have. A change since the last read, such as withholding after a W-9, is stored
 * before the payout is shown. So the version shown is the one to decide on.
 */
export const listPendingValidation: ListPendingValidation<DisbursementsDeps> = async (
  deps,
  operatorId,
  { page, size },
) => {
  const waiting = deps.database.kysely
    .selectFrom("disbursement_intents")
    .where("operator_id", "=", operatorId)
    .where("step", "=", "awaiting_approval");
  const { total } = await waiting
    .select((select) => select.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = await waiting
    .selectAll()
    .orderBy("disbursement_intent_id", "desc")
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  const data = await Promise.all(rows.map((row) => present(deps, toPayout(deps.keyring, row))));
  return { data, page, size, total: Number(total) };
};

async function present(deps: DisbursementsDeps, found: PayoutRecord): Promise<WaitingDisbursement> {
  const { payout, assessment } = await refreshPayout(deps, found);
  return {
    disbursement: presentDisbursement(payout),
    customer: assessment.customer,
    gates: gatesOf(assessment),
    yearToDateMinor: assessment.yearToDateMinor,
  };
}
