import type { EventType } from "#contract/events/event-types";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { showText } from "../../platform/secrets/show-text.ts";
import { eventBodyPlace } from "../events.ts";
import { type EventCursor, formatCursor, startOf } from "./event-cursor.ts";
import { orderPage } from "./order-page.ts";
import { readEventsAfter } from "./read-events.ts";
import type { StreamSource } from "./run-stream.ts";
import { formatEvent } from "./server-sent.ts";

type EventDeps = Pick<PlatformDeps, "database" | "keyring" | "log">;

/**
 * Streams events from `wanted` on, or from now on, with the exact body that an endpoint gets. The first message,
 * `ready`, has the place where the stream starts. `types`: only these are sent; the reader's place moves past the
 * others, and past an event that cannot be decrypted, which is logged.
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
        const isOfType = types === undefined || (types as readonly string[]).includes(row.type);
        const data = isOfType ? bodyOf(deps, operatorId, row) : null;
        const isWanted = data !== null;
        isPlaced = isWanted && reached !== undefined;
        if (!isWanted) continue;
        text += formatEvent({
          event: row.type,
          id: reached && formatCursor(reached),
          data,
        });
      }
      cursor = { storedIn: Number(last.stored_in), eventId: last.event_id };
      return isPlaced ? text : text + formatEvent({ id: formatCursor(cursor) });
    },
  };
}

function bodyOf(
  { keyring, log }: EventDeps,
  operatorId: string,
  { event_id: eventId, body_sealed: sealed }: { event_id: string; body_sealed: string },
): string | null {
  const body = showText(keyring, eventBodyPlace(operatorId, eventId), sealed);
  if (body === null)
    log.errorHourly("an event is not streamed because it cannot be decrypted", { eventId });
  return body;
}
