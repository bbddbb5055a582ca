import type { ExpressionBuilder, Kysely } from "kysely";
import { holdingStates } from "../../customers/sanctions/index.ts";
import { recordPostings } from "../../ledger/index.ts";
import { isUniqueViolation } from "../../platform/database/database.ts";
import {
  isClaimable,
  leaseColumns,
  type MachineLease,
} from "../../platform/database/machine-lease.ts";
import type { Tables } from "../../platform/database/tables.ts";
import type { Tx } from "../../platform/database/transaction.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { isInLane, type Lane } from "../../platform/jobs/lanes.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { recheckConsent } from "../../providers/payout/index.ts";
import type { OutgoingPayout } from "../disbursements-deps.ts";
import type { PayoutChange } from "../payout-changes.ts";
import type { PayoutRecord } from "../records.ts";
import { isFinal } from "../states/payout-steps.ts";
import { postingsOf } from "./payout-postings-of.ts";
import { changingColumns, intentColumns, toPayout } from "./rows.ts";

const table = "disbursement_intents";

/** Dependencies of the store, which needs the operator's data key. */
export type PayoutStoreDeps = Pick<PlatformDeps, "clock" | "random" | "keyring" | "database">;

export interface ChangeBy {
  /** `api`, `customer`, `service`, `provider`, or `staff:` and an id. */
  readonly actor: string;
  /** For staff only; the customer does not see it. */
  readonly reason?: string | undefined;
}

/**
 * Reads a payout of any operator, and loads its operator's key. For an operator's request, use {@link requirePayout}:
 * whether another operator's key is available must not show that the payout exists.
 */
export async function findPayout(
  deps: PayoutStoreDeps,
  disbursementIntentId: string,
  db: Kysely<Tables> = deps.database.kysely,
): Promise<PayoutRecord | undefined> {
  return readPayout(deps, selectPayout(db, disbursementIntentId));
}

/** Reads a payout of this operator. Throws 404, also for another operator's. */
export async function requirePayout(
  deps: PayoutStoreDeps,
  operatorId: string,
  disbursementIntentId: string,
): Promise<PayoutRecord> {
  const query = selectPayout(deps.database.kysely, disbursementIntentId);
  const payout = await readPayout(deps, query.where("operator_id", "=", operatorId));
  if (!payout) throw new ApiError("resource_not_found");
  return payout;
}

const selectPayout = (db: Kysely<Tables>, disbursementIntentId: string) =>
  db.selectFrom(table).selectAll().where("disbursement_intent_id", "=", disbursementIntentId);

async function readPayout(
  deps: PayoutStoreDeps,
  query: ReturnType<typeof selectPayout>,
): Promise<PayoutRecord | undefined> {
  const row = await query.executeTakeFirst();
  if (!row) return undefined;
  await deps.keyring.load(row.operator_id);
  return toPayout(deps.keyring, row);
}

/** The intent of the payout that is sent under this key, by this or any provider. */
export async function findByKey(
  { database }: Pick<PayoutStoreDeps, "database">,
  key: string,
  provider?: string,
): Promise<OutgoingPayout | undefined> {
  const row = await database.kysely
    .selectFrom(table)
    .select(["disbursement_intent_id as disbursementIntentId", "provider"])
    .where("disbursement_id", "=", key)
    .where("provider", "is not", null)
    .executeTakeFirst();
  const isIts = provider === undefined || row?.provider === provider;
  return isIts ? row : undefined;
}

export async function findByProviderIds(
  { database }: Pick<PayoutStoreDeps, "database">,
  provider: string,
  payoutIds: readonly string[],
): Promise<string[]> {
  if (payoutIds.length === 0) return [];
  const rows = await database.kysely
    .selectFrom(table)
    .select("disbursement_intent_id")
    .where("provider", "=", provider)
    .where("payout_id", "in", payoutIds)
    .execute();
  return rows.map((row) => row.disbursement_intent_id);
}

