import { expect, test } from "vitest";
import { nextW9Status, type W9FormStatus, type W9Happening, w9Statuses } from "./w9-status.ts";

const happenings: readonly W9Happening[] = ["signed", "asked_anew"];

test("knows every step there is, and no other", () => {
  const steps = w9Statuses.flatMap((status) =>
    happenings.map((happening) => [status, happening, nextW9Status(status, happening)] as const),
  );
  expect(steps.filter(([, , next]) => next !== undefined)).toEqual([
    ["pending", "signed", "completed"],
    ["completed", "asked_anew", "void"],
  ]);
});

test("no way leads back to an earlier status, however things happen", () => {
  const reached = (from: W9FormStatus): W9FormStatus[] =>
    happenings.flatMap((happening) => {
      const next = nextW9Status(from, happening);
      return next === undefined ? [] : [next, ...reached(next)];
    });
  for (const status of w9Statuses) expect(reached(status)).not.toContain(status);
  expect(reached("void")).toEqual([]);
});
