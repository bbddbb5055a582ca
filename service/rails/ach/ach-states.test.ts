import fc from "fast-check";
import { expect, test } from "vitest";
import { type AchHappening, type AchStatus, nextAchStatus, statusesBefore } from "./ach-states.ts";

const happenings: AchHappening[] = ["canceled", "put_in_file", "window_passed", "came_back"];

test("whatever happens, an entry that came back or was taken back stays so", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...happenings)), (story) => {
      let status: AchStatus = "queued";
      const seen: AchStatus[] = [status];
      for (const happening of story) {
        const next = nextAchStatus(status, happening);
        if (next === undefined) continue;
        expect(statusesBefore(happening)).toContain(status);
        expect(["returned", "canceled"]).not.toContain(status);
        status = next;
        seen.push(status);
      }
      // Nothing comes back that never went out, nothing is taken back that did.
      if (seen.includes("returned") || seen.includes("settled")) expect(seen).toContain("filed");
      if (seen.includes("canceled")) expect(seen).toEqual(["queued", "canceled"]);
      expect(new Set(seen).size).toBe(seen.length);
    }),
  );
});
