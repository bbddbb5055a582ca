import { lockCustomer } from "../../customers/profile/index.ts";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import { workThrough } from "../../platform/jobs/work-through.ts";
import { SealBroken } from "../../platform/secrets/seal.ts";
import { captureLinkOf } from "../../tax/w9/index.ts";
import type { DisbursementsDeps } from "../disbursements-deps.ts";
import {
  assessPayout,
  isW9Missing,
  loadAssessments,
  type PayoutAssessment,
} from "../payout-assessment.ts";
import { movePayout, type PayoutChange } from "../payout-changes.ts";
import type { IntentExtras } from "../present.ts";
import type { PayoutRecord } from "../records.ts";
import { findExpired, findPayout, lockPayout } from "../store/payout-store.ts";
import { writeChange } from "./store-payout.ts";

/** A payout with its assessment. */
export interface CurrentPayout {
  readonly payout: PayoutRecord;
  readonly assessment: PayoutAssessment;
}

/**
 * Stores an expired window, completed data, or a W-9 that requires withholding, so that a read shows the current state.
 */
export async function refreshPayout(
  deps: DisbursementsDeps,
  payout: PayoutRecord,
): Promise<CurrentPayout> {
  const [current] = await refreshPayouts(deps, payout.operatorId, [payout]);
  if (!current) throw new Error("a payout was not refreshed");
  return current;
}

/**
 * Like {@link refreshPayout} for payouts of one operator, in the same order. The number of statements does not depend
 * on the number of payouts. Each change is a transaction. A payout whose customer cannot be decrypted stays as it is,
 * so that the others are still shown.
 */
export async function refreshPayouts(
  deps: DisbursementsDeps,
  operatorId: string,
  payouts: readonly PayoutRecord[],
): Promise<CurrentPayout[]> {
  const assessments = await loadAssessments(deps, operatorId, payouts);
  return Promise.all(
    assessments.map((assessment, index) => {
      const payout = payouts[index] as PayoutRecord;
      const isDue = dueChange(payout, assessment, deps.clock.nowMs()) !== null;
      if (!isDue) return { payout, assessment };
      return storeDueChange(deps, payout, assessment).catch((error: unknown) => {
        if (!(error instanceof SealBroken)) throw error;
        return { payout, assessment };
      });
    }),
  );
}

async function storeDueChange(
  deps: DisbursementsDeps,
  found: PayoutRecord,
  { settings }: PayoutAssessment,
): Promise<CurrentPayout> {
  const { operatorId, externalCustomerId, disbursementIntentId } = found;
  const current = await inTransaction(deps.database, async (tx) => {
    const customer = await lockCustomer(deps, tx, operatorId, externalCustomerId);
    if (!customer) throw new Error("a payout's customer is gone");
    const payout = await lockPayout(deps, tx, disbursementIntentId);
    const locked = await assessPayout(deps, tx, payout, customer, settings);
    return { payout: await bringUpToDate(deps, tx, payout, locked), assessment: locked };
  });
  deps.webhooks.wake();
  return current;
}

/** Like {@link refreshPayout}, in a transaction that holds the customer and the payout. */
export async function bringUpToDate(
  deps: DisbursementsDeps,
  tx: Tx,
  payout: PayoutRecord,
  assessment: PayoutAssessment,
): Promise<PayoutRecord> {
  const change = dueChange(payout, assessment, deps.clock.nowMs());
  return change ? writeChange(deps, tx, change, { actor: "service" }) : payout;
}

/** The change that must be stored before the payout is shown or decided. */
function dueChange(
  payout: PayoutRecord,
  assessment: PayoutAssessment,
  nowMs: number,
): PayoutChange | null {
  const { step, record } = payout;
  if (step === "open" || step === "requires_customer_data") {
    if (nowMs >= payout.expiresAtMs) return movePayout(payout, "window_closed", nowMs);
    const isMissing = assessment.missingForW9.length > 0;
    return movePayout(payout, isMissing ? "data_missing" : "data_complete", nowMs);
  }
  if (record && step === "awaiting_approval" && record.withheldMinor !== assessment.withheldMinor) {
    const { withheldMinor } = assessment;
    return movePayout(payout, "withholding_changed", nowMs, { withheldMinor });
  }
  return null;
}

/** What the operator sees in addition to the intent's row. Creates or renews the W-9 link. */
export async function extrasOf(
  deps: DisbursementsDeps,
  { payout, assessment }: CurrentPayout,
): Promise<IntentExtras> {
  const isWaiting = ["requires_customer_data", "open", "awaiting_approval"].includes(payout.step);
  if (!isWaiting || !isW9Missing(assessment)) return {};
  const link = await captureLinkOf(deps, payout);
  return { missingFields: assessment.missingForW9, w9CaptureUrl: link?.w9CaptureUrl };
}

/** One round of the job, for intents whose window closed without a choice. */
export async function expirePayouts(
  deps: DisbursementsDeps,
  signal: AbortSignal,
): Promise<undefined> {
  const expired = await workThrough(signal, {
    read: (most, skip) => findExpired(deps, deps.clock.nowMs(), most, skip),
    work: (disbursementIntentId) => expirePayout(deps, disbursementIntentId),
    onFailure: (resourceId, error) =>
      deps.log.errorHourly("a payout could not be expired", { resourceId, error }),
  });
  if (expired > 0) deps.webhooks.wake();
}

async function expirePayout(
  deps: DisbursementsDeps,
  disbursementIntentId: string,
): Promise<boolean> {
  const found = await findPayout(deps, disbursementIntentId);
  if (!found) return false;
  return inTransaction(deps.database, async (tx) => {
    const payout = await lockPayout(deps, tx, disbursementIntentId);
    const change = movePayout(payout, "window_closed", deps.clock.nowMs());
    if (change) await writeChange(deps, tx, change, { actor: "service" });
    return change !== null;
  });
}
