import { describe, expect, test } from "vitest";
import { readDateOfBirth } from "./date-of-birth-rules.ts";
import { type DateOrder, dateOrderOf, parseIsoDate, writeDate } from "./date-text.ts";
import { editDate } from "./edit-date.ts";

const nowMs = Date.UTC(2026, 10, 22, 12);
const read = (text: string, order: DateOrder = "mdy", locale = "en", minimumAgeYears?: number) =>
  readDateOfBirth(text, { order, locale, nowMs, minimumAgeYears });

describe("reading a date of birth", () => {
  test.each([
    "4/23/1985",
    "04/23/1985",
    "04.23.1985",
    "04 23 1985",
    "04231985",
    "1985-04-23",
    "19850423",
    "23/04/1985",
    "Apr 23, 1985",
    "23 april 1985",
    "23 de abril de 1985",
    "٢٣/٠٤/١٩٨٥",
  ])("takes %s", (text) => {
    expect(read(text, "mdy", text.includes("abril") ? "es" : "en").date).toBe("1985-04-23");
  });

  test("reads an ambiguous one the reader's way", () => {
    expect(read("04/05/1985", "mdy").date).toBe("1985-04-05");
    expect(read("04/05/1985", "dmy", "es").date).toBe("1985-05-04");
    expect(read("20051985", "dmy", "es").date).toBe("1985-05-20");
  });

  test("reports nothing for an empty field", () => {
    expect(read("  ")).toEqual({ date: null, problem: null });
  });

  test("refuses days that the calendar does not have", () => {
    for (const text of ["02/30/1985", "13/32/1985", "02/29/2023", "4/1985", "hello"]) {
      expect(read(text)).toEqual({ date: null, problem: "incomplete" });
    }
    expect(read("02/29/2024").date).toBe("2024-02-29");
  });

  test("asks for a year of four digits", () => {
    expect(read("4/23/85").problem).toBe("year_digits");
  });

  test("refuses implausible dates", () => {
    expect(read("11/24/2026").problem).toBe("future");
    expect(read("11/23/2026").date).toBe("2026-11-23"); // already today on the Line Islands
    expect(read("04/23/1885").problem).toBe("too_old");
    expect(read("11/24/2008", "mdy", "en", 18).problem).toBe("too_young");
    expect(read("11/22/2008", "mdy", "en", 18).date).toBe("2008-11-22");
  });
});

test("knows the date order of a language", () => {
  expect(dateOrderOf("en-US")).toBe("mdy");
  expect(dateOrderOf("en-GB")).toBe("dmy");
  expect(dateOrderOf("es")).toBe("dmy");
  expect(dateOrderOf("ja")).toBe("ymd");
  const date = parseIsoDate("1985-04-23");
  expect(date && writeDate(date, "dmy")).toBe("23/04/1985");
  expect(parseIsoDate("1985-02-30")).toBeNull();
});

function typed(keys: string, order: DateOrder = "mdy"): string {
  let before = "";
  for (const key of keys) {
    const text = before + key;
    const edit = { text, caret: text.length, kind: "insertText", before };
    before = editDate(edit, order, "en").text;
  }
  return before;
}

describe("typing a date", () => {
  test("adds the separators and the leading zeros", () => {
    expect(typed("04231985")).toBe("04/23/1985");
    expect(typed("4/2/1985")).toBe("04/02/1985");
    expect(typed("4231985")).toBe("04/23/1985");
    expect(typed("1/2/1985")).toBe("01/02/1985");
    expect(typed("23041985", "dmy")).toBe("23/04/1985");
    expect(typed("12/5/1985", "dmy")).toBe("12/05/1985");
    expect(typed("19850423", "ymd")).toBe("1985-04-23");
  });

  test("does not double a separator that is typed", () => {
    expect(typed("04/23/1985")).toBe("04/23/1985");
  });

  test("leaves other notations alone", () => {
    expect(typed("1985-04-23")).toBe("1985-04-23");
    expect(typed("April 23, 1985")).toBe("April 23, 1985");
    expect(typed("23/04/1985")).toBe("23/04/1985");
  });

  test("rewrites pasted or filled text in the reader's order", () => {
    const paste = { text: "1985-04-23", caret: 10, kind: "insertFromPaste", before: "" };
    expect(editDate(paste, "mdy", "en")).toEqual({ text: "04/23/1985", caret: 10 });
    expect(editDate({ ...paste, kind: "" }, "dmy", "es").text).toBe("23/04/1985");
  });

  test("deletes over a separator", () => {
    const edit = { text: "0423", caret: 2, kind: "deleteContentBackward", before: "04/23" };
    expect(editDate(edit, "mdy", "en")).toEqual({ text: "02/3", caret: 1 });
  });
});

test("writes Arabic and full-width digits as they are typed and pasted", () => {
  for (const text of ["٠٤٢٣١٩٨٥", "０４２３１９８５"]) {
    const edit = { text, caret: text.length, before: "" };
    expect(editDate({ ...edit, kind: "insertText" }, "mdy", "en").text).toBe("04/23/1985");
    expect(editDate({ ...edit, kind: "insertFromPaste" }, "mdy", "ar").text).toBe("04/23/1985");
  }
});
