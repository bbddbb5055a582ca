import { expect, test } from "vitest";
import { codeIn } from "./code-text.ts";
import { announcementAt, minutesAndSeconds, secondsUntil } from "./resend-countdown.ts";

test.each([
  "123456",
  "123 456",
  "123-456",
  "12 34 56",
  "123–456",
  "Your Tessera code is 123456. It ends in 10 minutes.",
  "123456 is your code\n@shop.localhost #123456",
  "１２３４５６",
  "١٢٣٤٥٦",
])("finds the code in %j", (text) => {
  expect(codeIn(text, 6)).toBe("123456");
});

test("keeps the digits of half a code, and no more than the code has", () => {
  expect(codeIn("12a3", 6)).toBe("123");
  expect(codeIn("12345678", 6)).toBe("123456");
  expect(codeIn("", 6)).toBe("");
});

test("counts down to the second in which a new code may be requested", () => {
  expect(secondsUntil(31_000, 1_000)).toBe(30);
  expect(secondsUntil(31_000, 30_500)).toBe(1);
  expect(secondsUntil(31_000, 31_000)).toBe(0);
  expect(secondsUntil(31_000, 99_000)).toBe(0);
  expect(minutesAndSeconds(27)).toBe("0:27");
  expect(minutesAndSeconds(120)).toBe("2:00");
});

test("announces the wait at its start, near its end and when it is over, not every second", () => {
  const said = Array.from({ length: 31 }, (_, i) => announcementAt(30 - i, 30));
  expect(said.filter((word) => word !== null)).toEqual(["started", "soon", "over"]);
});

test("a wait that is almost over has no announcement in seconds, which would have no singular", () => {
  const said = [3, 2, 1, 0].map((left) => announcementAt(left, 3));
  expect(said).toEqual([null, null, null, "over"]);
});
