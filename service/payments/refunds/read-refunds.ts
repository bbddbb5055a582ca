import type { ExpressionBuilder, Kysely } from "kysely";
import { firstIdAt } from "#contract/ids";
import { type ListSort, orderOf } from "#contract/lists";
import type { Tables } from "../../platform/database/tables.ts";
import type { RefundRecord } from "./records.ts";
import { toRefund } from "./refund-rows.ts";
import type { RefundStep } from "./refund-steps.ts";

/** Finds an operator's refund; undefined also for another operator's. */
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

/** What refunds of a charge by its own processor have returned, or may have. In minor units. */
export async function sumSentByCharge(
  db: Kysely<Tables>,
  { operatorId, paymentId }: { readonly operatorId: string; readonly paymentId: string },
): Promise<number> {
  const rows = await db
    .selectFrom("refunds")
    .select(["base_minor", "fees_minor", "tax_minor"])
    .where("operator_id", "=", operatorId)
    .where("payment_id", "=", paymentId)
    .where("transfer_type", "is", null)
    .where("sent_at", "is not", null)
    .where("step", "in", ["requested", "processing", "success"])
    .execute();
  return rows.reduce((sum, row) => sum + row.base_minor + row.fees_minor + row.tax_minor, 0);
}

export interface RefundQuery {
  readonly page: number;
  readonly size: number;
  readonly paymentIntentId?: string;
  readonly externalCustomerId?: string;
  readonly steps?: readonly RefundStep[] | undefined;
  /** Only refunds that staff must approve. */
  readonly isWaiting?: boolean;
  /** Only refunds that cannot be sent or looked up for some reason. */
  readonly isStuck?: boolean;
  readonly currency?: string | undefined;
  /** Created at or after `createdFrom`, and before `createdBefore`. ISO 8601. */
  readonly createdFrom?: string | undefined;
  readonly createdBefore?: string | undefined;
  readonly sort?: ListSort | undefined;
}

/** An id is made a moment before its row, and processes' clocks differ a little. */
const idMarginMs = 10 * 60_000;

/** Lists refunds, by default newest first: all, or those that match every given field. */
export async function listRefunds(
  db: Kysely<Tables>,
  operatorId: string,
  { page, size, sort = "newest", ...filter }: RefundQuery,
): Promise<{ refunds: RefundRecord[]; total: number }> {
  const { paymentIntentId, externalCustomerId, steps, isWaiting, isStuck, currency } = filter;
  let matching = db.selectFrom("refunds").where("operator_id", "=", operatorId);
  if (paymentIntentId !== undefined) {
    matching = matching.where("payment_intent_id", "=", paymentIntentId);
  }
  if (externalCustomerId !== undefined) {
    matching = matching.where("external_customer_id", "=", externalCustomerId);
  }
  if (steps !== undefined) matching = matching.where("step", "in", steps);
  if (isWaiting) matching = matching.where(waits);
  if (isStuck) {
    matching = matching
      .where("waits_for", "is not", null)
      .where("step", "in", ["requested", "processing"]);
  }
  if (currency !== undefined) matching = matching.where("currency", "=", currency);
  for (const [operator, time, marginMs] of [
    [">=", filter.createdFrom, -idMarginMs],
    ["<", filter.createdBefore, idMarginMs],
  ] as const) {
    if (time === undefined) continue;
    // The bound on the ids makes the index of ids usable.
    matching = matching
      .where("refund_id", operator, firstIdAt("refund", Date.parse(time) + marginMs))
      .where("created_at", operator, new Date(time));
  }
  const [rows, { total }] = await Promise.all([
    matching
      .selectAll()
      .orderBy("refund_id", orderOf(sort).direction)
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
    matching.select((select) => select.fn.countAll<number>().as("total")).executeTakeFirstOrThrow(),
  ]);
  return { refunds: rows.map(toRefund), total: Number(total) };
}

function waits(row: ExpressionBuilder<Tables, "refunds">) {
  return row.and([
    row.or([row("approval", "=", "needed"), row("step", "=", "awaiting_approval")]),
    row("step", "in", ["requested", "awaiting_approval"]),
  ]);
}

/** Refunds that wait for a second person, or for the approval of a destination; oldest first. */
export async function listAwaitingApproval(
  db: Kysely<Tables>,
  operatorId: string,
  { page, size, only }: Pick<RefundQuery, "page" | "size"> & { readonly only?: "destinations" },
): Promise<{ refunds: RefundRecord[]; total: number }> {
  const all = db.selectFrom("refunds").where("operator_id", "=", operatorId);
  const waiting =
    only === "destinations" ? all.where("step", "=", "awaiting_approval") : all.where(waits);
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
