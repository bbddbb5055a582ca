/*
 * The inbox of the processors' notices.
 *
 * Guarantees: a notice is stored once for each event id, before the processor gets its 200. Its effect and its new
 * state are one transaction. A notice about an unknown charge stays `waiting`, and the job tries it again: the charge's
 * outcome may be unknown. Notices that contradict the store are `refused` and shown to staff; notices older than the
 * newest applied one are `outdated`.
 *
 *   received → waiting ─┬─► applied
 *                       ├─► outdated
 *                       ├─► refused
 *                       └─► dismissed (by staff; decide-notice.ts)
 */
import type { Kysely } from "kysely";
import { type ProcessorNotice, processorNotice } from "#contract/connectors/processor";
import { isStoreLost } from "../../platform/database/store-unavailable.ts";
import type { Tables } from "../../platform/database/tables.ts";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import { reportContradictions } from "../outcomes/report-contradictions.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import { applyDisputeNotice } from "./apply-notice.ts";
import { findNoticedPayment, type NoticedPayment } from "./find-payment.ts";
import { ownerOfNotice } from "./notice-owner.ts";

export type NoticeResult =
  | { readonly state: "applied" | "outdated"; readonly disputeId: string | null }
  | { readonly state: "refused"; readonly problem: string; readonly disputeId?: string };

