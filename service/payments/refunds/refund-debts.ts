/**
 * A failed refund frees its amount, and its posting keeps the debt to the customer in `refunds_owed` until one of these
 * ends it:
 * - the next refund of the payment;
 * - the payment's own money going back: a returned debit, a deposit that left the chain, a charge that was never made;
 * - a lost dispute that leaves less than the debt: the customer has that money already.
 *
 * An ended debt does not come back, even after a late win: returning the money then takes another refund.
 */
import {
  accountOf,
  readPosted,
  recordPostings,
  refundReplaced,
  withoutNulls,
} from "../../ledger/index.ts";
import type { Tx } from "../../platform/database/transaction.ts";
import type { PriceDetail } from "../pricing/index.ts";
import { toPosted, withOwnCause } from "./post-refund.ts";
import { toRefund } from "./refund-rows.ts";
import type { PaymentKey } from "./refunded-payment.ts";

/**
 * Ends debts, oldest first, until the rest is no more than `maxMinor` of the base. Default: what the payment can still
 * return. The transaction must hold the payment's row.
 */
export async function endDebts(
  tx: Tx,
  { operatorId, paymentIntentId, paymentId }: PaymentKey,
  atMs: number,
  maxMinor?: number,
): Promise<void> {
  const failed = await tx
    .selectFrom("refunds")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("payment_intent_id", "=", paymentIntentId)
    .where("payment_id", "=", paymentId)
    .where("step", "=", "failed")
    .where("base_minor", ">", 0)
    .orderBy("refund_id")
    .execute();
  if (failed.length === 0) return;
  const payment = await tx
    .selectFrom("payments")
    .select([
      "type",
      "status",
      "price_detail",
      "total_minor",
      "fees_minor",
      "tax_minor",
      "refunded_base_minor",
      "lost_base_minor",
    ])
    .where("operator_id", "=", operatorId)
    .where("payment_id", "=", paymentId)
    .executeTakeFirstOrThrow();
  const baseMinor = payment.total_minor - payment.fees_minor - payment.tax_minor;
  const leftMinor = baseMinor - payment.refunded_base_minor - payment.lost_base_minor;
  const most = maxMinor ?? (payment.status === "success" ? Math.max(0, leftMinor) : 0);
  const { taxJurisdiction } = payment.price_detail as PriceDetail;
  const debts = [];
  for (const row of failed) {
    const source = { operatorId, type: "refund", id: row.refund_id, paymentId } as const;
    const posted = await readPosted(tx, source);
    if ((posted.get(accountOf("refunds_owed")) ?? 0n) !== 0n) debts.push(toRefund(row));
  }
  let owedMinor = debts.reduce((sum, { parts }) => sum + parts.baseMinor, 0);
  const ended = [];
  for (const debt of debts) {
    if (owedMinor <= most) break;
    owedMinor -= debt.parts.baseMinor;
    const shared = { type: payment.type, taxState: taxJurisdiction ?? null };
    ended.push(await withOwnCause(tx, debt, refundReplaced(toPosted(debt, shared), atMs)));
  }
  await recordPostings(tx, withoutNulls(ended));
}
