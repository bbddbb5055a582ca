/** Reads refunds from the store. */
import type { Kysely } from "kysely";
import type { Tables } from "../../platform/database/tables.ts";
import type { RefundRecord } from "./records.ts";
import { toRefund } from "./refund-rows.ts";

/** A refund of the operator; undefined if there is none. */
export async function findRefund(
  db: Kysely<Tables>,
  operatorId: string,
  refundId: string,
): Promise<RefundRecord | undefined> {
  const row = await db
    .selectFrom("refunds")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("refund_id", "=", refundId)
    .executeTakeFirst();
  return row && toRefund(row);
}

/** A page of refunds. */
export interface RefundQuery {
  readonly page: number;
  readonly size: number;
  readonly paymentIntentId?: string;
  readonly externalCustomerId?: string;
}

/** The operator's refunds, newest first: all, or those of one payment intent or customer. */
export async function listRefunds(
  db: Kysely<Tables>,
  operatorId: string,
  { page, size, paymentIntentId, externalCustomerId }: RefundQuery,
): Promise<{ refunds: RefundRecord[]; total: number }> {
  let matching = db.selectFrom("refunds").where("operator_id", "=", operatorId);
  if (paymentIntentId !== undefined) {
    matching = matching.where("payment_intent_id", "=", paymentIntentId);
  }
  if (externalCustomerId !== undefined) {
    matching = matching.where("external_customer_id", "=", externalCustomerId);
  }
  const [rows, { total }] = await Promise.all([
    matching
      .selectAll()
      .orderBy("refund_id", "desc")
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
    matching.select((select) => select.fn.countAll<number>().as("total")).executeTakeFirstOrThrow(),
  ]);
  return { refunds: rows.map(toRefund), total: Number(total) };
}

/** Refunds that wait for a second person, or for the approval of a destination; oldest first. */
export async function listAwaitingApproval(
  db: Kysely<Tables>,
  operatorId: string,
  { page, size }: Pick<RefundQuery, "page" | "size">,
): Promise<{ refunds: RefundRecord[]; total: number }> {
  const waiting = db
    .selectFrom("refunds")
    .where("operator_id", "=", operatorId)
    .where((row) => row.or([row("approval", "=", "needed"), row("step", "=", "awaiting_approval")]))
    .where("step", "in", ["requested", "awaiting_approval"]);
  const [rows, { total }] = await Promise.all([
    waiting
      .selectAll()
      .orderBy("refund_id")
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
    waiting.select((select) => select.fn.countAll<number>().as("total")).executeTakeFirstOrThrow(),
  ]);
  return { refunds: rows.map(toRefund), total: Number(total) };
}
