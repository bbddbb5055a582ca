import { expect, test } from "vitest";
import { parseCsvLine, toCsv } from "./csv.ts";

test("cells with commas, quotes and line ends are quoted; null becomes an empty cell", () => {
  const rows = [["a,b", 'say "hi"', null, 1.5, "x\ny"]];
  expect(toCsv(rows, { forSpreadsheets: false })).toBe('"a,b","say ""hi""",,1.5,"x\ny"\r\n');
});

test("formulas are escaped for spreadsheets; filing systems get cells unchanged", () => {
  const rows = [["=HYPERLINK(1)", "+1", "@x", "plain"]];
  expect(toCsv(rows, { forSpreadsheets: true })).toBe("'=HYPERLINK(1),'+1,'@x,plain\r\n");
  expect(toCsv(rows, { forSpreadsheets: false })).toBe("=HYPERLINK(1),+1,@x,plain\r\n");
});

test("a pasted line is split at commas or tabs", () => {
  expect(parseCsvLine('Form Type, "Tax, Year" ,Payer\n')).toEqual([
    "Form Type",
    "Tax, Year",
    "Payer",
  ]);
  expect(parseCsvLine("Form Type\tTax Year")).toEqual(["Form Type", "Tax Year"]);
  expect(parseCsvLine("a,b\nc,d")).toBeNull();
  expect(parseCsvLine('a,"b')).toBeNull();
});
