import type { Tx } from "../../platform/database/transaction.ts";
import {
  type DisputeKey,
  type DisputeStoreDeps,
  lockDispute,
  writeDispute,
} from "./dispute-store.ts";

/**
 * Stores the fee that a settlement report states, in the report's transaction, because the notices did not state it.
 * Posts the fee and records an `updated` event. Needs the operator's data key.
 */
export async function storeDisputeFee(
  deps: DisputeStoreDeps,
  tx: Tx,
  key: DisputeKey,
  feeMinor: number,
): Promise<void> {
  const before = await lockDispute(tx, key);
  if (before && before.feeMinor !== feeMinor) await writeDispute(deps, tx, before, { feeMinor });
}
