import type { Database } from "../../platform/database/database.ts";
import type { EventCursor } from "./event-cursor.ts";

export interface StreamedRow {
  event_id: string;
  stored_in: string | number;
  resource_id: string;
  sequence: number;
  type: string;
  body_sealed: string;
}

/** A body is a few kilobytes, so memory can hold many pages. */
export const pageSize = 100;

/**
 * Reads only events of transactions older than every open one, because a transaction may commit after others that began
 * later. A long transaction anywhere in the database server delays the stream, but loses nothing.
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

/** Reads at most {@link pageSize} events. */
export async function readEventsAfter(
  database: Pick<Database, "run">,
  operatorId: string,
  { storedIn, eventId }: EventCursor,
): Promise<StreamedRow[]> {
  const { rows } = await database.run<StreamedRow>(readAfter, [operatorId, storedIn, eventId]);
  return rows;
}
