import { expect, it } from "vitest";
import { descriptorProblem, onStatement } from "./payment-descriptor.ts";

it.each(["ACME SHOP", "A-1.5", "Lucky Bingo & Co, 2026", "1234A", "SHOP.EXAMPLE/ORDER+1"])(
  "%s is a valid descriptor",
  (text) => expect(descriptorProblem(text)).toBeNull(),
);

it.each([
  ["card", "LUCKY BINGO HALL RENO"],
  ["pay_by_bank", "LUCKY BINGO HALL RENO"],
  ["bank", "LUCKY BINGO HALL"],
  ["crypto", null],
])("a %s payment shows %s", (type, shown) => {
  expect(onStatement(type, "LUCKY BINGO HALL RENO")).toBe(shown);
});

it.each([
  ["ACME", "length"],
  ["A".repeat(23), "length"],
  ["", "length"],
  ["12345", "letter"],
  ["CAFÉ BAR", "characters"],
  ["КАФЕ БАР", "characters"],
  ["SHOP ☕ BAR", "characters"],
  ["ACME\nSHOP", "characters"],
  ...["<", ">", "\\", "'", '"', "*"].map((sign) => [`ACME${sign}SHOP`, "characters"]),
  [" ACME SHOP", "spaces"],
  ["ACME  SHOP", "spaces"],
])("%j is refused for its %s", (text, problem) => {
  expect(descriptorProblem(text as string)).toBe(problem);
});
