import { expect, test } from "vitest";
import { storedFileName } from "./file-name.ts";

test.each([
  ["statement 4111111111111111.csv", "statement …1111.csv"],
  ["4111-1111-1111-1111_march.csv", "…1111_march.csv"],
  ["3782 822463 10005.csv", "…0005.csv"],
  ["acct-0012345678.bai", "acct-…5678.bai"],
  ["ssn 123-45-6789.txt", "ssn …6789.txt"],
  ["DE89370400440532013000.xml", "…3000.xml"],
  ["DE89 3704 0044 0532 0130 00.xml", "…3000.xml"],
])("the stored name of %s is masked", (name, stored) => {
  expect(storedFileName(name)).toBe(stored);
});

test.each([
  "alpha-2026-11-26.csv",
  "alpha_20261126.csv",
  "report 20261126123045.csv",
  "US01 report.csv",
  "informe-año-2026.csv",
])("%s keeps its name", (name) => {
  expect(storedFileName(name)).toBe(name);
});

test("control characters are removed, and an empty name is null", () => {
  expect(storedFileName("a\u0000b\n.csv")).toBe("ab.csv");
  expect(storedFileName("")).toBeNull();
  expect(storedFileName(undefined)).toBeNull();
});
