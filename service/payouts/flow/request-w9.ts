/**
 * Requests a W-9 (`customer_w9_required`) when a payout starts to need one after its creation. A payout requests its
 * own when it is created and when a method is submitted. The other cases are:
 * - The operator's `w9Policy` changes from over-threshold to every: a job requests W-9s for waiting payouts.
 * - Another payout of the customer brings the year's total to the threshold.
 */

import type { Tx } from "../../platform/database/transaction.ts";
import { workThrough } from "../../platform/jobs/work-through.ts";
import { captureLinkFor } from "../../tax/w9/index.ts";
import type { DisbursementsDeps } from "../disbursements-deps.ts";
import { assessPayout, isW9Missing, type PayoutAssessment } from "../payout-assessment.ts";
import type { PayoutRecord } from "../records.ts";
import { findPayout } from "../store/payout-store.ts";
import { findWaiting, findWithoutW9Request } from "../store/waiting-payouts.ts";
import { extrasOf, refreshPayout } from "./refresh-payout.ts";

/**
 * One round of the job, for operators with the policy `every`. If cached settings are some seconds old, the next round
 * makes the request.
 */
export async function requestMissingW9s(
  deps: DisbursementsDeps,
  signal: AbortSignal,
): Promise<undefined> {
  const nowMs = deps.clock.nowMs();
  await workThrough(signal, {
    read: (most, skip) => findWithoutW9Request(deps, nowMs, most, skip),
    work: (disbursementIntentId) => requestMissingW9(deps, disbursementIntentId),
    onFailure: (resourceId, error) =>
      deps.log.errorHourly("a W-9 could not be requested", { resourceId, error }),
  });
}

/** Creates the form and its event, as when the operator reads the payout. */
async function requestMissingW9(
  deps: DisbursementsDeps,
  disbursementIntentId: string,
): Promise<boolean> {
  const payout = await findPayout(deps, disbursementIntentId);
  const extras = payout && (await extrasOf(deps, await refreshPayout(deps, payout)));
  return extras?.w9CaptureUrl !== undefined;
}

/**
 * Requests W-9s for the customer's other payouts once `submitted` counts. `assessment`: the customer's before that. The
 * caller must hold the customer's lock.
 */
export async function requestOtherW9s(
  deps: DisbursementsDeps,
  tx: Tx,
  submitted: PayoutRecord,
  { customer, settings, w9 }: PayoutAssessment,
): Promise<void> {
  if (w9.status !== "none" || w9.notUsPerson) return;
  for (const other of await findWaiting(deps, tx, submitted)) {
    const assessment = await assessPayout(deps, tx, other, customer, settings);
    if (!isW9Missing(assessment)) continue;
    await captureLinkFor(deps, tx, other);
    return;
  }
}
