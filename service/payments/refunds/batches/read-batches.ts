import { type Kysely, type RawBuilder, sql } from "kysely";
import type {
  BatchItemQuery,
  BatchListQuery,
  BatchOutcome,
} from "#contract/console/refund-batches";
import { orderOf } from "#contract/lists";
import { toMajor } from "#contract/money";
import type { Tables } from "../../../platform/database/tables.ts";
import { showText } from "../../../platform/secrets/show-text.ts";
import type { PaymentsDeps } from "../../payments-deps.ts";
import { type RefundStep, refundStatus, refundSteps } from "../refund-steps.ts";
import { activeBatchStates } from "./batch-states.ts";
import {
  type BatchKey,
  type BatchRecord,
  batchNotePlace,
  requireBatch,
  toBatch,
} from "./batch-store.ts";
import type { RefundBatchItemRow } from "./tables.ts";

/** Payments of a batch by outcome. All other counts add up to `total`. */
export type BatchCounts = Readonly<Record<"total" | BatchOutcome, number>>;

/** A sum in major units. */
export interface BatchSum {
  readonly currency: string;
  readonly count: number;
  readonly amount: number;
  readonly total: number;
  readonly returned: number;
  readonly waiting: number;
}

export interface BatchForReview {
  readonly batch: BatchRecord;
  readonly note: string | null;
  readonly counts: BatchCounts;
  readonly sums: readonly BatchSum[];
}

export interface BatchItem {
  readonly paymentIntentId: string;
  readonly externalPaymentIntentId: string;
  readonly externalCustomerId: string;
  readonly amount: number;
  readonly total: number;
  readonly currency: string;
  /** `waiting`, `not-begun`, `refused`, or the refund's status. */
  readonly status: string;
  readonly refundId: string | null;
  readonly code: string | null;
}

type Reads = Pick<PaymentsDeps, "database" | "keyring">;

/** Reads a batch with its counts and sums. Throws 404. */
export async function readBatch(deps: Reads, key: BatchKey): Promise<BatchForReview> {
  const batch = await requireBatch(deps.database.kysely, key);
  const [found] = await withProgress(deps, key.operatorId, [batch]);
  return found as BatchForReview;
}

/** Lists refund batches, by default newest first. */
export async function listBatches(
  deps: Reads,
  operatorId: string,
  { page, size, sort = "newest", show }: BatchListQuery,
): Promise<{ batches: BatchForReview[]; total: number }> {
  const matching = deps.database.kysely
    .selectFrom("refund_batches")
    .where("operator_id", "=", operatorId)
    .$if(show === "active", (query) => query.where("state", "in", [...activeBatchStates]));
  const [rows, { total }] = await Promise.all([
    matching
      .selectAll()
      .orderBy("refund_batch_id", orderOf(sort).direction)
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
    matching.select((select) => select.fn.countAll<number>().as("total")).executeTakeFirstOrThrow(),
  ]);
  return { batches: await withProgress(deps, operatorId, rows.map(toBatch)), total: Number(total) };
}

async function withProgress(
  deps: Reads,
  operatorId: string,
  batches: readonly BatchRecord[],
): Promise<BatchForReview[]> {
  await deps.keyring.load(operatorId);
  const groups = await readGroups(
    deps.database.kysely,
    operatorId,
    batches.map(({ refundBatchId }) => refundBatchId),
  );
  return batches.map((batch) => {
    const own = groups.filter((group) => group.refund_batch_id === batch.refundBatchId);
    const note = showText(deps.keyring, batchNotePlace(batch), batch.noteSealed);
    return { batch, note, counts: countsOf(own), sums: sumsOf(own) };
  });
}

interface Group {
  refund_batch_id: string;
  currency: string;
  state: RefundBatchItemRow["state"];
  step: RefundStep | null;
  count: number;
  base_minor: number;
  total_minor: number;
}

/** Payments counted by currency, state and the step of the refund. */
function readGroups(
  db: Kysely<Tables>,
  operatorId: string,
  refundBatchIds: readonly string[],
): Promise<Group[]> {
  return itemsOf(db, operatorId)
    .where((row) => row("i.refund_batch_id", "=", row.fn.any(row.val(refundBatchIds))))
    .select([
      "i.refund_batch_id",
      "i.currency",
      "i.state",
      "r.step",
      sql<number>`count(*)::int`.as("count"),
      sql<number>`sum(i.base_minor)::bigint`.as("base_minor"),
      sql<number>`sum(i.total_minor)::bigint`.as("total_minor"),
    ])
    .groupBy(["i.refund_batch_id", "i.currency", "i.state", "r.step"])
    .execute();
}

/** Batch items with the newest refund of each. */
function itemsOf(db: Kysely<Tables>, operatorId: string) {
  return db
    .selectFrom("refund_batch_items as i")
    .leftJoin("refunds as r", (join) =>
      join
        .onRef("r.operator_id", "=", "i.operator_id")
        .onRef("r.refund_id", "=", "i.refund_id")
        .on("r.operator_id", "=", operatorId),
    )
    .where("i.operator_id", "=", operatorId);
}

