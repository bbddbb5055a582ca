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

test("a cell that a spreadsheet splits at semicolons, tabs or line ends does not become a formula", () => {
  for (const separator of [";", "\t", "\n", "\r\n"]) {
    for (const formula of ["=1+1", "+1", "-1", "@x", "\uFF1D1"]) {
      const cell = `Ada${separator}${formula}${separator}"x"`;
      const line = toCsv([["2026-03-12", cell]], { forSpreadsheets: true });
      // Such a program does not see the quotes: they are not at the start of its cell.
      const cells = line.split(separator);
      expect(cells.filter((cell) => /^[=+\-@\uFF1D]/.test(cell))).toEqual([]);
    }
  }
  expect(toCsv([["Ada; B.C", "a;b=c", -5]], { forSpreadsheets: true })).toBe(
    '"Ada; B.C","a;b=c",-5\r\n',
  );
  expect(toCsv([["a;=1"]], { forSpreadsheets: false })).toBe('"a;=1"\r\n');
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
