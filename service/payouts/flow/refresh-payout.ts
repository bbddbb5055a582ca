import { lockCustomer } from "../../customers/profile/index.ts";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import { captureLinkOf } from "../../tax/w9/index.ts";
import type { DisbursementsDeps } from "../disbursements-deps.ts";
import { movePayout, type PayoutChange } from "../payout-changes.ts";
import type { IntentExtras } from "../present.ts";
import type { PayoutRecord } from "../records.ts";
import { loadStanding, owesW9, type Standing, standingOf } from "../standing.ts";
import { findExpired, findPayout, lockPayout } from "../store/payout-store.ts";
import { writeChange } from "./store-payout.ts";

/** Payouts taken in one round of the job. */
const mostPayouts = 50;

/** A payout as it is now, and how its customer stands. */
export interface CurrentPayout {
  readonly payout: PayoutRecord;
  readonly standing: Standing;
}

/**
 * On read: what time and the customer have changed about a payout is stored before it is shown: a
 * window that has closed, data that is missing no more, a W-9 that asks for withholding.
 */
export async function refreshPayout(
  deps: DisbursementsDeps,
  found: PayoutRecord,
): Promise<CurrentPayout> {
  const standing = await loadStanding(deps, found);
  if (!dueChange(found, standing, deps.clock.nowMs())) return { payout: found, standing };
  const { operatorId, externalCustomerId, disbursementIntentId } = found;
  const current = await inTransaction(deps.database, async (tx) => {
    const customer = await lockCustomer(deps, tx, operatorId, externalCustomerId);
    if (!customer) throw new Error("a payout's customer is gone");
    const payout = await lockPayout(deps, tx, disbursementIntentId);
    const locked = await standingOf(deps, tx, payout, customer, standing.settings);
    return { payout: await bringUpToDate(deps, tx, payout, locked), standing: locked };
  });
  deps.webhooks.wake();
  return current;
}

/** The same in a transaction that holds customer and payout. */
export async function bringUpToDate(
  deps: DisbursementsDeps,
  tx: Tx,
  payout: PayoutRecord,
  standing: Standing,
): Promise<PayoutRecord> {
  const change = dueChange(payout, standing, deps.clock.nowMs());
  return change ? writeChange(deps, tx, change, { actor: "service" }) : payout;
}

/** What has to be stored before the payout is shown or decided; null: nothing. */
function dueChange(payout: PayoutRecord, standing: Standing, nowMs: number): PayoutChange | null {
  const { step, record } = payout;
  if (step === "open" || step === "requires_customer_data") {
    if (nowMs >= payout.expiresAtMs) return movePayout(payout, "window_closed", nowMs);
    const isMissing = standing.missingForW9.length > 0;
    return movePayout(payout, isMissing ? "data_missing" : "data_complete", nowMs);
  }
  if (record && step === "awaiting_approval" && record.withheldMinor !== standing.withheldMinor) {
    const { withheldMinor } = standing;
    return movePayout(payout, "withholding_changed", nowMs, { withheldMinor });
  }
  return null;
}

/** What is shown of an intent beside its row, for its operator. Makes or renews the W-9's link. */
export async function extrasOf(
  deps: DisbursementsDeps,
  { payout, standing }: CurrentPayout,
): Promise<IntentExtras> {
  const isWaiting = ["requires_customer_data", "open", "awaiting_approval"].includes(payout.step);
  if (!isWaiting || !owesW9(standing)) return {};
  const link = await captureLinkOf(deps, payout);
  return { missingFields: standing.missingForW9, w9CaptureUrl: link?.w9CaptureUrl };
}

/** One round of the job: stores that windows have closed with nothing chosen, and tells. */
export async function expirePayouts(deps: DisbursementsDeps): Promise<"more" | undefined> {
  const due = await findExpired(deps, deps.clock.nowMs(), mostPayouts);
  for (const disbursementIntentId of due) {
    const found = await findPayout(deps, disbursementIntentId);
    if (!found) continue;
    await inTransaction(deps.database, async (tx) => {
      const payout = await lockPayout(deps, tx, disbursementIntentId);
      const change = movePayout(payout, "window_closed", deps.clock.nowMs());
      if (change) await writeChange(deps, tx, change, { actor: "service" });
    });
  }
  if (due.length > 0) deps.webhooks.wake();
  return due.length === mostPayouts ? "more" : undefined;
}