function countsOf(groups: readonly Group[]): BatchCounts {
  const counts = {
    total: 0,
    waiting: 0,
    pending: 0,
    needsDestination: 0,
    success: 0,
    failed: 0,
    canceled: 0,
    notBegun: 0,
  };
  for (const group of groups) {
    counts.total += group.count;
    counts[placeOf(statusOf(group.state, group.step))] += group.count;
  }
  return counts;
}

function placeOf(status: string): BatchOutcome {
  switch (status) {
    case "waiting":
    case "success":
    case "canceled":
    case "pending":
      return status;
    case "not-begun":
      return "notBegun";
    case "requires-destination":
      return "needsDestination";
    default:
      return "failed";
  }
}

function statusOf(state: RefundBatchItemRow["state"], step: RefundStep | null): string {
  if (state === "not_begun") return "not-begun";
  return state === "requested" && step !== null ? refundStatus(step) : state;
}

function sumsOf(groups: readonly Group[]): BatchSum[] {
  const currencies = [...new Set(groups.map(({ currency }) => currency))].sort();
  return currencies.map((currency) => {
    const own = groups.filter((group) => group.currency === currency);
    const sum = (of: (group: Group) => number) =>
      own.reduce((minor, group) => minor + of(group), 0);
    return {
      currency,
      count: sum(({ count }) => count),
      amount: toMajor(
        sum((group) => group.base_minor),
        currency,
      ),
      total: toMajor(
        sum((group) => group.total_minor),
        currency,
      ),
      returned: toMajor(
        sum(({ step, total_minor: minor }) => (step === "success" ? minor : 0)),
        currency,
      ),
      waiting: toMajor(
        sum(({ state, total_minor: minor }) => (state === "waiting" ? minor : 0)),
        currency,
      ),
    };
  });
}

/** A batch's payments: all, or those with an outcome. Throws 404. */
export async function listItems(
  { database }: Pick<PaymentsDeps, "database">,
  key: BatchKey,
  { page, size, show, sort }: BatchItemQuery,
): Promise<{ items: BatchItem[]; total: number }> {
  await requireBatch(database.kysely, key);
  let matching = itemsOf(database.kysely, key.operatorId).where(
    "i.refund_batch_id",
    "=",
    key.refundBatchId,
  );
  if (show !== "all") matching = matching.where(isIn(show));
  let sorted = withIntents(matching, key.operatorId);
  if (sort === "failed") sorted = sorted.orderBy(isIn("failed"), "desc");
  if (sort === "highest" || sort === "lowest") {
    const { direction } = orderOf(sort);
    sorted = sorted.orderBy("i.currency").orderBy("i.total_minor", direction);
  }
  const [rows, { total }] = await Promise.all([
    sorted
      .orderBy("i.position")
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
    matching.select((select) => select.fn.countAll<number>().as("total")).executeTakeFirstOrThrow(),
  ]);
  return { items: rows.map(toItem), total: Number(total) };
}

/** Whether an item has this place in {@link BatchCounts}. */
function isIn(place: BatchOutcome): RawBuilder<boolean> {
  const states = (["waiting", "refused", "not_begun"] as const).filter(
    (state) => placeOf(statusOf(state, null)) === place,
  );
  const steps = refundSteps.filter((step) => placeOf(statusOf("requested", step)) === place);
  return sql<boolean>`(i.state = any (${states}::text[])
    or (i.state = 'requested' and coalesce(r.step = any (${steps}::text[]), false)))`;
}

/** All payments of a batch, ordered by their ids, after `after`. Throws 404. */
export async function* streamItems(
  { database }: Pick<PaymentsDeps, "database">,
  key: BatchKey,
  after = "",
): AsyncGenerator<BatchItem[]> {
  await requireBatch(database.kysely, key);
  const rows = await withIntents(
    itemsOf(database.kysely, key.operatorId)
      .where("i.refund_batch_id", "=", key.refundBatchId)
      .where("i.payment_intent_id", ">", after),
    key.operatorId,
  )
    .orderBy("i.payment_intent_id")
    .execute();
  yield rows.map(toItem);
}

function withIntents(matching: ReturnType<typeof itemsOf>, operatorId: string) {
  return matching
    .innerJoin("payment_intents as p", (join) =>
      join
        .onRef("p.payment_intent_id", "=", "i.payment_intent_id")
        .on("p.operator_id", "=", operatorId),
    )
    .select([
      "i.payment_intent_id",
      "i.currency",
      "i.base_minor",
      "i.total_minor",
      "i.state",
      "i.refund_id",
      "i.failure_code",
      "r.step",
      "r.failure_code as refund_failure",
      "p.external_payment_intent_id",
      "p.external_customer_id",
    ]);
}

type ItemRow = Awaited<ReturnType<ReturnType<typeof withIntents>["execute"]>>[number];

function toItem(row: ItemRow): BatchItem {
  return {
    paymentIntentId: row.payment_intent_id,
    externalPaymentIntentId: row.external_payment_intent_id,
    externalCustomerId: row.external_customer_id,
    amount: toMajor(row.base_minor, row.currency),
    total: toMajor(row.total_minor, row.currency),
    currency: row.currency,
    status: statusOf(row.state, row.step),
    refundId: row.refund_id,
    code: row.failure_code ?? row.refund_failure,
  };
}
