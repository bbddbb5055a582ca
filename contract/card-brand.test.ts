import creditCardType from "credit-card-type";
import fc from "fast-check";
import { expect, it } from "vitest";
import { brandOf } from "./card-brand.ts";
import { cardTable } from "./card-table.ts";

it("names no brand while several are possible", () => {
  expect(brandOf("").name).toBeNull();
  expect(brandOf("4").name).toBeNull();
  expect(brandOf("3").name).toBeNull();
});

it("names the brand as soon as only one is possible", () => {
  expect(brandOf("42").name).toBe("visa");
  expect(brandOf("2221").name).toBe("mastercard");
  expect(brandOf("37")).toMatchObject({ name: "american-express", cvcLength: 4, gaps: [4, 10] });
});

it("recognizes the brand again when the first digits change back", () => {
  expect(brandOf("4242").name).toBe("visa");
  expect(brandOf("5555").name).toBe("mastercard");
  expect(brandOf("4242").name).toBe("visa");
});

it("accepts any length for an unknown brand", () => {
  expect(brandOf("99999999")).toMatchObject({ name: null, cvcLength: 0 });
  expect(brandOf("99999999").lengths).toContain(16);
});

it("has the same table as credit-card-type", () => {
  const lines = creditCardType("").map(({ type, gaps, lengths, code, patterns }) => {
    const begins = patterns.map((pattern) =>
      Array.isArray(pattern) ? pattern.join("-") : pattern,
    );
    return [type, gaps.join(" "), lengths.join(" "), code.size, begins.join(" ")].join("|");
  });
  expect(cardTable.trim().split("\n")).toEqual(lines);
});

it("agrees with credit-card-type for any first digits", () => {
  const starts = [
    "",
    "4",
    "40117",
    "45763",
    "5",
    "50",
    "5067",
    "6",
    "60",
    "62",
    "63",
    "65",
    "9792",
  ];
  const digits = fc
    .tuple(fc.constantFrom(...starts), fc.stringMatching(/^\d{0,7}$/))
    .map(([start, rest]) => (start + rest).slice(0, 8))
    .filter((prefix) => prefix !== "");
  fc.assert(
    fc.property(digits, (prefix) => {
      const types = creditCardType(prefix);
      expect(brandOf(prefix).name, prefix).toBe(types.length === 1 ? types[0]?.type : null);
    }),
    { numRuns: 3_000 },
  );
});
