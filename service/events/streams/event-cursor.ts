import type { Database } from "../../platform/database/database.ts";

/** The place after this event. Order: by transaction (`storedIn`), then by id. */
export interface EventCursor {
  readonly storedIn: number;
  readonly eventId: string;
}

/** The text for `id:` and `Last-Event-ID`. */
export function formatCursor({ storedIn, eventId }: EventCursor): string {
  return `${storedIn}.${eventId}`;
}

/** Parses a cursor; undefined for any other text. */
export function parseCursor(text: string): EventCursor | undefined {
  const [, storedIn, eventId] = /^(\d{1,15})\.([A-Za-z0-9_-]{0,40})$/.exec(text) ?? [];
  if (storedIn === undefined || eventId === undefined) return undefined;
  return { storedIn: Number(storedIn), eventId };
}

const horizon = {
  name: "streams.horizon",
  text: `select (pg_snapshot_xmin(s)::text)::bigint as oldest, (pg_snapshot_xmax(s)::text)::bigint as next
from pg_current_snapshot() s`,
};

/**
 * A stream starts at `wanted`, or before every transaction that has not committed. A cursor from the future belongs to
 * another database, such as one before a restore, so the stream starts now.
 */
export async function startOf(
  database: Pick<Database, "run">,
  wanted: EventCursor | undefined,
): Promise<EventCursor> {
  const { rows } = await database.run<{ oldest: string; next: string }>(horizon, []);
  const oldest = Number(rows[0]?.oldest);
  if (wanted && wanted.storedIn < Number(rows[0]?.next)) return wanted;
  return { storedIn: oldest, eventId: "" };
}
