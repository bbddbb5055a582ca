import type { DisputeStatus } from "#contract/api/disputes";
import type { DisputeNotice } from "#contract/connectors/processor";
import { findDisputeCode } from "#contract/dispute-codes";
import type { Tx } from "../../platform/database/transaction.ts";
import { unnamedReason } from "../../providers/processor/index.ts";
import { toDispute } from "./dispute-rows.ts";
import { type DisputePlace, mayFollow } from "./dispute-states.ts";
import {
  type DisputePatch,
  type DisputeStoreDeps,
  insertDispute,
  writeDispute,
} from "./dispute-store.ts";
import type { NoticedPayment } from "./find-payment.ts";
import { newDispute } from "./new-dispute.ts";
import type { NoticeResult } from "./notices.ts";
import type { DisputeOutcome, DisputeRecord } from "./records.ts";

export interface MatchedNotice {
  readonly processor: string;
  readonly notice: DisputeNotice;
  readonly payment: NoticedPayment;
}

const statusOf: Readonly<Record<DisputeNotice["status"], DisputeStatus>> = {
  needs_response: "needs-response",
  under_review: "under-review",
  won: "won",
  lost: "lost",
  accepted: "accepted",
  expired: "expired",
  withdrawn: "won",
};

/** Applies a notice about a dispute to its payment. Needs the operator's data key. */
export async function applyDisputeNotice(
  deps: DisputeStoreDeps,
  tx: Tx,
  matched: MatchedNotice,
): Promise<NoticeResult> {
  const { notice, payment } = matched;
  if (notice.currency !== payment.currency) {
    return { state: "refused", problem: "currency_mismatch" };
  }
  const created = disputeOf(deps, matched);
  const known = await findKnown(tx, matched);
  if (!known && (await insertDispute(deps, tx, created))) {
    return { state: "applied", disputeId: created.disputeId };
  }
  // Another process has stored it since the look-up.
  const before = known ?? (await findKnown(tx, matched));
  if (!before) throw new Error("a dispute is neither stored nor new");
  const { disputeId } = before;
  const isSame = before.operatorId === payment.operatorId && before.paymentId === payment.paymentId;
  if (!isSame) return { state: "refused", problem: "charge_mismatch" };
  if (isAmountUnclear(before, created, notice)) {
    return { state: "refused", problem: "amount_unclear", disputeId };
  }
  if (notice.sequence <= before.lastSequence) return { state: "outdated", disputeId };
  const place = placeAfter(before, created);
  if (!place) return { state: "refused", problem: "state_not_allowed", disputeId };
  await writeIfChanged(deps, tx, before, patchOf(before, notice, created, place));
  return { state: "applied", disputeId };
}

/**
 * Whether one of two amounts was lost, or both, is unknown: a processor that guesses the charge (NMI) reports a second
 * chargeback like a repeat of the first, and states only a day.
 */
function isAmountUnclear(
  before: DisputeRecord,
  noticed: DisputeRecord,
  { cardLast4 }: DisputeNotice,
): boolean {
  if (noticed.amountMinor === before.amountMinor) return false;
  const isLostTwice =
    before.status === "lost" && noticed.status === "lost" && before.stage === noticed.stage;
  return noticed.lastSequence === before.lastSequence || (cardLast4 !== undefined && isLostTwice);
}

/** Locks the dispute, of any operator. */
async function findKnown(
  tx: Tx,
  { processor, notice }: MatchedNotice,
): Promise<DisputeRecord | undefined> {
  const row = await tx
    .selectFrom("disputes")
    .selectAll()
    .where("processor", "=", processor)
    .where("provider_dispute_id", "=", notice.disputeId)
    .forUpdate()
    .executeTakeFirst();
  return row && toDispute(row);
}

function disputeOf(
  deps: DisputeStoreDeps,
  { processor, notice, payment }: MatchedNotice,
): DisputeRecord {
  const status = statusOf[notice.status];
  const { refundedMinor, ...owner } = payment;
  return newDispute(deps, {
    ...owner,
    processor,
    providerDisputeId: notice.disputeId,
    network: notice.network,
    reasonCode: notice.reasonCode,
    category: categoryOf(notice),
    stage: notice.stage,
    status,
    outcome: outcomeOf(notice.status),
    amountMinor: notice.amountMinor,
    feeMinor: notice.feeMinor ?? null,
    respondByMs: notice.respondBy === null ? null : Date.parse(notice.respondBy),
    defendable: notice.defendable,
    lastSequence: notice.sequence,
    refundedBeforeMinor: refundedMinor,
    openedAtMs: Math.min(Date.parse(notice.at), deps.clock.nowMs()),
  });
}

/** The processor's category decides, because some codes cover several (Mastercard 4853). */
function categoryOf({ network, reasonCode, category }: DisputeNotice): string {
  return category ?? findDisputeCode(network, reasonCode)?.category ?? "other";
}

function outcomeOf(status: DisputeNotice["status"]): DisputeOutcome | null {
  return status === "needs_response" || status === "under_review" ? null : status;
}

/**
 * The dispute's status after a notice; undefined if the table does not allow the notice. While our answer is on its way
 * the processor still says `needs_response`, and our status stays. A loss after our acceptance changes nothing.
 */
function placeAfter(before: DisputeRecord, noticed: DisputePlace): DisputePlace | undefined {
  if (noticed.stage === before.stage) {
    const isBehind =
      noticed.status === "needs-response" &&
      (before.status === "under-review" || before.status === "accepted");
    const isConfirmed = before.status === "accepted" && noticed.status === "lost";
    if (isBehind || isConfirmed) return { stage: before.stage, status: before.status };
  }
  const { stage, status } = noticed;
  return mayFollow(before, noticed) ? { stage, status } : undefined;
}

function patchOf(
  before: DisputeRecord,
  notice: DisputeNotice,
  noticed: DisputeRecord,
  place: DisputePlace,
): DisputePatch {
  const isNextStage = place.stage !== before.stage;
  const named = notice.reasonCode === unnamedReason ? before : noticed;
  return {
    ...place,
    outcome: place.status === noticed.status ? noticed.outcome : before.outcome,
    reasonCode: named.reasonCode,
    network: noticed.network,
    category: named.category,
    amountMinor: noticed.amountMinor,
    feeMinor: notice.feeMinor ?? before.feeMinor,
    respondByMs: noticed.respondByMs,
    defendable: noticed.defendable,
    lastSequence: notice.sequence,
    ...(isNextStage ? { submittedAtMs: null, refusalCode: null, refusedAtMs: null } : {}),
  };
}

/** A notice that changes nothing only advances the sequence, without an event. */
async function writeIfChanged(
  deps: DisputeStoreDeps,
  tx: Tx,
  before: DisputeRecord,
  patch: DisputePatch,
): Promise<void> {
  const isChanged = Object.entries(patch).some(
    ([name, value]) => name !== "lastSequence" && before[name as keyof DisputeRecord] !== value,
  );
  if (isChanged) {
    await writeDispute(deps, tx, before, patch);
    return;
  }
  await tx
    .updateTable("disputes")
    .set({ last_sequence: patch.lastSequence ?? before.lastSequence })
    .where("operator_id", "=", before.operatorId)
    .where("dispute_id", "=", before.disputeId)
    .execute();
}
