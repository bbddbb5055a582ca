import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CryptoAsset, cryptoAssets } from "#contract/crypto-networks";
import { minorDigits } from "#contract/money";
import { readRate } from "../../providers/rates/index.ts";
import { assetDecimals, toCrypto, toleranceOf, toRateText, toUnits } from "./amounts.ts";

test.each<[number, string, CryptoAsset, string, string]>([
  [4999, "USD", "USDC", "1", "49.99"],
  [4999, "USD", "USDC", "0.9997", "50.0051"],
  [4999, "USD", "ETH", "2500", "0.019996"],
  [1, "USD", "ETH", "2543.17", "0.00000394"],
  [100, "JPY", "USDT", "149.5", "0.6689"],
  [1000, "BHD", "USDC", "0.377", "2.6526"],
])("%i %s in %s at %s is %s", (amountMinor, currency, asset, price, wanted) => {
  const baseUnits = toCrypto({ amountMinor, currency }, asset, readRate(price));
  expect(toUnits(baseUnits, asset)).toBe(wanted);
});

const price = fc
  .tuple(fc.bigInt(1n, 10n ** 9n), fc.integer({ min: 0, max: 9 }))
  .map(([units, decimals]) => ({ units, decimals }));
const currency = fc.constantFrom("USD", "JPY", "BHD");
const asset = fc.constantFrom(...cryptoAssets);

describe("at any price", () => {
  test("the requested amount is worth the total, and one step less is not", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 11 }), currency, asset, price, (...given) => {
        const [amountMinor, code, which, rate] = given;
        const amount = toCrypto({ amountMinor, currency: code }, which, rate);
        const step = 10n ** BigInt(assetDecimals[which] - (which.startsWith("USD") ? 4 : 8));
        expect(amount % step).toBe(0n);
        // worth × 10^(decimals of asset and rate), compared with the total without fractions
        const scale = 10n ** BigInt(assetDecimals[which] + rate.decimals);
        const minor = 10n ** BigInt(minorDigits(code) ?? 0);
        const isWorth = (units: bigint) =>
          units * rate.units * minor >= BigInt(amountMinor) * scale;
        expect(isWorth(amount)).toBe(true);
        expect(isWorth(amount - step)).toBe(false);
      }),
    );
  });

  test("the tolerance is worth less than one minor unit", () => {
    fc.assert(
      fc.property(currency, asset, price, (code, which, rate) => {
        const tolerated = toleranceOf(which, rate, code);
        const scale = 10n ** BigInt(assetDecimals[which] + rate.decimals);
        const minor = 10n ** BigInt(minorDigits(code) ?? 0);
        expect(tolerated * rate.units * minor < scale).toBe(true);
        expect((tolerated + 1n) * rate.units * minor >= scale).toBe(true);
      }),
    );
  });
});

test("amounts and rates have no trailing zeros", () => {
  expect(toUnits(0n, "ETH")).toBe("0");
  expect(toUnits(1n, "ETH")).toBe("0.000000000000000001");
  expect(toUnits(1_500_000n, "USDC")).toBe("1.5");
  expect(toRateText(readRate("0.999"))).toBe("0.999");
  expect(toRateText(readRate("2500"))).toBe("2500");
});
