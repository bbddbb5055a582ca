/*
 * Processes refund batches.
 *
 * Guarantees
 * - A batch refunds a payment once, whichever process dies and however many work: the refund and the item's step from
 *   `waiting` to `requested` are one transaction. The refund's external id is derived from the batch, the item and the
 *   try, so the table of refunds refuses a second one, too.
 * - Exactly what was confirmed is returned. If the payment has changed, the item is refused and says so.
 * - No refund begins after a batch was stopped: each one locks its batch, and checks that it runs.
 * - A batch that cannot be worked on, such as one whose operator's keys are unavailable, waits for the end of its
 *   lease.
 * - Operators take turns. A round works on one batch of each of {@link batchesAtOnce} operators, the oldest that can
 *   continue, and requests at most {@link refundsAtOnce} refunds of it. An operator has at most {@link maxUnsent}
 *   unsent batch refunds in a processor's queue, so that other refunds wait behind few. A batch that waits for a
 *   processor does not delay newer batches of others.
 */
import { type RawBuilder, sql } from "kysely";
import type { RefundReason } from "#contract/api/refunds";
import { isStoreUnavailable } from "../../../platform/database/store-unavailable.ts";
import { inTransaction, type Tx } from "../../../platform/database/transaction.ts";
import { ApiError } from "../../../platform/http/api-error.ts";
import { workAtOnce } from "../../../platform/jobs/work-at-once.ts";
import type { PaymentsDeps } from "../../payments-deps.ts";
import { createRefund } from "../create-refund.ts";
import { type BatchRecord, lockBatch, moveBatch, toBatch } from "./batch-store.ts";
import type { RefundBatchItemRow } from "./tables.ts";

const batchesAtOnce = 5;
/** Maximum number of refunds of one batch in one round. */
const refundsAtOnce = 10;
/** With this many unsent refunds at a processor, an operator's batches wait. */
const maxUnsent = 20;
/** Refunds of a finished batch count for this long. After that, only a processor that is down has not sent them. */
const countedForMs = 60 * 60_000;
/** The lease is longer than one round takes. */
const leaseMs = 60_000;

/** Continues each operator's oldest running batch by one round. Returns `more` if a refund was started. */
export async function workRefundBatches(deps: PaymentsDeps): Promise<"more" | undefined> {
  const untilMs = deps.machineClock.nowMs() + leaseMs;
  const batches = await claimBatches(deps, untilMs);
  const started = await workAtOnce(batches, (batch) =>
    workBatch(deps, batch).then(
      async (count) => {
        await release(deps, batch, untilMs);
        return count;
      },
      async (error: unknown) => {
        if (isStoreUnavailable(error)) {
          await release(deps, batch, untilMs);
          throw error;
        }
        // It keeps its lease, so that it takes no turn from the others before that ends.
        const { refundBatchId } = batch;
        deps.log.errorHourly("a refund batch could not be worked on", { refundBatchId, error });
        return 0;
      },
    ),
  );
  return started.some((count) => count > 0) ? "more" : undefined;
}

