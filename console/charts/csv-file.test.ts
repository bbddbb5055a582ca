import { expect, it } from "vitest";
import { csvText } from "./csv-file.ts";

it("writes a table that spreadsheets read but do not execute", () => {
  const table = {
    columns: ["Day", 'A "b", c'],
    rows: [
      ["=1+1", -2.5],
      ["x", { decimal: "-0.100000000000000001" }],
    ],
  };
  expect(csvText(table)).toBe(
    '\ufeffDay,"A ""b"", c"\r\n\'=1+1,-2.5\r\nx,-0.100000000000000001\r\n',
  );
});
