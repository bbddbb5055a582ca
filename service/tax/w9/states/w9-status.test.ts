import { expect, test } from "vitest";
import { nextW9Status, type W9Event, type W9FormStatus, w9Statuses } from "./w9-status.ts";

const events: readonly W9Event[] = ["signed", "voided"];

test("allows the documented transitions and no other", () => {
  const steps = w9Statuses.flatMap((status) =>
    events.map((event) => [status, event, nextW9Status(status, event)] as const),
  );
  expect(steps.filter(([, , next]) => next !== undefined)).toEqual([
    ["pending", "signed", "completed"],
    ["completed", "voided", "void"],
  ]);
});

test("never moves back to an earlier status, for any sequence of events", () => {
  const reached = (from: W9FormStatus): W9FormStatus[] =>
    events.flatMap((event) => {
      const next = nextW9Status(from, event);
      return next === undefined ? [] : [next, ...reached(next)];
    });
  for (const status of w9Statuses) expect(reached(status)).not.toContain(status);
  expect(reached("void")).toEqual([]);
});
