import { expect, test } from "vitest";
import { timeText as kycTimeText } from "../kyc/view/time-text.ts";
import { dateText, timeText } from "./date-text.ts";
import { listText } from "./list-text.ts";
import { readerLocale } from "./reader-locale.ts";

const at = "2026-11-27T15:10:00Z";

test.each(["ar-EG", "ar-SA", "fa-IR", "th-TH"])(
  "dates have Latin digits and the Gregorian year, even where %s writes others",
  (locale) => {
    expect(dateText(at, locale)).toMatch(/2026/);
    expect(timeText(at, locale)).toMatch(/10/);
    expect(kycTimeText(at, locale, Date.parse("2026-11-29T00:00:00Z"))).toMatch(/2026/);
  },
);

test("a page in a language that the widget does not speak gets dates in the widget's", () => {
  expect(dateText(at, readerLocale("ko-KR", "en"))).toBe("Nov 27, 2026");
  expect(dateText(at, readerLocale("es-MX", "es"))).toBe("27 nov 2026");
});

test("lists are written as the language joins them", () => {
  expect(listText(["Ada"], "en")).toBe("Ada");
  expect(listText(["Ada", "Bob", "Cy"], "en")).toBe("Ada, Bob, and Cy");
  expect(listText(["Ada", "Bob"], "es")).toBe("Ada y Bob");
  expect(listText(["A", "B", "C"], "zh-Hans")).toBe("A、B和C");
});
