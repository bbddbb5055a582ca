import type { EventType } from "#contract/events/event-types";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { eventBodyPlace } from "../events.ts";
import { type EventCursor, formatCursor, startOf } from "./event-cursor.ts";
import { orderPage } from "./order-page.ts";
import { readEventsAfter } from "./read-events.ts";
import type { StreamSource } from "./run-stream.ts";
import { formatEvent } from "./server-sent.ts";

type EventDeps = Pick<PlatformDeps, "database" | "keyring">;

/**
 * Streams events from `wanted` on, or from now on, with the exact body that an endpoint gets. The first message,
 * `ready`, has the place where the stream starts. `types`: only these are sent; the reader's place moves past the
 * others.
 */
export async function eventSource(
  deps: EventDeps,
  operatorId: string,
  { wanted, types }: { wanted: EventCursor | undefined; types: readonly EventType[] | undefined },
): Promise<StreamSource> {
  let cursor = await startOf(deps.database, wanted);
  await deps.keyring.load(operatorId);
  const isMoved = wanted !== undefined && cursor !== wanted;
  return {
    first: formatEvent({
      event: "ready",
      id: formatCursor(cursor),
      data: JSON.stringify({ resumed: wanted !== undefined && !isMoved }),
    }),
    async next() {
      const rows = await readEventsAfter(deps.database, operatorId, cursor);
      const last = rows.at(-1);
      if (!last) return undefined;
      let text = "";
      let isPlaced = false;
      for (const { row, cursor: reached } of orderPage(rows)) {
        const isWanted = types === undefined || (types as readonly string[]).includes(row.type);
        isPlaced = isWanted && reached !== undefined;
        if (!isWanted) continue;
        text += formatEvent({
          event: row.type,
          id: reached && formatCursor(reached),
          data: deps.keyring.decryptField(
            eventBodyPlace(operatorId, row.event_id),
            row.body_sealed,
          ),
        });
      }
      cursor = { storedIn: Number(last.stored_in), eventId: last.event_id };
      return isPlaced ? text : text + formatEvent({ id: formatCursor(cursor) });
    },
  };
}
