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

  test("every name and number is listed once", () => {
    expect(new Set(cards.map((card) => card.name)).size).toBe(cards.length);
    expect(new Set(cards.map((card) => card.number)).size).toBe(cards.length);
  });

  test("an unknown name is refused", () => {
    expect(() => findCard("no_such_card")).toThrow("no_such_card");
  });
});

describe("composed numbers", () => {
  test("the last four digits have the meaning that clearhaus documents", () => {
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

  test("every composed number is Luhn-valid for both brands", () => {
    for (const brand of ["visa", "mastercard"] as const) {
      for (const authentication of authenticationDigits) {
        expect(isLuhnValid(composeCardNumber({ brand, authentication }))).toBe(true);
      }
    }
  });

  test("a number outside the ranges is not composed", () => {
    expect(composedCardScript("4242424242424242")).toBeUndefined();
  });
});

test("an unlisted number is approved and not enrolled", () => {
  const digits = "401288888888188";
  expect(cardScript(digits + luhnCheckDigit(digits))).toEqual({
    charge: { outcome: { status: "approved" } },
    threeDS: { enrolled: false },
  });
});
