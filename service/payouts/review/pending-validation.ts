import { orderOf } from "#contract/lists";
import type { ListPendingValidation, WaitingDisbursement } from "../console-types.ts";
import type { DisbursementsDeps } from "../disbursements-deps.ts";
import { gatesOf } from "../flow/decide-payout.ts";
import { type CurrentPayout, refreshPayouts } from "../flow/refresh-payout.ts";
import { presentDisbursement } from "../present.ts";
import { toPayout } from "../store/rows.ts";

/**
 * Lists the payouts that wait for approval, by default newest first, each with its customer and the result that an
 * approval would have. A change since the last read, such as withholding after a W-9, is stored first, so the version
 * shown is the one to decide on.
 */
export const listPendingValidation: ListPendingValidation<DisbursementsDeps> = async (
  deps,
  operatorId,
  { page, size, sort = "newest" },
) => {
  const waiting = deps.database.kysely
    .selectFrom("disbursement_intents")
    .where("operator_id", "=", operatorId)
    .where("step", "=", "awaiting_approval");
  const { total } = await waiting
    .select((select) => select.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const { by, direction } = orderOf(sort);
  const ordered =
    by === "time" ? waiting : waiting.orderBy("currency").orderBy("amount_minor", direction);
  const rows = await ordered
    .selectAll()
    .orderBy("disbursement_intent_id", direction)
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  const payouts = rows.map((row) => toPayout(deps.keyring, row));
  const current = await refreshPayouts(deps, operatorId, payouts);
  return {
    data: current.map((currentPayout) => present(deps, currentPayout)),
    page,
    size,
    total: Number(total),
  };
};

function present(
  deps: DisbursementsDeps,
  { payout, assessment }: CurrentPayout,
): WaitingDisbursement {
  return {
    disbursement: presentDisbursement(payout),
    customer: assessment.customer,
    gates: gatesOf(deps, payout, assessment),
    yearToDateMinor: assessment.yearToDateMinor,
  };
}
