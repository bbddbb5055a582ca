import { describe, expect, test } from "vitest";
import { defaultColumns, HeaderError, mapColumns } from "./iris-columns.ts";

const refusalOf = (names: string[]) => {
  try {
    mapColumns("1099-MISC", names);
  } catch (error) {
    if (error instanceof HeaderError) return error;
  }
  throw new Error("the header was accepted");
};

describe("a header row", () => {
  test.each(["1099-MISC", "1099-NEC"] as const)("our default columns for %s fit", (form) => {
    const columns = mapColumns(form, defaultColumns(form));
    const amount = columns.find(({ fills }) => fills === "Reported amount");
    expect(amount?.name).toMatch(form === "1099-MISC" ? /Other Income/ : /Nonemployee/);
    expect(columns.slice(0, 3).map(({ name }) => name)).toEqual([
      "Form Type",
      "Tax Year",
      "Payer TIN Type",
    ]);
  });

  test("matches names regardless of order, case, punctuation and box number", () => {
    const names = defaultColumns("1099-NEC")
      .map((name) =>
        name === "Box 1 - Nonemployee Compensation" ? "BOX 1a – Nonemployee compensation" : name,
      )
      .map((name) => name.replace("ZIP/Postal Code", "Zip / Postal code"))
      .reverse();
    const columns = mapColumns("1099-NEC", names);
    expect(columns.map(({ name }) => name)).toEqual(names);
    expect(columns.find(({ name }) => name.startsWith("BOX 1a"))?.fills).toBe("Reported amount");
    expect(columns.find(({ name }) => name.includes("Zip / Postal code"))?.fills).toContain("ZIP");
  });

  test("can contain boxes and states that this form never fills", () => {
    const names = [
      ...defaultColumns("1099-MISC"),
      "Box 13a - Cash tips",
      "State 2 - Something new",
    ];
    expect(
      mapColumns("1099-MISC", names)
        .slice(-2)
        .map(({ fills }) => fills),
    ).toEqual([null, null]);
  });

  test("is refused if it has an unknown column, which the error names", () => {
    const names = [...defaultColumns("1099-MISC"), "Recipient Favourite Colour"];
    expect(refusalOf(names).unknown).toEqual(["Recipient Favourite Colour"]);
  });

  test("is refused if it repeats a column", () => {
    expect(refusalOf([...defaultColumns("1099-MISC"), "tax year"]).unknown).toEqual(["tax year"]);
  });

  test("is refused if it lacks a required column, which the error names", () => {
    const names = defaultColumns("1099-MISC").filter((name) => !name.startsWith("Box 3"));
    expect(refusalOf(names).missing).toEqual(["Box 3 - Other Income"]);
    const other = defaultColumns("1099-MISC").filter((name) => name !== "Recipient City/Town");
    expect(refusalOf(other).missing).toEqual(["Recipient City/Town"]);
  });
});
