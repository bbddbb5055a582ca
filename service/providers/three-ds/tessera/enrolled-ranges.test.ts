import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CardRange } from "#contract/connectors/three-ds";
import { enrolledRanges } from "./enrolled-ranges.ts";

const range = (
  startRange: string,
  endRange: string,
  overrides: Partial<CardRange> = {},
): CardRange => ({
  startRange,
  endRange,
  acsStartProtocolVersion: "2.1.0",
  acsEndProtocolVersion: "2.2.0",
  ...overrides,
});

describe("card ranges", () => {
  it("contain the numbers between their ends and no others, in any order", () => {
    const number = fc.integer({ min: 0, max: 200 }).map((end) => String(4000000000000000 + end));
    const some = fc.array(fc.tuple(number, number), { maxLength: 12 });
    fc.assert(
      fc.property(some, number, (ends, wanted) => {
        const all = ends.map(([start, end]) => range(start, end));
        const isHeld = all.some((each) => each.startRange <= wanted && wanted <= each.endRange);
        const found = enrolledRanges(all).find(wanted);
        expect(found !== undefined).toBe(isHeld);
        if (found) expect(found.startRange <= wanted && wanted <= found.endRange).toBe(true);
      }),
    );
  });

  it("contain only numbers of their own length", () => {
    const ranges = enrolledRanges([
      range("4000000000000000", "4999999999999999"),
      range("50000000000000", "5999999999999999999"),
    ]);
    expect(ranges.find("4111111111111111")).toBeDefined();
    expect(ranges.find("41111111111111111")).toBeUndefined();
    expect(ranges.find("5555555555554444")).toBeUndefined();
  });

  it("are added, modified and deleted by changes", () => {
    const first = enrolledRanges([
      range("4000000000000000", "4000000000000009"),
      range("4000000000000010", "4000000000000019"),
    ]);
    const then = first.with([
      range("4000000000000000", "4000000000000009", { actionInd: "D" }),
      range("4000000000000010", "4000000000000019", {
        actionInd: "M",
        acsStartProtocolVersion: "2.2.0",
      }),
      range("4000000000000020", "4000000000000029", { actionInd: "A" }),
    ]);
    expect(then.size).toBe(2);
    expect(then.find("4000000000000005")).toBeUndefined();
    expect(then.find("4000000000000015")?.acsStartProtocolVersion).toBe("2.2.0");
    expect(then.find("4000000000000025")).toBeDefined();
    expect(first.find("4000000000000005")).toBeDefined();
  });
});
