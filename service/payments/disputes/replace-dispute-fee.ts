import type { Tx } from "../../platform/database/transaction.ts";
import {
  type DisputeKey,
  type DisputeStoreDeps,
  lockDispute,
  writeDispute,
} from "./dispute-store.ts";

/**
 * Replaces a dispute's fee, in minor units: a settlement report states it, because the notices did not, or a report's
 * row is linked no longer. Posts the difference and records an `updated` event. Needs the operator's data key.
 */
export async function replaceDisputeFee(
  deps: DisputeStoreDeps,
  tx: Tx,
  key: DisputeKey,
  change: (feeMinor: number | null) => number | null,
): Promise<void> {
  const before = await lockDispute(tx, key);
  if (!before) return;
  const feeMinor = change(before.feeMinor);
  if (feeMinor !== before.feeMinor) await writeDispute(deps, tx, before, { feeMinor });
}
