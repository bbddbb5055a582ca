/**
 * Asks for a W-9 (`customer_w9_required`) where the need arises after a payout was made. A payout asks for its
 * own when it is made and when it is submitted; these are the other ways:
 * - the operator's `w9Policy` changes from over-threshold to every: a job asks for the payouts that wait;
 * - another payout of the customer is submitted, and with it the year's total reaches the threshold.
 */
import type { Tx } from "../../platform/database/transaction.ts";
import { captureLinkFor } from "../../tax/w9/index.ts";
import type { DisbursementsDeps } from "../disbursements-deps.ts";
import type { PayoutRecord } from "../records.ts";
import { owesW9, type Standing, standingOf } from "../standing.ts";
import { findPayout } from "../store/payout-store.ts";
import { findUnasked, findWaiting } from "../store/waiting-payouts.ts";
import { extrasOf, refreshPayout } from "./refresh-payout.ts";

/** Payouts taken in one round of the job. */
const mostPayouts = 50;

/** One round of the job. Only operators that ask for every payout can have any. */
export async function askForW9s(deps: DisbursementsDeps): Promise<"more" | undefined> {
  const unasked = await findUnasked(deps, deps.clock.nowMs(), mostPayouts);
  let asked = 0;
  for (const disbursementIntentId of unasked) {
    const found = await findPayout(deps, disbursementIntentId);
    // Makes the form and its event, as a look of the operator does.
    const extras = found && (await extrasOf(deps, await refreshPayout(deps, found)));
    if (extras?.w9CaptureUrl !== undefined) asked += 1;
  }
  // Settings in memory may be some seconds old: then the next round asks.
  return asked === mostPayouts ? "more" : undefined;
}

/**
 * After `submitted` counts: asks for the customer's other payouts that wait. `standing` is how the customer
 * stood before. The customer must be held.
 */
export async function askForOthers(
  deps: DisbursementsDeps,
  tx: Tx,
  submitted: PayoutRecord,
  { customer, settings, w9 }: Standing,
): Promise<void> {
  // Asked already, or there is nothing to ask for.
  if (w9.status !== "none" || w9.notUsPerson) return;
  for (const other of await findWaiting(deps, tx, submitted)) {
    const standing = await standingOf(deps, tx, other, customer, settings);
    if (!owesW9(standing)) continue;
    await captureLinkFor(deps, tx, other);
    return;
  }
}
