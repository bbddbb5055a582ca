import { describe, expect, test } from "vitest";
import { formatTin, maskTin, readTin } from "./tin.ts";

describe("a person's number", () => {
  test.each([
    ["536-22-8714", "536228714"],
    ["536 22 8714", "536228714"],
    ["001019999", "001019999"],
    ["899999999", "899999999"],
    ["536–22–8714", "536228714"],
  ])("%s is an SSN", (text, tin) => {
    expect(readTin(text, "ssn")).toEqual({ tin, type: "ssn", problem: null, warning: null });
  });

  test.each([
    ["", "empty"],
    ["  ", "empty"],
    ["536-22-871", "incomplete"],
    ["536-22-87145", "not_a_tin"],
    ["536-22-87I4", "not_a_tin"],
    ["000-22-8714", "never_issued"],
    ["666-22-8714", "never_issued"],
    ["536-00-8714", "never_issued"],
    ["536-22-0000", "never_issued"],
    ["111-11-1111", "never_issued"],
    ["999-99-9999", "never_issued"],
    ["078-05-1120", "sample"],
    ["219-09-9999", "sample"],
    ["457-55-5462", "sample"],
    ["123-45-6789", "sample"],
    ["912-10-1234", "not_an_itin"],
    ["912-17-1234", "not_an_itin"],
    ["912-28-1234", "not_an_itin"],
    ["912-49-1234", "not_an_itin"],
    ["912-66-1234", "not_an_itin"],
    ["912-69-1234", "not_an_itin"],
    ["912-89-1234", "not_an_itin"],
  ])("%j is refused: %s", (text, problem) => {
    expect(readTin(text, "ssn")).toEqual({ tin: null, type: null, problem, warning: null });
  });

  test.each(["50", "65", "70", "88", "90", "92", "94", "99"])("9xx-%s is an ITIN", (group) => {
    expect(readTin(`912-${group}-1234`, "ssn")).toMatchObject({ type: "itin", problem: null });
  });

  test("9xx-93 is a number for a pending adoption (ATIN)", () => {
    expect(readTin("912-93-1234", "ssn")).toMatchObject({ type: "atin", problem: null });
  });
});

describe("an employer's number", () => {
  test.each(["12-3456780", "98-7654321", "01-0000001"])("%s is an EIN", (text) => {
    expect(readTin(text, "ein")).toMatchObject({ type: "ein", problem: null, warning: null });
  });

  test.each(["00", "07", "08", "09", "17", "18", "19", "28", "29", "49", "69", "70", "78", "79"])(
    "the unknown prefix %s only causes a warning",
    (prefix) => {
      expect(readTin(`${prefix}-3456780`, "ein")).toMatchObject({
        tin: `${prefix}3456780`,
        problem: null,
        warning: "ein_prefix_unknown",
      });
    },
  );

  test("nine equal digits are refused", () => {
    expect(readTin("11-1111111", "ein").problem).toBe("never_issued");
  });
});

test("numbers are formatted as on official letters, and masked except for four digits", () => {
  expect(formatTin("536228714", "ssn")).toBe("536-22-8714");
  expect(formatTin("53622", "ssn")).toBe("536-22");
  expect(formatTin("536", "ssn")).toBe("536");
  expect(formatTin("123456780", "ein")).toBe("12-3456780");
  expect(maskTin("8714", "ssn")).toBe("XXX-XX-8714");
  expect(maskTin("6780", "ein")).toBe("XX-XXX6780");
});
