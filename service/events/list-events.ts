import type { Expression } from "kysely";
import type { EventSummary } from "#contract/console/events";
import type { PageQuery } from "#contract/lists";
import type { PlatformDeps } from "../platform/platform-deps.ts";

/** When an event of a resource first reported this status; null if none did. */
export async function firstEventAt(
  { database }: Pick<PlatformDeps, "database">,
  operatorId: string,
  { resourceId, status }: { resourceId: string; status: string },
): Promise<Date | null> {
  const { at } = await database.kysely
    .selectFrom("events")
    .select((select) => select.fn.min<Date | null>("created_at").as("at"))
    .where("operator_id", "=", operatorId)
    .where("resource_id", "=", resourceId)
    .where("status", "=", status)
    .executeTakeFirstOrThrow();
  return at;
}

export type EventsAbout = { resourceId: string } | { resourceIds: Expression<string> };

/** Lists events with their deliveries for staff, newest first. */
export async function listEvents(
  { database }: Pick<PlatformDeps, "database">,
  operatorId: string,
  what: EventsAbout,
  { page, size }: PageQuery,
): Promise<{ data: EventSummary[]; page: number; size: number; total: number }> {
  const { kysely } = database;
  const ofOperator = kysely.selectFrom("events").where("operator_id", "=", operatorId);
  const about =
    "resourceId" in what
      ? ofOperator.where("resource_id", "=", what.resourceId)
      : ofOperator.where("resource_id", "in", what.resourceIds);
  const { total } = await about
    .select((select) => select.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const events = await about
    .select(["event_id", "type", "status", "resource_id", "sequence", "created_at"])
    // Ids begin with the time; within one resource the sequence decides.
    .orderBy("created_at", "desc")
    .orderBy("sequence", "desc")
    .orderBy("event_id", "desc")
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  const ids = events.map((event) => event.event_id);
  const deliveries =
    ids.length === 0
      ? []
      : await kysely
          .selectFrom("webhook_deliveries")
          .select(["event_id", "webhook_id", "status", "attempts"])
          .where("operator_id", "=", operatorId)
          .where("event_id", "in", ids)
          .orderBy("webhook_id")
          .execute();
  const data = events.map((event) => ({
    eventId: event.event_id,
    type: event.type,
    status: event.status,
    resourceId: event.resource_id,
    sequence: event.sequence,
    createdAt: event.created_at.toISOString(),
    deliveries: deliveries
      .filter((delivery) => delivery.event_id === event.event_id)
      .map(({ webhook_id: webhookId, status, attempts }) => ({ webhookId, status, attempts })),
  }));
  return { data, page, size, total: Number(total) };
}
