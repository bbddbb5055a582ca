import fc from "fast-check";
import { expect, test } from "vitest";
import { type AchEvent, type AchStatus, nextAchStatus, statusesBefore } from "./ach-states.ts";

const events: AchEvent[] = ["canceled", "put_in_file", "taken_out", "window_passed", "came_back"];

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
      // Only what went out can come back, and only what did not go out can be canceled.
      if (seen.includes("returned") || seen.includes("settled")) expect(seen).toContain("filed");
      if (seen.includes("canceled")) {
        expect(["queued,canceled", "queued,filed,canceled"]).toContain(seen.join());
      }
      expect(new Set(seen).size).toBe(seen.length);
    }),
  );
});
