import fc from "fast-check";
import { expect, test } from "vitest";
import { orderPage } from "./order-page.ts";
import type { StreamedRow } from "./read-events.ts";

const rowOf = (resource: number, sequence: number, place: number): StreamedRow => ({
  event_id: `evt_${String(place).padStart(4, "0")}`,
  stored_in: 100 + place,
  resource_id: `pi_${resource}`,
  sequence,
  type: "payment",
  body_sealed: "",
});

test("the events of a resource come in order, and a reader that continues misses none", () => {
  const pages = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 1000 })), {
      maxLength: 40,
    })
    .map((each) => each.map(([resource, sequence], place) => rowOf(resource, sequence, place)));
  fc.assert(
    fc.property(pages, (page) => {
      const sent = orderPage(page);
      expect(sent.map(({ row }) => row.event_id).sort()).toEqual(page.map((row) => row.event_id));
      const latest = new Map<string, number>();
      sent.forEach(({ row, cursor }, index) => {
        expect(row.sequence).toBeGreaterThanOrEqual(latest.get(row.resource_id) ?? 0);
        latest.set(row.resource_id, row.sequence);
        if (!cursor) return;
        const before = page.filter((row) => Number(row.stored_in) <= cursor.storedIn);
        const until = sent.slice(0, index + 1).map((row) => row.row.event_id);
        expect(until.sort()).toEqual(before.map((row) => row.event_id));
      });
      if (page.length > 0) expect(sent.at(-1)?.cursor?.eventId).toBe(page.at(-1)?.event_id);
    }),
  );
});
