import { describe, expect, test } from "vitest";
import { addBankingDays, addDays, bankTime, isBankingDay } from "./banking-calendar.ts";

describe("banks are closed", () => {
  test.each([
    ["on Saturday", "2026-11-21"],
    ["on Sunday", "2026-11-22"],
    ["on New Year's Day", "2026-01-01"],
    ["on Martin Luther King's day", "2026-01-19"],
    ["on Washington's birthday", "2026-02-16"],
    ["on Memorial Day", "2026-05-25"],
    ["on Memorial Day when May has five Mondays", "2027-05-31"],
    ["on Juneteenth", "2026-06-19"],
    ["on Labor Day", "2026-09-07"],
    ["on Columbus Day", "2026-10-12"],
    ["on Veterans Day", "2026-11-11"],
    ["on Thanksgiving", "2026-11-26"],
    ["on Christmas", "2026-12-25"],
    ["on the Monday after a holiday on Sunday", "2027-07-05"],
  ])("%s: %s", (_, date) => expect(isBankingDay(date)).toBe(false));
});

describe("banks are open", () => {
  test.each([
    ["on a working day", "2026-11-23"],
    ["the day after Thanksgiving", "2026-11-27"],
    ["on the Friday before a holiday on Saturday", "2026-07-03"],
    ["on the fourth Monday of May when a fifth follows", "2027-05-24"],
  ])("%s: %s", (_, date) => expect(isBankingDay(date)).toBe(true));
});

test("banking days skip weekends and holidays", () => {
  expect(addBankingDays("2026-11-25", 1)).toBe("2026-11-27");
  expect(addBankingDays("2026-11-25", 2)).toBe("2026-11-30");
  expect(addBankingDays("2026-11-21", 0)).toBe("2026-11-23");
  expect(addBankingDays("2026-11-21", 1)).toBe("2026-11-24");
  expect(addDays("2026-12-30", 3)).toBe("2027-01-02");
});

test("the banks' clock shows New York's time in summer, in winter and at midnight", () => {
  expect(bankTime(Date.parse("2026-11-23T04:59:00Z"))).toEqual({
    date: "2026-11-22",
    time: "23:59",
  });
  expect(bankTime(Date.parse("2026-11-23T05:00:00Z"))).toEqual({
    date: "2026-11-23",
    time: "00:00",
  });
  expect(bankTime(Date.parse("2026-07-01T21:00:00Z"))).toEqual({
    date: "2026-07-01",
    time: "17:00",
  });
});
