/*
 * What disputes take from a payment: three columns of its row. Each change of a dispute computes them from all disputes
 * of the payment, under the lock of its row, so they cannot drift. Refunds check them under the same lock
 * (refunds/refunded-payment.ts).
 */
import {
  type DisputeCost,
  disputeMoved,
  disputeSource,
  readPosted,
  recordPostings,
  withoutNulls,
} from "../../ledger/index.ts";
import type { Tx } from "../../platform/database/transaction.ts";
import { achRailName } from "../methods/bank/bank-attempt.ts";
import { endDebts } from "../refunds/refund-debts.ts";
import { holdOf } from "./dispute-states.ts";
import type { DisputeRecord } from "./records.ts";

type PaymentKey = Pick<DisputeRecord, "operatorId" | "paymentIntentId" | "paymentId">;

/**
 * Call it after writing the dispute's row. Locks intent and payment, in that order. The intent's new version
 * invalidates the copies in processes' memory.
 */
export async function updateDisputedAmount(tx: Tx, key: PaymentKey, nowMs: number): Promise<void> {
  const { operatorId, paymentIntentId, paymentId } = key;
  await tx
    .updateTable("payment_intents")
    .set((column) => ({ version: column("version", "+", 1), updated_at: new Date(nowMs) }))
    .where("operator_id", "=", operatorId)
    .where("payment_intent_id", "=", paymentIntentId)
    .execute();
  const payment = await tx
    .selectFrom("payments")
    .select(["total_minor", "fees_minor", "tax_minor"])
    .where("operator_id", "=", operatorId)
    .where("payment_id", "=", paymentId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const disputes = await tx
    .selectFrom("disputes")
    .select(["stage", "status", "amount_minor"])
    .where("operator_id", "=", operatorId)
    .where("payment_intent_id", "=", paymentIntentId)
    .where("payment_id", "=", paymentId)
    .execute();
  let takenMinor = 0;
  let lostMinor = 0;
  let open = 0;
  for (const { amount_minor: amountMinor, ...place } of disputes) {
    const { takesMoney, blocksRefunds, isLost } = holdOf(place);
    if (takesMoney) takenMinor += amountMinor;
    if (blocksRefunds) open += 1;
    if (isLost) lostMinor += amountMinor;
  }
  const baseMinor = payment.total_minor - payment.fees_minor - payment.tax_minor;
  await tx
    .updateTable("payments")
    .set({
      disputed_minor: takenMinor,
      open_disputes: open,
      lost_base_minor: lostBase(lostMinor, baseMinor, payment.total_minor),
    })
    .where("operator_id", "=", operatorId)
    .where("payment_id", "=", paymentId)
    .execute();
  if (lostMinor > 0) await endDebts(tx, key, nowMs);
}

/** Posts what a stored dispute costs now. Skips returned ACH debits, because the rail posts the return. */
export async function postDispute(tx: Tx, dispute: DisputeRecord, nowMs: number): Promise<void> {
  const cost = costOf(dispute);
  if (!cost) return;
  const posted = await readPosted(tx, disputeSource(dispute));
  await recordPostings(tx, withoutNulls([disputeMoved(dispute, cost, posted, nowMs)]));
}

/** What a dispute costs; null for a dispute of an ACH debit. */
export function costOf(dispute: DisputeRecord): DisputeCost | null {
  if (dispute.processor === achRailName) return null;
  const { takesMoney, isLost } = holdOf(dispute);
  return {
    heldMinor: takesMoney && !isLost ? dispute.amountMinor : 0,
    lostMinor: isLost ? dispute.amountMinor : 0,
    feeMinor: dispute.feeMinor ?? 0,
  };
}

/**
 * The part of the base that a lost amount took, rounded up, so that the remainder never returns too much. Everything,
 * if the dispute is larger than its payment (another exchange rate). Exact: the product can exceed 2^53.
 */
export function lostBase(lostMinor: number, baseMinor: number, totalMinor: number): number {
  if (lostMinor >= totalMinor) return baseMinor;
  const total = BigInt(totalMinor);
  return Number((BigInt(lostMinor) * BigInt(baseMinor) + total - 1n) / total);
}
