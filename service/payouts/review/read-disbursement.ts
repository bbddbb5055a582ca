import { showText } from "../../platform/secrets/show-text.ts";
import type {
  DisbursementHistoryEntry,
  DisbursementKey,
  ReadDisbursement,
} from "../console-types.ts";
import type { DisbursementsDeps } from "../disbursements-deps.ts";
import { gatesOf } from "../flow/decide-payout.ts";
import { extrasOf, refreshPayout } from "../flow/refresh-payout.ts";
import { presentIntent } from "../present.ts";
import type { PayoutRecord } from "../records.ts";
import { intentStatusOf, type PayoutStep } from "../states/payout-steps.ts";
import { reasonPlace, requirePayout } from "../store/payout-store.ts";

/** Reads a payout for staff. Throws 404, also for another operator's. */
export const readDisbursement: ReadDisbursement<DisbursementsDeps> = async (deps, key) => {
  const stored = await requirePayout(deps, key.operatorId, key.disbursementIntentId);
  const current = await refreshPayout(deps, stored);
  const { payout, assessment } = current;
  return {
    intent: presentIntent(payout, await extrasOf(deps, current)),
    isHeld: payout.heldAtMs !== null,
    customer: assessment.customer,
    gates: gatesOf(deps, payout, assessment),
    yearToDateMinor: assessment.yearToDateMinor,
    processor: processorOf(deps, payout),
    history: await listHistory(deps, key),
  };
};

function processorOf({ rails }: DisbursementsDeps, { step, record }: PayoutRecord) {
  const { provider: name = null, sentAtMs = null } = record ?? {};
  if (name === null) return null;
  const isUnanswered = step === "approved" && sentAtMs !== null;
  const { sendsOnce = false } = rails.byName(name)?.capabilities ?? {};
  return { name, waitsForStaff: isUnanswered && sendsOnce };
}

async function listHistory(
  deps: DisbursementsDeps,
  { operatorId, disbursementIntentId }: DisbursementKey,
): Promise<DisbursementHistoryEntry[]> {
  const rows = await deps.database.kysely
    .selectFrom("disbursement_history")
    .selectAll()
    .where("disbursement_intent_id", "=", disbursementIntentId)
    .orderBy("version")
    .execute();
  return rows.map((row) => {
    const { version, happening: event, actor, reason_sealed: sealed } = row;
    const place = reasonPlace(operatorId, disbursementIntentId, version);
    return {
      event,
      actor,
      version,
      status: intentStatusOf(row.step as PayoutStep),
      reason: showText(deps.keyring, place, sealed),
      at: row.happened_at.toISOString(),
    };
  });
}
