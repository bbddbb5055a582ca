import type { Tx } from "../../platform/database/transaction.ts";
import {
  type DisputeKey,
  type DisputeStoreDeps,
  lockDispute,
  writeDispute,
} from "./dispute-store.ts";

/**
 * Sets what a dispute costs to what a settlement report says, in the report's transaction: the processor's
 * notices did not tell. Posts the fee, and records an `updated` event. The operator's data key must be
 * loaded.
 */
export async function learnDisputeFee(
  deps: DisputeStoreDeps,
  tx: Tx,
  key: DisputeKey,
  feeMinor: number,
): Promise<void> {
  const before = await lockDispute(tx, key);
  if (before && before.feeMinor !== feeMinor) await writeDispute(deps, tx, before, { feeMinor });
}
