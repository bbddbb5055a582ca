import { recordEvent, sealEvent } from "../../events/index.ts";
import type { Tx } from "../../platform/database/transaction.ts";
import type { PayoutChange } from "../payout-changes.ts";
import { type IntentExtras, presentIntent } from "../present.ts";
import type { PayoutRecord } from "../records.ts";
import {
  type ChangeBy,
  changeRow,
  insertRow,
  type PayoutStoreDeps,
} from "../store/payout-store.ts";

/** Stores a payout with its `created` event. Throws 400 if the operator's id was used before. */
export async function insertPayout(
  deps: PayoutStoreDeps,
  tx: Tx,
  payout: PayoutRecord,
  by: ChangeBy,
  extras?: IntentExtras,
): Promise<void> {
  await insertRow(deps, tx, payout, by);
  await recordWebhookEvent(deps, tx, payout, "created", extras);
}

/**
 * Writes the row, its history and its event. Throws 409 `disbursement_changed` and writes nothing if the payout has
 * changed since it was read.
 */
export async function writeChange(
  deps: PayoutStoreDeps,
  tx: Tx,
  change: PayoutChange,
  by: ChangeBy,
  extras?: IntentExtras,
): Promise<PayoutRecord> {
  const payout = await changeRow(deps, tx, change, by);
  if (change.webhookStatus)
    await recordWebhookEvent(deps, tx, payout, change.webhookStatus, extras);
  return payout;
}

async function recordWebhookEvent(
  deps: PayoutStoreDeps,
  tx: Tx,
  payout: PayoutRecord,
  status: string,
  extras?: IntentExtras,
): Promise<void> {
  const event = sealEvent(deps, {
    operatorId: payout.operatorId,
    resourceId: payout.disbursementIntentId,
    sequence: payout.version,
    type: "disbursement",
    status,
    data: presentIntent(payout, extras),
    atMs: payout.updatedAtMs,
  });
  await recordEvent(tx, event);
}
