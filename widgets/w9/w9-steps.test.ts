import { expect, test } from "vitest";
import { isFilled } from "./w9-steps.ts";
import { valuesOf } from "./w9-values.ts";

const person = { ...valuesOf(null), who: "person", firstName: "Jane", lastName: "Doe" } as const;
const business = {
  ...valuesOf(null),
  who: "entity",
  entityName: "Acme Inc",
  classification: "c_corporation",
} as const;

test.each([
  ["a person", person, { firstName: "李" }, { entityName: "李" }],
  ["a business", business, { entityName: "李" }, { firstName: "李" }],
])(
  "the names of %s must be in Latin letters, but not names that the form no longer shows",
  (_, values, shown, hidden) => {
    const isNamed = (changed: object) =>
      isFilled("name", { values: { ...values, ...changed }, tin: null });
    expect(isNamed({})).toBe(true);
    expect(isNamed(shown)).toBe(false);
    expect(isNamed({ businessName: "李" })).toBe(false);
    expect(isNamed(hidden)).toBe(true);
  },
);

test("another classification must be in Latin letters, as its field says", () => {
  const isNamed = (otherClassification: string) =>
    isFilled("name", {
      values: { ...business, classification: "other", otherClassification },
      tin: null,
    });
  expect(["Cooperative", "合作社", ""].map(isNamed)).toEqual([true, false, false]);
});
