import type { EventCursor } from "./event-cursor.ts";
import type { StreamedRow } from "./read-events.ts";

/** Rows in sending order. */
export interface PlacedRow {
  readonly row: StreamedRow;
  /** Set if this event completes everything up to the cursor. A reader continues after the newest one. */
  readonly cursor: EventCursor | undefined;
}

/**
 * Orders each resource's events by `sequence`: a transaction can write an earlier change than one that began before it.
 * Other events keep their places.
 */
export function orderPage(rows: readonly StreamedRow[]): PlacedRow[] {
  const queues = new Map<string, StreamedRow[]>();
  for (const row of rows) {
    const queue = queues.get(row.resource_id) ?? [];
    queue.push(row);
    queues.set(row.resource_id, queue);
  }
  for (const queue of queues.values()) queue.sort((a, b) => a.sequence - b.sequence);
  const places = new Map(rows.map((row, place) => [row.event_id, place]));
  let furthest = -1;
  return rows.map(({ resource_id: resourceId }, place) => {
    const row = queues.get(resourceId)?.shift() as StreamedRow;
    furthest = Math.max(furthest, places.get(row.event_id) ?? 0);
    // Only the first `place + 1` rows were sent.
    const last = furthest === place ? rows[place] : undefined;
    return {
      row,
      cursor: last && { storedIn: Number(last.stored_in), eventId: last.event_id },
    };
  });
}