const batchSize = 50;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Stores a notice; false if it is stored already. */
export async function storeNotice(
  { database, clock }: Pick<PaymentsDeps, "database" | "clock">,
  processor: string,
  notice: ProcessorNotice,
): Promise<boolean> {
  const now = new Date(clock.nowMs());
  const { numInsertedOrUpdatedRows } = await database.kysely
    .insertInto("processor_notices")
    .values({
      processor,
      event_id: notice.eventId,
      body: JSON.stringify(notice),
      state: "waiting",
      problem: null,
      operator_id: null,
      dispute_id: null,
      tries: 0,
      next_try_at: now,
      received_at: now,
    })
    .onConflict((conflict) => conflict.columns(["processor", "event_id"]).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** One round of the job, oldest notices first. */
export async function followNotices(deps: PaymentsDeps): Promise<"more" | undefined> {
  const due = await deps.database.kysely
    .selectFrom("processor_notices")
    .select(["processor", "event_id", "tries"])
    .where("next_try_at", "<=", new Date(deps.clock.nowMs()))
    .orderBy("next_try_at")
    .orderBy("received_at")
    .limit(batchSize)
    .execute();
  for (const { processor, event_id: eventId, tries } of due) {
    try {
      await followNotice(deps, processor, eventId);
    } catch (error) {
      if (isStoreLost(error)) throw error;
      const fields = { processor, eventId, error };
      deps.log.errorHourly("a processor's notice could not be applied", fields);
      const notice = { processor, eventId, tries };
      await postpone(deps, deps.database.kysely, notice, "internal_error");
    }
  }
  return due.length === batchSize ? "more" : undefined;
}

/**
 * Applies a stored notice in one transaction. Does nothing if it is not due, no longer waiting, or another process has
 * it.
 */
export async function followNotice(
  deps: PaymentsDeps,
  processor: string,
  eventId: string,
): Promise<void> {
  // The transaction cannot load keys.
  await loadKeys(deps, processor, eventId);
  const result = await inTransaction(deps.database, async (tx) => {
    const row = await tx
      .selectFrom("processor_notices")
      .select(["body", "tries"])
      .where("processor", "=", processor)
      .where("event_id", "=", eventId)
      .where("state", "=", "waiting")
      .where("next_try_at", "<=", new Date(deps.clock.nowMs()))
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!row) return undefined;
    const { tries } = row;
    const notice = processorNotice.parse(row.body);
    const payment = await findNoticedPayment(tx, processor, notice);
    if (payment === "unknown") {
      await postpone(deps, tx, { processor, eventId, tries }, "charge_unknown");
      return "unknown";
    }
    const ended =
      payment === "contradiction"
        ? ({ state: "refused", problem: "charge_mismatch" } as const)
        : await applyNotice(deps, tx, processor, notice, payment);
    await tx
      .updateTable("processor_notices")
      .set({
        state: ended.state,
        problem: ended.state === "refused" ? ended.problem : null,
        operator_id:
          payment === "contradiction"
            ? await ownerOfNotice(tx, processor, notice)
            : payment.operatorId,
        dispute_id: ended.disputeId ?? null,
        tries: tries + 1,
        next_try_at: null,
      })
      .where("processor", "=", processor)
      .where("event_id", "=", eventId)
      .execute();
    if (payment !== "contradiction") {
      const { chargeId: reference = "" } = notice;
      const report = { subjectId: payment.paymentId, says: "happened", reference } as const;
      await reportContradictions(deps, tx, payment.operatorId, [{ ...report, source: "notice" }]);
    }
    return ended;
  });
  if (result === undefined) return;
  if (result === "unknown") {
    return deps.log.warn("a processor's notice is about an unknown charge", { processor, eventId });
  }
  if (result.state === "refused") {
    const { problem } = result;
    deps.log.error("a processor's notice was refused", { processor, eventId, problem });
  }
  deps.webhooks.wake();
  deps.refunds.wake();
}

async function loadKeys(
  { database, keyring }: PaymentsDeps,
  processor: string,
  eventId: string,
): Promise<void> {
  const row = await database.kysely
    .selectFrom("processor_notices")
    .select("body")
    .where("processor", "=", processor)
    .where("event_id", "=", eventId)
    .executeTakeFirst();
  if (!row) return;
  const notice = processorNotice.parse(row.body);
  const payment = await findNoticedPayment(database.kysely, processor, notice);
  if (typeof payment === "object") await keyring.load(payment.operatorId);
}

async function applyNotice(
  deps: PaymentsDeps,
  tx: Tx,
  processor: string,
  notice: ProcessorNotice,
  payment: NoticedPayment,
): Promise<NoticeResult> {
  if (notice.type === "dispute")
    return applyDisputeNotice(deps, tx, { processor, notice, payment });
  await tx
    .insertInto("fraud_reports")
    .values({
      operator_id: payment.operatorId,
      processor,
      report_id: notice.reportId,
      payment_intent_id: payment.paymentIntentId,
      payment_id: payment.paymentId,
      network: notice.network,
      fraud_type: notice.fraudType ?? null,
      amount_minor: notice.amountMinor,
      currency: notice.currency,
      reported_at: new Date(notice.at),
      created_at: new Date(deps.clock.nowMs()),
    })
    .onConflict((conflict) =>
      conflict.columns(["operator_id", "processor", "report_id"]).doNothing(),
    )
    .execute();
  return { state: "applied", disputeId: null };
}

/**
 * Waits 1 min, 2 min, 4 min and so on, then daily forever: a notice is never dropped. Does nothing if another process
 * has tried the notice since `tries`.
 */
async function postpone(
  { clock }: Pick<PaymentsDeps, "clock">,
  db: Kysely<Tables>,
  {
    processor,
    eventId,
    tries,
  }: { readonly processor: string; readonly eventId: string; readonly tries: number },
  problem: string,
): Promise<void> {
  const row = await db
    .selectFrom("processor_notices")
    .select(["body", "operator_id"])
    .where("processor", "=", processor)
    .where("event_id", "=", eventId)
    .executeTakeFirst();
  if (!row) return;
  // A notice that this version cannot read must be postponed, too: otherwise it would block all later ones.
  const notice = processorNotice.safeParse(row.body).data;
  const owner = row.operator_id ?? (notice ? await ownerOfNotice(db, processor, notice) : null);
  const pauseMs = Math.min(dayMs, minuteMs * 2 ** Math.min(tries, 12));
  await db
    .updateTable("processor_notices")
    .set({
      problem,
      operator_id: owner,
      tries: tries + 1,
      next_try_at: new Date(clock.nowMs() + pauseMs),
    })
    .where("processor", "=", processor)
    .where("event_id", "=", eventId)
    .where("state", "=", "waiting")
    .where("tries", "=", tries)
    .execute();
}
