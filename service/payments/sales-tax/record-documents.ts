/**
 * Records what a tax service must know, in the transaction that moves the money. A job sends it (report-documents.ts),
 * so an outage of the tax service never delays a payment or a refund.
 *
 *   payment succeeds             ► a document "sale" to commit
 *   refund of it succeeds        ► a document "return" to commit
 *   refund comes back            ► its document to void
 *   success is undone            ► all documents of the payment to void
 *
 * A document to void stays so (column `wanted`). If the payment or refund succeeds after all, it gets another document.
 */
import type { Tx } from "../../platform/database/transaction.ts";
import type { IntentChange } from "../attempt-changes.ts";
import type { RefundRecord } from "../refunds/records.ts";
import { isUndone } from "../store/payment-posting.ts";

/** What a change means for the report to the tax service; null if nothing, or if the sale is not reported. */
export function taxEventOf(change: IntentChange): "sold" | "undone" | null {
  if (!change.attempt?.record.price.detail.taxReport) return null;
  if (change.event === "success") return "sold";
  return isUndone(change) ? "undone" : null;
}

/** Queues the report of a sale, or its withdrawal, in the transaction of the change. Makes no outside call. */
export async function recordSale(tx: Tx, change: IntentChange): Promise<void> {
  const what = taxEventOf(change);
  const record = change.attempt?.record;
  const report = record?.price.detail.taxReport;
  if (!what || !record || !report) return;
  const { operatorId, paymentIntentId, updatedAtMs } = change.intent;
  const { paymentId, price } = record;
  const now = new Date(updatedAtMs);
  if (what === "undone") return withdraw(tx, { operatorId, paymentId }, now);
  const earlier = await tx
    .selectFrom("tax_documents")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("operator_id", "=", operatorId)
    .where("payment_id", "=", paymentId)
    .where("kind", "=", "sale")
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("tax_documents")
    .values({
      operator_id: operatorId,
      code: codeOf(paymentId, Number(earlier.count)),
      kind: "sale",
      payment_intent_id: paymentIntentId,
      payment_id: paymentId,
      refund_id: null,
      base_minor: price.baseMinor,
      tax_minor: price.taxMinor,
      tax_date: report.onDate,
      ...newDocument(now),
    })
    .execute();
}

/**
 * Records a refund that arrived or came back, unless its sale was never reported or is withdrawn. Locks the sale's row,
 * so that undoing the payment at the same moment withdraws this document, too.
 */
export async function recordReturn(
  tx: Tx,
  refund: RefundRecord,
  { arrived, now }: { readonly arrived: boolean; readonly now: Date },
): Promise<void> {
  const { operatorId, paymentId, paymentIntentId, refundId, parts } = refund;
  if (!arrived) return withdraw(tx, { operatorId, paymentId, refundId }, now);
  if (parts.baseMinor === 0 && parts.taxMinor === 0) return;
  const sale = await tx
    .selectFrom("tax_documents")
    .select(["tax_date"])
    .where("operator_id", "=", operatorId)
    .where("payment_id", "=", paymentId)
    .where("kind", "=", "sale")
    .where("wanted", "=", "committed")
    .forUpdate()
    .executeTakeFirst();
  if (!sale) return;
  const earlier = await tx
    .selectFrom("tax_documents")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("operator_id", "=", operatorId)
    .where("refund_id", "=", refundId)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("tax_documents")
    .values({
      operator_id: operatorId,
      code: codeOf(refundId, Number(earlier.count)),
      kind: "return",
      payment_intent_id: paymentIntentId,
      payment_id: paymentId,
      refund_id: refundId,
      base_minor: parts.baseMinor,
      tax_minor: parts.taxMinor,
      tax_date: sale.tax_date,
      ...newDocument(now),
    })
    .execute();
}

/** Locks the sale first, so that no return can be added in the meantime. */
async function withdraw(
  tx: Tx,
  {
    operatorId,
    paymentId,
    refundId,
  }: { readonly operatorId: string; readonly paymentId: string; readonly refundId?: string },
  now: Date,
): Promise<void> {
  await tx
    .selectFrom("tax_documents")
    .select("code")
    .where("operator_id", "=", operatorId)
    .where("payment_id", "=", paymentId)
    .where("kind", "=", "sale")
    .forUpdate()
    .execute();
  let update = tx
    .updateTable("tax_documents")
    .set({ wanted: "voided", next_check_at: now, updated_at: now, tries: 0 })
    .where("operator_id", "=", operatorId)
    .where("payment_id", "=", paymentId)
    .where("wanted", "=", "committed");
  if (refundId !== undefined) update = update.where("refund_id", "=", refundId);
  await update.execute();
}

function newDocument(now: Date) {
  return {
    wanted: "committed",
    state: "due",
    problem: null,
    tries: 0,
    sent_at: null,
    next_check_at: now,
    lease_check_at: null,
    lease_until: null,
    created_at: now,
    updated_at: now,
  } as const;
}

/** The id itself, or the id with `-2` and so on. */
function codeOf(id: string, earlier: number): string {
  return earlier === 0 ? id : `${id}-${earlier + 1}`;
}
