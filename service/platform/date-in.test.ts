import { expect, test } from "vitest";
import { dateIn } from "./date-in.ts";

test("a day starts at midnight in that time zone", () => {
  const newYear = Date.UTC(2027, 0, 1, 4, 59, 59);
  expect(dateIn("America/New_York", newYear)).toBe("2026-12-31");
  expect(dateIn("America/New_York", newYear + 1_000)).toBe("2027-01-01");
  expect(dateIn("Asia/Tokyo", newYear)).toBe("2027-01-01");
});
