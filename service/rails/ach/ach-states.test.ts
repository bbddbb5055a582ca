import fc from "fast-check";
import { expect, test } from "vitest";
import { type AchEvent, type AchStatus, nextAchStatus, statusesBefore } from "./ach-states.ts";

const events: AchEvent[] = [
  "canceled",
  "put_in_file",
  "taken_out",
  "put_back",
  "window_passed",
  "came_back",
];

test("for any sequence of events, a returned or canceled entry stays so", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...events)), (story) => {
      let status: AchStatus = "queued";
      const seen: AchStatus[] = [status];
      for (const event of story) {
        const next = nextAchStatus(status, event);
        if (next === undefined) continue;
        expect(statusesBefore(event)).toContain(status);
        expect(["returned", "canceled"]).not.toContain(status);
        status = next;
        seen.push(status);
      }
      // Only entries that went out can come back, and only others can be canceled.
      if (seen.includes("returned") || seen.includes("settled")) expect(seen).toContain("filed");
      if (seen.includes("canceled")) {
        expect(seen.join()).toMatch(/^queued,(filed,queued,)*(filed,)?canceled$/);
      }
      // Only an entry that is not at the bank goes back to the queue.
      const atTheBank = seen.slice(seen.lastIndexOf("queued"));
      expect(new Set(atTheBank).size).toBe(atTheBank.length);
      expect(seen.join()).toMatch(/^queued(,filed,queued)*(,filed|,canceled|$)/);
    }),
  );
});
