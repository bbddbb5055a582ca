import type { DecidedCustomer } from "../../customers/sanctions/index.ts";
import { decidedByOf } from "../../operators/approvals/index.ts";
import type { Tx } from "../../platform/database/transaction.ts";
import type { DisbursementsDeps } from "../disbursements-deps.ts";
import { movePayout } from "../payout-changes.ts";
import { type PayoutRecord, recordOf } from "../records.ts";
import { lockStoppable, makeDue } from "../store/held-payouts.ts";
import { writeChange } from "./store-payout.ts";

/**
 * Follows a decision about a customer who may be on the sanctions list, in its transaction. Released payouts
 * that were approved are sent at the next round of recovery. Of a blocked customer, payouts that wait are rejected,
 * and approved ones that were never sent are canceled. What may be on its way is left to its outcome.
 */
export async function followSanctions(
  deps: DisbursementsDeps,
  tx: Tx,
  { operatorId, externalCustomerId, outcome, decider }: DecidedCustomer,
): Promise<void> {
  const nowMs = deps.clock.nowMs();
  if (outcome === "released") return makeDue(tx, { operatorId, externalCustomerId }, nowMs);
  const actor = decidedByOf(decider);
  for (const payout of await lockStoppable(deps, tx, { operatorId, externalCustomerId })) {
    const change =
      payout.step === "approved"
        ? stopApproved(payout, nowMs)
        : movePayout(payout, "rejected", nowMs, { decidedAtMs: nowMs, decidedBy: actor });
    if (change) await writeChange(deps, tx, change, { actor });
  }
}

function stopApproved(payout: PayoutRecord, nowMs: number) {
  if (recordOf(payout).sentAtMs !== null) return null;
  return movePayout(payout, "canceled", nowMs, {}, "compliance_refused");
}
