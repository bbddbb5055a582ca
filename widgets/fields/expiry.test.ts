import { expect, it } from "vitest";
import { editExpiry, expiryProblem, parseExpiry } from "./expiry.ts";

function typed(keys: string): string {
  let text = "";
  for (const key of keys) {
    const before = text;
    text = editExpiry({
      text: text + key,
      caret: text.length + 1,
      kind: "insertText",
      before,
    }).text;
  }
  return text;
}

const put = (text: string, kind = "insertFromPaste") =>
  editExpiry({ text, caret: text.length, kind, before: "" }).text;

it("adds the slash and the leading zero", () => {
  expect(typed("1")).toBe("1");
  expect(typed("2")).toBe("02/");
  expect(typed("12")).toBe("12/");
  expect(typed("1/")).toBe("01/");
  expect(typed("13")).toBe("01/3");
  expect(typed("1234")).toBe("12/34");
  expect(typed("12/34")).toBe("12/34");
  expect(typed("934")).toBe("09/34");
});

it("accepts a pasted or filled date in any form", () => {
  for (const text of [
    "12/34",
    "12/2034",
    "12 / 34",
    "2034-12",
    "122034",
    "1234",
    "12-34",
    "12.2034",
  ]) {
    expect(put(text), text).toBe("12/34");
  }
  expect(put("4/2029")).toBe("04/29");
});

it("deletes the slash together with the digit before it", () => {
  const text = editExpiry({
    text: "12",
    caret: 2,
    kind: "deleteContentBackward",
    before: "12/",
  });
  expect(text).toEqual({ text: "1", caret: 1 });
  expect(
    editExpiry({ text: "12/3", caret: 4, kind: "deleteContentBackward", before: "12/34" }).text,
  ).toBe("12/3");
});

it("keeps the caret in the middle of a date that is corrected", () => {
  const mended = editExpiry({ text: "012/34", caret: 2, kind: "insertText", before: "02/34" });
  expect(mended).toEqual({ text: "01/23", caret: 2 });
});

it("reads month and year", () => {
  expect(parseExpiry("04/29")).toEqual({ month: 4, year: 2029 });
  expect(parseExpiry("04/2029")).toEqual({ month: 4, year: 2029 });
  expect(parseExpiry("04/2")).toBeNull();
  expect(parseExpiry("")).toBeNull();
  expect(parseExpiry("1/2/2029")).toBeNull();
});

const november2026 = Date.UTC(2026, 10, 22);

it("says what is wrong with a date", () => {
  expect(expiryProblem("", november2026)).toEqual({ code: "expiry_empty" });
  expect(expiryProblem("1", november2026)).toEqual({ code: "expiry_incomplete" });
  expect(expiryProblem("13/29", november2026)).toEqual({ code: "expiry_month" });
  expect(expiryProblem("00/29", november2026)).toEqual({ code: "expiry_month" });
  expect(expiryProblem("10/26", november2026)).toEqual({ code: "expiry_past", year: 2026 });
  expect(expiryProblem("01/24", november2026)).toEqual({ code: "expiry_past", year: 2024 });
  expect(expiryProblem("01/48", november2026)).toEqual({ code: "expiry_far", year: 2048 });
});

it("accepts a card through the last day of its month, in every time zone", () => {
  expect(expiryProblem("11/26", november2026)).toBeNull();
  expect(expiryProblem("11/26", Date.UTC(2026, 11, 1, 11, 59))).toBeNull();
  expect(expiryProblem("11/26", Date.UTC(2026, 11, 1, 12, 0))).toMatchObject({
    code: "expiry_past",
  });
  expect(expiryProblem("12/46", november2026)).toBeNull();
});

it("reads Arabic, Persian and full-width digits, typed and pasted", () => {
  expect(typed("٠٤٢٩")).toBe("04/29");
  expect(typed("۴۲۹")).toBe("04/29");
  expect(put("٠٤/٢٠٢٩")).toBe("04/29");
  expect(put("２０２９－０４")).toBe("04/29");
  expect(parseExpiry("١٢ / ٢٧")).toEqual({ month: 12, year: 2027 });
});
