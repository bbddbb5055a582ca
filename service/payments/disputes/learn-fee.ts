import type { Tx } from "../../platform/database/transaction.ts";
import {
  type DisputeKey,
  type DisputeStoreDeps,
  lockDispute,
  writeDispute,
} from "./dispute-store.ts";

/**
 * For a settlement report, in its transaction: the notices did not state the fee. Posts the fee and records an
 * `updated` event. Needs the operator's data key.
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