/** Locks the payout until the transaction ends. Lock its customer first if you need both. */
export async function lockPayout(
  deps: Pick<PayoutStoreDeps, "keyring">,
  tx: Tx,
  disbursementIntentId: string,
): Promise<PayoutRecord> {
  const row = await tx
    .selectFrom(table)
    .selectAll()
    .where("disbursement_intent_id", "=", disbursementIntentId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new ApiError("resource_not_found");
  return toPayout(deps.keyring, row);
}

/**
 * Stores a payout with the start of its history; flow/store-payout.ts adds the event. Throws 400 if the operator's id
 * was used before.
 */
export async function insertRow(
  deps: PayoutStoreDeps,
  tx: Tx,
  payout: PayoutRecord,
  by: ChangeBy,
): Promise<void> {
  try {
    await tx
      .insertInto(table)
      .values({ ...intentColumns(payout), ...changingColumns(deps.keyring, payout) })
      .execute();
  } catch (error) {
    if (isUniqueViolation(error, "disbursement_intents_external_id")) {
      throw new ApiError("duplicate_external_disbursement_intent_id");
    }
    throw error;
  }
  await insertHistory(deps, tx, payout, "created", by);
}

/**
 * Writes the row, its history and its postings. Throws 409 `disbursement_changed` and writes nothing if the payout has
 * changed since it was read.
 */
export async function changeRow(
  deps: PayoutStoreDeps,
  tx: Tx,
  change: PayoutChange,
  by: ChangeBy,
): Promise<PayoutRecord> {
  const { payout, event } = change;
  const written = await tx
    .updateTable(table)
    .set(changingColumns(deps.keyring, payout))
    .where("disbursement_intent_id", "=", payout.disbursementIntentId)
    .where("version", "=", payout.version - 1)
    .returning("version")
    .executeTakeFirst();
  if (!written) throw new ApiError("disbursement_changed");
  await recordPostings(tx, postingsOf(payout, event));
  await insertHistory(deps, tx, payout, event, by);
  const { operatorId, step, record, updatedAtMs } = payout;
  if (record?.consentId && isFinal(step)) {
    await recheckConsent(tx, { operatorId, consentId: record.consentId }, updatedAtMs);
  }
  return payout;
}

/** Stores another id of a locked payout at its provider (null: unknown), and schedules look-ups. No event. */
export async function changePayoutId(
  { clock }: Pick<PayoutStoreDeps, "clock">,
  tx: Tx,
  { operatorId, disbursementIntentId, version }: PayoutRecord,
  change: { readonly payoutId: string | null; readonly nextCheckAtMs: number | null },
): Promise<void> {
  const { payoutId, nextCheckAtMs } = change;
  await tx
    .updateTable(table)
    .set({
      payout_id: payoutId,
      next_check_at: nextCheckAtMs === null ? null : new Date(nextCheckAtMs),
      checks: 0,
      version: version + 1,
      updated_at: new Date(clock.nowMs()),
    })
    .where("operator_id", "=", operatorId)
    .where("disbursement_intent_id", "=", disbursementIntentId)
    .execute();
}

/**
 * Postpones a payout's next check, unless the payout changed since it was read: the change has its own schedule. The
 * version stays, and no event is sent, because the step does not change.
 */
export async function postponeCheck(
  deps: Pick<PayoutStoreDeps, "database">,
  payout: PayoutRecord,
  nextCheckAtMs: number | null,
): Promise<void> {
  await deps.database.kysely
    .updateTable(table)
    .set((update) => ({
      next_check_at: nextCheckAtMs === null ? null : new Date(nextCheckAtMs),
      checks: update("checks", "+", 1),
    }))
    .where("disbursement_intent_id", "=", payout.disbursementIntentId)
    .where("version", "=", payout.version)
    .execute();
}

/**
 * Records a try before the payout is sent, so that a crash leaves a trace. False if another process is sending it, its
 * step has changed, or a sanctions review holds its customer's payouts.
 */
export async function beginSend(
  deps: Pick<PayoutStoreDeps, "database">,
  payout: PayoutRecord,
  nowMs: number,
): Promise<boolean> {
  const before = payout.record?.sentAtMs ?? null;
  const { numUpdatedRows } = await deps.database.kysely
    .updateTable(table)
    .set({ sent_at: new Date(nowMs) })
    .where("disbursement_intent_id", "=", payout.disbursementIntentId)
    // A review locks this row before it holds the payout; then this statement checks again.
    .where("held_at", "is", null)
    .where((row) => row.not(row.exists(holdingReview(row))))
    .where("step", "=", "approved")
    .where("sent_at", "is not distinct from", before === null ? null : new Date(before))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

function holdingReview(row: ExpressionBuilder<Tables, typeof table>) {
  return row
    .selectFrom("sanctions_reviews as r")
    .select("r.sanctions_review_id")
    .whereRef("r.operator_id", "=", `${table}.operator_id`)
    .whereRef("r.external_customer_id", "=", `${table}.external_customer_id`)
    .where("r.state", "in", [...holdingStates]);
}

/**
 * The try that {@link beginSend} recorded at `sentAtMs` had a clear response; the try before it counts again. Another
 * process's later record stays.
 */
export async function endSend(
  deps: Pick<PayoutStoreDeps, "database">,
  payout: PayoutRecord,
  sentAtMs: number,
): Promise<void> {
  const before = payout.record?.sentAtMs ?? null;
  await deps.database.kysely
    .updateTable(table)
    .set({ sent_at: before === null ? null : new Date(before) })
    .where("disbursement_intent_id", "=", payout.disbursementIntentId)
    .where("step", "=", "approved")
    .where("sent_at", "=", new Date(sentAtMs))
    .execute();
}

/**
 * How long a due payout waits before a process that does not know its provider claims it. A process that knows the
 * provider, for example during a deployment, claims it earlier: otherwise the other one would keep postponing it.
 */
const unknownWaitMs = 60_000;

/** Claims due payouts until `untilMs`, so that no other process takes them. Payouts that arrived come last. */
export async function claimDue(
  deps: Pick<PayoutStoreDeps, "database">,
  lane: Lane,
  lease: MachineLease,
  most: number,
): Promise<OutgoingPayout[]> {
  const dueMs = "only" in lane ? lease.nowMs : lease.nowMs - unknownWaitMs;
  const rows = await deps.database.kysely
    .with("due", (query) =>
      query
        .selectFrom(table)
        .select("disbursement_intent_id")
        .where(isClaimable({ ...lease, nowMs: dueMs }))
        .where(isInLane("provider", lane))
        .orderBy((row) => row("step", "=", "success"))
        .orderBy("next_check_at")
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable(table)
    .set(leaseColumns(lease))
    .where("disbursement_intent_id", "in", (select) =>
      select.selectFrom("due").select("disbursement_intent_id"),
    )
    .returning(["disbursement_intent_id as disbursementIntentId", "provider"])
    .execute();
  return rows;
}

/**
 * Ends a claim until `untilMs`: payouts that have not changed since are due at `dueMs`. `id` null: all of the lane's,
 * because the claim's response was lost.
 */
export async function releaseClaim(
  deps: Pick<PayoutStoreDeps, "database">,
  lane: Lane,
  claim: { readonly id: string | null; readonly untilMs: number; readonly dueMs: number },
): Promise<void> {
  const { id, untilMs, dueMs } = claim;
  let query = deps.database.kysely
    .updateTable(table)
    .set({ next_check_at: new Date(dueMs) })
    .where("next_check_at", "=", new Date(untilMs))
    .where(isInLane("provider", lane));
  if (id !== null) query = query.where("disbursement_intent_id", "=", id);
  await query.execute();
}

/** Intents past their window without a choice, oldest first, after the first `skip`. */
export async function findExpired(
  deps: Pick<PayoutStoreDeps, "database">,
  nowMs: number,
  most: number,
  skip: number,
): Promise<string[]> {
  const rows = await deps.database.kysely
    .selectFrom(table)
    .select("disbursement_intent_id")
    .where("step", "in", ["requires_customer_data", "open"])
    .where("expires_at", "<=", new Date(nowMs))
    .orderBy("expires_at")
    .orderBy("disbursement_intent_id")
    .limit(most)
    .offset(skip)
    .execute();
  return rows.map((row) => row.disbursement_intent_id);
}

/** The place that the sealed reason of a decision is bound to. */
export function reasonPlace(operatorId: string, disbursementIntentId: string, version: number) {
  const id = `${disbursementIntentId}:${version}`;
  return { operatorId, table: "disbursement_history", column: "reason_sealed", id };
}

async function insertHistory(
  deps: PayoutStoreDeps,
  tx: Tx,
  payout: PayoutRecord,
  event: string,
  { actor, reason }: ChangeBy,
): Promise<void> {
  const { operatorId, disbursementIntentId, version, step } = payout;
  const place = reasonPlace(operatorId, disbursementIntentId, version);
  await tx
    .insertInto("disbursement_history")
    .values({
      disbursement_intent_id: disbursementIntentId,
      operator_id: operatorId,
      version,
      happening: event,
      step,
      actor,
      reason_sealed: reason === undefined ? null : deps.keyring.encryptField(place, reason),
      happened_at: new Date(payout.updatedAtMs),
    })
    .execute();
}