/** Each operator's oldest batch that can continue, longest waiting first. */
async function claimBatches(deps: PaymentsDeps, untilMs: number): Promise<BatchRecord[]> {
  const { database, machineClock } = deps;
  const now = new Date(machineClock.nowMs());
  const rows = await database.kysely
    .with("due", (query) =>
      query
        .selectFrom("refund_batches as b")
        .select(["b.operator_id", "b.refund_batch_id"])
        .where("b.state", "=", "running")
        .where(canContinue(deps, "b"))
        .where((builder) =>
          builder.or([builder("b.lease_until", "is", null), builder("b.lease_until", "<", now)]),
        )
        .where((builder) =>
          builder.not(
            builder.exists(
              builder
                .selectFrom("refund_batches as o")
                .select("o.refund_batch_id")
                .whereRef("o.operator_id", "=", "b.operator_id")
                .where("o.state", "=", "running")
                .where(canContinue(deps, "o"))
                .whereRef("o.refund_batch_id", "<", "b.refund_batch_id"),
            ),
          ),
        )
        .orderBy("b.served_at")
        .limit(batchesAtOnce)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable("refund_batches as r")
    .from("due")
    .whereRef("r.operator_id", "=", "due.operator_id")
    .whereRef("r.refund_batch_id", "=", "due.refund_batch_id")
    .set({ lease_until: new Date(untilMs), served_at: now })
    .returningAll("r")
    .execute();
  return rows.map(toBatch);
}

/** An item to request now, or no waiting item: then the batch ends. */
function canContinue(deps: Pick<PaymentsDeps, "clock">, batch: "b" | "o") {
  const operatorId = sql.ref(`${batch}.operator_id`);
  const waiting = sql`select 1 from refund_batch_items w where w.operator_id = ${operatorId}
    and w.refund_batch_id = ${sql.ref(`${batch}.refund_batch_id`)} and w.state = 'waiting'`;
  return sql<boolean>`(not exists (${waiting})
    or exists (${waiting} and w.processor not in (${busyProcessors(deps, operatorId)})))`;
}

/** Processors with enough unsent refunds of the operator's batches. Refunds that wait for a person do not count. */
function busyProcessors({ clock }: Pick<PaymentsDeps, "clock">, operatorId: RawBuilder<unknown>) {
  const since = new Date(clock.nowMs() - countedForMs);
  return sql<string>`select r.processor from refund_batches a
    join refunds r on r.operator_id = a.operator_id and r.refund_batch_id = a.refund_batch_id
    where a.operator_id = ${operatorId} and r.operator_id = ${operatorId}
      and (a.finished_at is null or a.finished_at > ${since}::timestamptz)
      and r.step = 'requested' and r.sent_at is null and r.approval is distinct from 'needed'
    group by r.processor having count(*) >= ${maxUnsent}`;
}

async function release(
  { database }: PaymentsDeps,
  { operatorId, refundBatchId }: BatchRecord,
  untilMs: number,
): Promise<void> {
  await database.kysely
    .updateTable("refund_batches")
    .set({ lease_until: null })
    .where("operator_id", "=", operatorId)
    .where("refund_batch_id", "=", refundBatchId)
    .where("lease_until", "=", new Date(untilMs))
    .execute();
}

/** Returns how many payments it handled. */
async function workBatch(deps: PaymentsDeps, batch: BatchRecord): Promise<number> {
  await deps.keyring.load(batch.operatorId);
  const items = await nextItems(deps, batch);
  for (const item of items) await refundItem(deps, batch, item);
  if (items.length < refundsAtOnce) await finishIfDone(deps, batch);
  return items.length;
}

type Item = Pick<
  RefundBatchItemRow,
  "position" | "payment_intent_id" | "payment_id" | "base_minor" | "seen_returned_minor" | "tries"
>;

function nextItems(
  deps: PaymentsDeps,
  { operatorId, refundBatchId }: BatchRecord,
): Promise<Item[]> {
  return deps.database.kysely
    .selectFrom("refund_batch_items")
    .select([
      "position",
      "payment_intent_id",
      "payment_id",
      "base_minor",
      "seen_returned_minor",
      "tries",
    ])
    .where("operator_id", "=", operatorId)
    .where("refund_batch_id", "=", refundBatchId)
    .where("state", "=", "waiting")
    .where(sql<boolean>`processor not in (${busyProcessors(deps, sql.val(operatorId))})`)
    .orderBy("position")
    .limit(refundsAtOnce)
    .execute();
}

/** Another process took the item, or its batch was stopped. Nothing is written. */
class ItemMoved extends Error {}

async function refundItem(deps: PaymentsDeps, batch: BatchRecord, item: Item): Promise<void> {
  const { operatorId, refundBatchId, requestedBy } = batch;
  const { payment_intent_id: paymentIntentId, position, tries } = item;
  const approvedBy = batch.approval === "given" ? batch.decidedBy : null;
  try {
    await createRefund(
      deps,
      { operatorId, paymentIntentId, requestedBy, batch: { refundBatchId, approvedBy } },
      {
        externalRefundId: `${refundBatchId}.${position}.${tries}`,
        // Another payment of the intent may have something left, but was not confirmed.
        paymentId: item.payment_id,
        reason: batch.reason as RefundReason,
      },
      {
        check({ returned }, amountMinor) {
          const isSeen = returned.baseMinor === item.seen_returned_minor;
          if (!isSeen || amountMinor !== item.base_minor) throw new ApiError("conflicting_state");
        },
        alsoWrite: (tx, { refundId }) => takeItem(tx, batch, item, refundId),
      },
    );
  } catch (error) {
    if (error instanceof ItemMoved) return;
    if (isStoreUnavailable(error)) throw error;
    if (!(error instanceof ApiError)) {
      deps.log.error("a refund of a batch could not be requested", {
        refundBatchId,
        paymentIntentId,
        error,
      });
    }
    await refuseItem(deps, batch, item, error instanceof ApiError ? error.code : "internal_error");
  }
}

async function takeItem(
  tx: Tx,
  { operatorId, refundBatchId }: BatchRecord,
  { position, tries }: Item,
  refundId: string,
): Promise<void> {
  const running = await tx
    .selectFrom("refund_batches")
    .select("refund_batch_id")
    .where("operator_id", "=", operatorId)
    .where("refund_batch_id", "=", refundBatchId)
    .where("state", "=", "running")
    .forShare()
    .executeTakeFirst();
  const { numUpdatedRows } = await tx
    .updateTable("refund_batch_items")
    .set({ state: "requested", refund_id: refundId, failure_code: null })
    .where("operator_id", "=", operatorId)
    .where("refund_batch_id", "=", refundBatchId)
    .where("position", "=", position)
    .where("state", "=", "waiting")
    .where("tries", "=", tries)
    .executeTakeFirst();
  if (!running || numUpdatedRows === 0n) throw new ItemMoved();
}

async function refuseItem(
  { database }: PaymentsDeps,
  { operatorId, refundBatchId }: BatchRecord,
  { position, tries }: Item,
  failureCode: string,
): Promise<void> {
  await database.kysely
    .updateTable("refund_batch_items")
    .set({ state: "refused", failure_code: failureCode })
    .where("operator_id", "=", operatorId)
    .where("refund_batch_id", "=", refundBatchId)
    .where("position", "=", position)
    .where("state", "=", "waiting")
    .where("tries", "=", tries)
    .execute();
}

async function finishIfDone(deps: PaymentsDeps, batch: BatchRecord): Promise<void> {
  const { operatorId, refundBatchId } = batch;
  await inTransaction(deps.database, async (tx) => {
    const latest = await lockBatch(tx, batch);
    if (latest.state !== "running") return;
    const waiting = await tx
      .selectFrom("refund_batch_items")
      .select("position")
      .where("operator_id", "=", operatorId)
      .where("refund_batch_id", "=", refundBatchId)
      .where("state", "=", "waiting")
      .limit(1)
      .executeTakeFirst();
    if (!waiting) await moveBatch(deps, tx, latest, "finish");
  });
}
