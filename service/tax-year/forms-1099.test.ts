import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PaidTotal } from "../disbursements/index.ts";
import { filingStatusAfterAcceptance } from "./filing-status.ts";
import { ledgerOf, stateOf } from "./forms-1099.ts";

const paid = (changes: Partial<PaidTotal>): PaidTotal => ({
  ...{ externalCustomerId: "ada", taxCategory: "prize", amountMinor: 200_000, withheldMinor: 0 },
  ...changes,
});

describe("the ledger", () => {
  test("puts prizes and the rest on the MISC, services on the NEC, winnings on neither", () => {
    const lines = ledgerOf(2026, [
      paid({ amountMinor: 100_000 }),
      paid({ taxCategory: "other", amountMinor: 100_000 }),
      paid({ taxCategory: "services", amountMinor: 199_999 }),
      paid({ taxCategory: "winnings", amountMinor: 900_000 }),
    ]);
    expect(lines).toEqual([
      {
        ...{ form: "1099-MISC", externalCustomerId: "ada", amountMinor: 200_000 },
        ...{ withheldMinor: 0, isReportable: true },
      },
      {
        ...{ form: "1099-NEC", externalCustomerId: "ada", amountMinor: 199_999 },
        ...{ withheldMinor: 0, isReportable: false },
      },
    ]);
  });

  test("reports whatever anything was withheld of", () => {
    const [line] = ledgerOf(2026, [paid({ amountMinor: 100, withheldMinor: 24 })]);
    expect(line?.isReportable).toBe(true);
  });

  test("goes by the year's own limit", () => {
    const isReportable = (year: number, amountMinor: number) =>
      ledgerOf(year, [paid({ amountMinor })])[0]?.isReportable;
    expect(isReportable(2025, 60_000)).toBe(true);
    expect(isReportable(2026, 60_000)).toBe(false);
  });

  test("loses no cent of what is reported on a 1099", () => {
    const total = fc.record({
      externalCustomerId: fc.constantFrom("ada", "bob", "cy"),
      taxCategory: fc.constantFrom("winnings", "prize", "services", "other"),
      amountMinor: fc.nat(1_000_000_000),
      withheldMinor: fc.nat(1_000_000),
    });
    fc.assert(
      fc.property(fc.array(total as fc.Arbitrary<PaidTotal>), (totals) => {
        const sum = (lines: readonly { amountMinor: number; withheldMinor: number }[]) =>
          lines.reduce((all, line) => all + line.amountMinor + line.withheldMinor, 0);
        const counted = totals.filter(({ taxCategory }) => taxCategory !== "winnings");
        expect(sum(ledgerOf(2026, totals))).toBe(sum(counted));
      }),
    );
  });
});

test("a form's state follows from what is true and what was exported", () => {
  const now = { amountMinor: 5, withheldMinor: 1, isReportable: true };
  const exported = { ...now, status: "submitted" as const };
  expect(stateOf({ ...now, isReportable: false }, null)).toBe("below_threshold");
  expect(stateOf(now, null)).toBe("to_file");
  expect(stateOf(now, exported)).toBe("submitted");
  expect(stateOf(now, { ...exported, status: "filed" })).toBe("filed");
  expect(stateOf({ ...now, amountMinor: 4 }, exported)).toBe("correction_due");
  expect(stateOf({ ...now, withheldMinor: 0 }, exported)).toBe("correction_due");
});

test("a filing is accepted once", () => {
  expect(filingStatusAfterAcceptance("submitted")).toBe("filed");
  expect(filingStatusAfterAcceptance("filed")).toBeUndefined();
});
