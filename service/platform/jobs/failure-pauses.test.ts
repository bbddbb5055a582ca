import { expect, test } from "vitest";
import { ApiError } from "../http/api-error.ts";
import { SealBroken } from "../secrets/seal.ts";
import { createFailurePauses } from "./failure-pauses.ts";

const minuteMs = 60_000;
const broken = new Error("broken");

test("a row that fails each time is tried less and less often, but at least once an hour", () => {
  const pauses = createFailurePauses();
  const inMinutes = Array.from(
    { length: 9 },
    () => pauses.afterFailure("a", broken, minuteMs) / minuteMs,
  );
  expect(inMinutes).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
  expect(pauses.afterFailure("b", broken, minuteMs)).toBe(minuteMs);
});

test("after a success, the next failure counts as the first", () => {
  const pauses = createFailurePauses();
  pauses.afterFailure("a", broken, minuteMs);
  pauses.afterFailure("a", broken, minuteMs);
  pauses.forget("a");
  expect(pauses.afterFailure("a", broken, minuteMs)).toBe(minuteMs);
});

test("while a key service is down, the pause does not grow, unlike that of a damaged key", () => {
  const pauses = createFailurePauses();
  const keysClosed = (cause: Error) => new ApiError("service_unavailable", { cause });
  for (const [error, third] of [
    [keysClosed(new Error("no connection")), 1],
    [keysClosed(new SealBroken("changed")), 4],
  ] as const) {
    const inMinutes = [1, 2, 3].map(() => pauses.afterFailure("a", error, minuteMs) / minuteMs);
    expect(inMinutes.at(-1)).toBe(third);
  }
});
