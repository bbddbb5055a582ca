import type { Database } from "../../platform/database/database.ts";
import type { EventCursor } from "./event-cursor.ts";

/** A stored event, still sealed. */
export interface StreamedRow {
  event_id: string;
  stored_in: string | number;
  resource_id: string;
  sequence: number;
  type: string;
  body_sealed: string;
}

/** Events of one page. A body has a few kilobytes, so that a page fits in memory many times. */
export const pageSize = 100;

/**
 * The transaction that writes an event commits later than others that began after it. So only events
 * of transactions older than every one in progress are read: nothing can appear before them any more.
 * A long transaction anywhere in the database server delays the stream, and loses nothing.
 */
const readAfter = {
  name: "streams.read_events",
  text: `select event_id, stored_in, resource_id, sequence, type, body_sealed
from events
where operator_id = $1
  and (stored_in, event_id) > ($2::bigint, $3::text)
  and stored_in < (pg_snapshot_xmin(pg_current_snapshot())::text)::bigint
order by stored_in, event_id
limit ${pageSize}`,
};

/** Reads the events after the cursor, at most {@link pageSize}. */
export async function readEventsAfter(
  database: Pick<Database, "run">,
  operatorId: string,
  { storedIn, eventId }: EventCursor,
): Promise<StreamedRow[]> {
  const { rows } = await database.run<StreamedRow>(readAfter, [operatorId, storedIn, eventId]);
  return rows;
}
