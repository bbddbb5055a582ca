import { describe, expect, test } from "vitest";
import { stateOf } from "./dispute-rates.ts";

const vamp = { limitRatio: 0.015, limitCount: 1_500 };
const at = (counted: number, payments: number) =>
  stateOf({ ...vamp, counted, ratio: payments === 0 ? null : counted / payments });

describe("for a network's limits, staff see", () => {
  test("nothing while the count or the rate is below half of its limit", () => {
    expect(at(749, 1_000)).toBe("fine");
    expect(at(750, 100_001)).toBe("fine");
    expect(at(0, 0)).toBe("fine");
  });

  test("a warning from half of both on", () => {
    expect(at(750, 100_000)).toBe("warning");
    expect(at(1_499, 1_500)).toBe("warning");
    expect(at(1_500, 100_001)).toBe("warning");
  });

  test("that both are reached", () => {
    expect(at(1_500, 100_000)).toBe("over");
  });

  test("the count alone in a month without payments to compare with", () => {
    expect(at(750, 0)).toBe("warning");
    expect(at(1_500, 0)).toBe("over");
  });
});
