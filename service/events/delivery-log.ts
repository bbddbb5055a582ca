import { requireActorStillAllowed } from "../operators/accounts/index.ts";
import { type AuditActor, appendAudit } from "../operators/audit/index.ts";
import type { Tables } from "../platform/database/tables.ts";
import { inTransaction, type Tx } from "../platform/database/transaction.ts";
import type { PlatformDeps } from "../platform/platform-deps.ts";
import { showText } from "../platform/secrets/show-text.ts";
import { answerPlace } from "./deliver.ts";

type LogDeps = Pick<PlatformDeps, "database" | "keyring" | "clock">;

export type DeliveryStatus = "pending" | "delivered" | "dead" | "dropped";

/** A delivery to one endpoint. Times are ISO 8601. */
export interface DeliverySummary {
  eventId: string;
  webhookId: string;
  url: string;
  type: string;
  eventStatus: string;
  resourceId: string;
  sequence: number;
  status: DeliveryStatus;
  attempts: number;
  nextAt: string | null;
  createdAt: string;
  finishedAt: string | null;
}

/** A try of a delivery. `answer` is the response's first 2 KiB. */
export interface DeliveryTry {
  attempt: number;
  attemptedAt: string;
  durationMs: number;
  statusCode: number | null;
  failure: string | null;
  answer: string | null;
}

/** Columns for {@link toSummary}. */
export const deliveryColumns = [
  "d.event_id",
  "d.webhook_id",
  "w.url",
  "e.type",
  "e.status as event_status",
  "d.resource_id",
  "d.sequence",
  "d.status",
  "d.attempts",
  "d.next_at",
  "d.created_at",
  "d.finished_at",
] as const;

type DeliveryColumns = Pick<
  Tables["webhook_deliveries"],
  "event_id" | "webhook_id" | "resource_id" | "sequence" | "status" | "attempts"
> & {
  url: string;
  type: string;
  event_status: string;
  next_at: Date;
  created_at: Date;
  finished_at: Date | null;
};

export function toSummary(row: DeliveryColumns): DeliverySummary {
  return {
    eventId: row.event_id,
    webhookId: row.webhook_id,
    url: row.url,
    type: row.type,
    eventStatus: row.event_status,
    resourceId: row.resource_id,
    sequence: row.sequence,
    status: row.status,
    attempts: row.attempts,
    nextAt: row.status === "pending" ? row.next_at.toISOString() : null,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}

/** Lists deliveries, newest first. */
export async function listDeliveries(
  { database }: LogDeps,
  operatorId: string,
  filter: { status?: DeliveryStatus | undefined; limit?: number | undefined } = {},
): Promise<DeliverySummary[]> {
  let query = database.kysely
    .selectFrom("webhook_deliveries as d")
    .innerJoin("events as e", "e.event_id", "d.event_id")
    .innerJoin("webhook_endpoints as w", "w.webhook_id", "d.webhook_id")
    .select(deliveryColumns)
    .where("d.operator_id", "=", operatorId);
  if (filter.status !== undefined) query = query.where("d.status", "=", filter.status);
  const rows = await query
    .orderBy("d.created_at", "desc")
    .orderBy("d.event_id", "desc")
    .limit(filter.limit ?? 100)
    .execute();
  return rows.map(toSummary);
}

/** Lists tries in order. Empty for another operator's event. */
export async function listTries(
  { database, keyring }: LogDeps,
  operatorId: string,
  eventId: string,
  webhookId: string,
): Promise<DeliveryTry[]> {
  const rows = await database.kysely
    .selectFrom("webhook_attempts as a")
    .innerJoin("events as e", "e.event_id", "a.event_id")
    .selectAll("a")
    .where("e.operator_id", "=", operatorId)
    .where("a.event_id", "=", eventId)
    .where("a.webhook_id", "=", webhookId)
    .orderBy("a.attempt")
    .execute();
  return rows.map((row) => ({
    attempt: row.attempt,
    attemptedAt: row.attempted_at.toISOString(),
    durationMs: row.duration_ms,
    statusCode: row.status_code,
    failure: row.failure,
    answer: showText(
      keyring,
      answerPlace(operatorId, eventId, webhookId, row.attempt),
      row.answer_sealed,
    ),
  }));
}

/**
 * Queues dead deliveries again, with the full number of tries: to one endpoint or all, if enabled. Resolves to the
 * number queued. Wake the delivery job afterwards. Throws what {@link requireActorStillAllowed} throws.
 */
export async function resendDead(
  deps: LogDeps,
  operatorId: string,
  eventId: string,
  { webhookId, actor }: { webhookId?: string | undefined; actor: AuditActor },
): Promise<number> {
  await deps.keyring.load(operatorId);
  return inTransaction(deps.database, async (tx) => {
    const count = await requeue(tx, new Date(deps.clock.nowMs()), {
      operatorId,
      eventId,
      webhookId,
      statuses: ["dead"],
    });
    await requireActorStillAllowed(tx, operatorId, actor, "deliveries.resend");
    if (count > 0) {
      await appendAudit(deps, tx, operatorId, {
        actor,
        action: "delivery.resent",
        subject: { type: "event", id: eventId },
        details: { count, webhookId: webhookId ?? null },
      });
    }
    return count;
  });
}

interface Requeue {
  operatorId: string;
  eventId: string;
  /** The endpoint; undefined for all. */
  webhookId: string | undefined;
  statuses: readonly ("dead" | "delivered")[];
}

/** Queues an event again, for enabled endpoints only. Resolves to the number queued. */
export async function requeue(
  tx: Tx,
  now: Date,
  { operatorId, eventId, webhookId, statuses }: Requeue,
): Promise<number> {
  let update = tx
    .updateTable("webhook_deliveries")
    .set({ status: "pending", retry_step: 0, next_at: now, finished_at: null })
    .where("operator_id", "=", operatorId)
    .where("event_id", "=", eventId)
    .where("status", "in", statuses)
    .where("webhook_id", "in", (select) =>
      select
        .selectFrom("webhook_endpoints")
        .select("webhook_id")
        .where("operator_id", "=", operatorId)
        .where("status", "=", "enabled"),
    );
  if (webhookId !== undefined) update = update.where("webhook_id", "=", webhookId);
  const { numUpdatedRows } = await update.executeTakeFirst();
  return Number(numUpdatedRows);
}
