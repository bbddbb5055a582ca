import { type ListSort, orderOf, type PageQuery } from "#contract/lists";
import { ApiError } from "../platform/http/api-error.ts";
import type { PlatformDeps } from "../platform/platform-deps.ts";
import { showText } from "../platform/secrets/show-text.ts";
import {
  type DeliveryStatus,
  type DeliverySummary,
  type DeliveryTry,
  deliveryColumns,
  listTries,
  toSummary,
} from "./delivery-log.ts";
import { eventBodyPlace } from "./events.ts";

type Deps = Pick<PlatformDeps, "database" | "keyring" | "clock">;

/** A filter; all given fields must match. */
export interface DeliveryFilter {
  status?: DeliveryStatus | undefined;
  type?: string | undefined;
  webhookId?: string | undefined;
  /** The id of the event or its resource. */
  id?: string | undefined;
  eventId?: string | undefined;
}

export interface FoundDelivery extends DeliverySummary {
  /** The newest try's status; null without a response. */
  lastStatusCode: number | null;
}

/** Searches deliveries, by default the newest events first. */
export async function searchDeliveries(
  { database }: Deps,
  operatorId: string,
  {
    page,
    size,
    sort = "newest",
    ...filter
  }: PageQuery & DeliveryFilter & { sort?: ListSort | undefined },
): Promise<{ data: FoundDelivery[]; page: number; size: number; total: number }> {
  const { status, type, webhookId, id, eventId } = filter;
  let query = database.kysely
    .selectFrom("webhook_deliveries as d")
    .innerJoin("events as e", "e.event_id", "d.event_id")
    .innerJoin("webhook_endpoints as w", "w.webhook_id", "d.webhook_id")
    .where("d.operator_id", "=", operatorId);
  if (status !== undefined) query = query.where("d.status", "=", status);
  if (type !== undefined) query = query.where("e.type", "=", type);
  if (webhookId !== undefined) query = query.where("d.webhook_id", "=", webhookId);
  if (eventId !== undefined) query = query.where("d.event_id", "=", eventId);
  if (id !== undefined && id !== "") {
    query = query.where((where) =>
      where.or([where("d.event_id", "=", id), where("d.resource_id", "=", id)]),
    );
  }
  const { total } = await query
    .select((select) => select.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const { direction } = orderOf(sort);
  const rows = await query
    .leftJoin("webhook_attempts as a", (join) =>
      join
        .onRef("a.event_id", "=", "d.event_id")
        .onRef("a.webhook_id", "=", "d.webhook_id")
        .onRef("a.attempt", "=", "d.attempts"),
    )
    .select([...deliveryColumns, "a.status_code"])
    .orderBy("d.event_id", direction)
    .orderBy("d.webhook_id", direction)
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  const data = rows.map((row) => ({ ...toSummary(row), lastStatusCode: row.status_code }));
  return { data, page, size, total: Number(total) };
}

/** Reads a delivery with every try and the sent body, which is null if it cannot be decrypted. Throws 404. */
export async function readDelivery(
  deps: Deps,
  operatorId: string,
  eventId: string,
  webhookId: string,
): Promise<{ delivery: FoundDelivery; tries: DeliveryTry[]; body: string | null }> {
  const one = { page: 1, size: 1, eventId, webhookId };
  const [delivery] = (await searchDeliveries(deps, operatorId, one)).data;
  if (!delivery) throw new ApiError("resource_not_found");
  await deps.keyring.load(operatorId);
  const [tries, event] = await Promise.all([
    listTries(deps, operatorId, eventId, webhookId),
    deps.database.kysely
      .selectFrom("events")
      .select("body_sealed")
      .where("event_id", "=", eventId)
      .executeTakeFirstOrThrow(),
  ]);
  const place = eventBodyPlace(operatorId, eventId);
  return { delivery, tries, body: showText(deps.keyring, place, event.body_sealed) };
}
