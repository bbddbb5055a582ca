import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { currencies, parseAmount, toDecimalText, toMajor } from "./money.ts";

describe("amounts on the wire", () => {
  test.each([
    [49.99, "USD", 4999],
    [1.15, "USD", 115],
    [10, "USD", 1000],
    [500, "JPY", 500],
    [1.234, "KWD", 1234],
    [0.01, "USD", 1],
    [999_999_999.99, "USD", 99_999_999_999],
  ])("reads %d %s as %d minor units", (amount, currency, amountMinor) => {
    expect(parseAmount(amount, currency)).toEqual({ ok: true, amountMinor });
  });

  test.each([
    [10.005, "USD", "amount_precision"],
    [0.5, "JPY", "amount_precision"],
    [1e-7, "USD", "amount_precision"],
    [0, "USD", "amount_not_positive"],
    [-5, "USD", "amount_not_positive"],
    [Number.NaN, "USD", "amount_not_positive"],
    [1_000_000_000, "USD", "amount_too_large"],
    [Number.POSITIVE_INFINITY, "USD", "amount_too_large"],
    [10, "XXX", "currency_unknown"],
    [10, "usd", "currency_unknown"],
    [10, "constructor", "currency_unknown"],
  ])("refuses %d %s as %s", (amount, currency, problem) => {
    expect(parseAmount(amount, currency)).toEqual({ ok: false, problem });
  });

  test("survives conversion to the wire format and back", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 99_999_999_999 }),
        fc.constantFrom(...currencies),
        (amountMinor, currency) => {
          const major = toMajor(amountMinor, currency);
          if (major > 999_999_999.99) return;
          expect(parseAmount(major, currency)).toEqual({ ok: true, amountMinor });
        },
      ),
    );
  });

  test("is written with all of its currency's decimal places", () => {
    expect(toDecimalText(5, "USD")).toBe("0.05");
    expect(toDecimalText(-1234, "USD")).toBe("-12.34");
    expect(toDecimalText(7, "JPY")).toBe("7");
    expect(toDecimalText(1, "KWD")).toBe("0.001");
  });
});
