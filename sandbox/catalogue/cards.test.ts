import { describe, expect, test } from "vitest";
import { cardScript } from "./card-script.ts";
import { cards, findCard } from "./cards.ts";
import { authenticationDigits, composeCardNumber, composedCardScript } from "./composed-cards.ts";
import { isLuhnValid, luhnCheckDigit } from "./luhn.ts";

describe("the published table of cards", () => {
  test.each(cards.map((card) => [card.name, card.number]))(
    "%s (%s) passes the Luhn check",
    (_, number) => {
      expect(isLuhnValid(number)).toBe(true);
    },
  );

  test("every name and number stands in it once", () => {
    expect(new Set(cards.map((card) => card.name)).size).toBe(cards.length);
    expect(new Set(cards.map((card) => card.number)).size).toBe(cards.length);
  });

  test("an unknown name is refused rather than answered with some card", () => {
    expect(() => findCard("no_such_card")).toThrow("no_such_card");
  });
});

describe("composed numbers", () => {
  test("the last four digits are read as clearhaus writes them", () => {
    const number = composeCardNumber({
      versions: "2.1.0",
      method: "silent",
      authentication: "C",
      challenge: "manual",
    });
    expect(number.slice(-4)).toBe("1272");
    expect(composedCardScript(number)?.threeDS).toEqual({
      enrolled: true,
      versions: "2.1.0",
      method: "silent",
      authentication: "C",
      challenge: "manual",
    });
  });

  test("a frictionless number ends in 3", () => {
    expect(composeCardNumber({ method: "completes", versions: "both" }).slice(-4)).toBe("0003");
  });

  test("every composition of digits is Luhn-valid on both brands", () => {
    for (const brand of ["visa", "mastercard"] as const) {
      for (const authentication of authenticationDigits) {
        expect(isLuhnValid(composeCardNumber({ brand, authentication }))).toBe(true);
      }
    }
  });

  test("a number of another range is not read as composed", () => {
    expect(composedCardScript("4242424242424242")).toBeUndefined();
  });
});

test("a number that stands nowhere is approved and not enrolled", () => {
  const digits = "401288888888188";
  expect(cardScript(digits + luhnCheckDigit(digits))).toEqual({
    charge: { outcome: { status: "approved" } },
    threeDS: { enrolled: false },
  });
});
