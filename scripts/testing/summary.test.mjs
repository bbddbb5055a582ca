import { expect, test } from "vitest";
import { createSummary } from "./summary.mjs";

function summarize(...steps) {
  const printed = [];
  const summary = createSummary((line) => printed.push(line));
  for (const [name, counts] of steps) {
    summary.add(
      name,
      { passed: 0, failed: 0, skipped: 0, failures: [], secondTries: [], timings: [], ...counts },
      0,
    );
  }
  const isWell = summary.conclude();
  return { isWell, printed };
}

test("the last line has the totals of all runners", () => {
  const failed = { passed: 2, failed: 1, failures: ["b: breaks"] };
  const { isWell, printed } = summarize(["unit", { passed: 3 }], ["service", failed]);
  expect(printed.at(-1)).toBe("5 passed, 1 failed");
  expect(printed.join("\n")).toContain("b: breaks");
  expect(isWell).toBe(false);
});

test("the summary lists the twenty slowest tests, slowest first", () => {
  const timings = Array.from({ length: 30 }, (_, at) => ({
    title: `test ${at}`,
    tookMs: at * 1000,
  }));
  const { printed, isWell } = summarize(["unit", { passed: 30, timings }]);
  const listed = printed.filter((line) => /test \d+$/.test(line));
  expect(listed).toHaveLength(20);
  expect(listed[0]).toMatch(/29\.0 s {2}unit +test 29$/);
  expect(isWell).toBe(true);
});

test("a run that skipped everything passes, and one that ran nothing does not", () => {
  expect(summarize(["image", { skipped: 5 }]).isWell).toBe(true);
  expect(summarize().isWell).toBe(false);
});
