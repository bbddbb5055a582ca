import { lockCustomer } from "../../customers/profile/index.ts";
import type { DecidedCustomer } from "../../customers/sanctions/index.ts";
import { decidedByOf } from "../../operators/approvals/index.ts";
import type { Tx } from "../../platform/database/transaction.ts";
import type { DisbursementsDeps } from "../disbursements-deps.ts";
import { movePayout } from "../payout-changes.ts";
import { type PayoutRecord, recordOf } from "../records.ts";
import { lockSent, lockStoppable, makeDue } from "../store/held-payouts.ts";
import { achRailName } from "./ach-rail.ts";
import { sanctionsHold } from "./payout-hold.ts";
import { writeChange } from "./store-payout.ts";

/**
 * Follows a decision about a customer who may be on the sanctions list, in its transaction. Released payouts
 * that were approved are sent at the next round of recovery, unless what the customer changed during the review, or
 * another name on an account, is a match too: that opens another review, which holds them. Of a blocked customer,
 * payouts that wait are rejected, and approved ones that were never sent are canceled, as are ACH credits that are in
 * no file yet. What may be on its way is left to its outcome; see flow/send-payout.ts.
 */
export async function followSanctions(
  deps: DisbursementsDeps,
  tx: Tx,
  { operatorId, externalCustomerId, outcome, decider, list }: DecidedCustomer,
): Promise<void> {
  const nowMs = deps.clock.nowMs();
  if (outcome === "released") {
    const customer = await lockCustomer(deps, tx, operatorId, externalCustomerId);
    if (customer) await sanctionsHold(deps, tx, { operatorId, customer }, list);
    return makeDue(tx, { operatorId, externalCustomerId }, nowMs);
  }
  const actor = decidedByOf(decider);
  for (const payout of await lockStoppable(deps, tx, { operatorId, externalCustomerId })) {
    const change =
      payout.step === "approved"
        ? stopApproved(payout, nowMs)
        : movePayout(payout, "rejected", nowMs, { decidedAtMs: nowMs, decidedBy: actor });
    if (change) await writeChange(deps, tx, change, { actor });
  }
  // An ACH credit is ours until it is in a file. The rail reports the end of a canceled one.
  for (const payout of await lockSent(deps, tx, { operatorId, externalCustomerId }, achRailName))
    await deps.ach.cancel(operatorId, recordOf(payout).disbursementId, tx);
}

function stopApproved(payout: PayoutRecord, nowMs: number) {
  if (recordOf(payout).sentAtMs !== null) return null;
  // The customer reads the reason, so it says nothing about the list.
  return movePayout(payout, "canceled", nowMs, {}, "canceled");
}
