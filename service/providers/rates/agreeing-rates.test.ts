import { describe, expect, test } from "vitest";
import { openSettings } from "../../platform/config.ts";
import { SettingProblems } from "../../platform/settings-source.ts";
import { createAgreeingRates } from "./agreeing-rates.ts";
import { RatesUnavailable, readRate } from "./rates-provider.ts";
import { readRatesConfig } from "./rates-settings.ts";

/** `null`: the source has no price; "down": it fails. */
function combine(prices: readonly (string | null)[], minimum = 2) {
  const lines: object[] = [];
  const given = [...prices];
  const line = (message: string, fields?: object) => void lines.push({ message, ...fields });
  const rates = createAgreeingRates(
    prices.map((_, index) => ({
      name: `s${index}`,
      rates: {
        async rate() {
          const price = given[index] ?? null;
          if (price === "down") throw new RatesUnavailable("the rates provider is unavailable");
          return price === null ? null : readRate(price);
        },
      },
    })),
    () => minimum,
    { warn: line, info: line },
  );
  return { rate: () => rates.rate("ETH", "USD"), lines, given };
}

describe("several sources", () => {
  test.each([
    [["2500", "2500.00", "2500"], "2500.00"],
    [["2500", "2510", "2520"], "2510"],
    [["2520", "2500", "2510"], "2510"],
    [["2500", "2510"], "2505"],
    [["0.999", "1"], "0.9995"],
    [["1", "1.001"], "1.0005"],
    [["100", "102"], "101"],
    [["2500", "2510", "9000"], "2505"],
    [["1", "2500", "2510"], "2505"],
    [["2500", "down", "2510"], "2505"],
    [["2500", null, "2510"], "2505"],
    [["2500", "2501", "2502", "2503"], "2501.5"],
    [["99999999999.999999999999", "99999999999.999999999997"], "99999999999.999999999998"],
  ] as const)("%j have the price %s", async (prices, price) => {
    const found = await combine(prices).rate();
    const expected = readRate(price);
    const at = (rate: typeof expected) => rate.units * 10n ** BigInt(20 - rate.decimals);
    expect(found && at(found)).toBe(at(expected));
  });

  test.each([
    [["100", "102.000000000001"], "too far apart"],
    [["100", "110"], "too far apart"],
    [["1", "1", "2", "2"], "too far apart"],
    [["100", "101.5", "103"], "too far apart"],
    [["100", "down"], "too few sources"],
    [["100", null], "too few sources"],
    [["1", "2", "down"], "too far apart"],
    [["down", "down"], "no source has a usable price"],
    [["down", null], "no source has a usable price"],
  ] as const)("%j have no price: %s", async (prices, reason) => {
    await expect(combine(prices).rate()).rejects.toThrow(RatesUnavailable);
    await expect(combine(prices).rate()).rejects.toThrow(reason);
  });

  test("have no price if none of them has one", async () => {
    expect(await combine([null, null]).rate()).toBeNull();
  });

  test("have a price from one of them if the minimum is one, but not if they differ", async () => {
    expect(await combine(["100", "down"], 1).rate()).toEqual(readRate("100"));
    await expect(combine(["100", "110"], 1).rate()).rejects.toThrow("too far apart");
  });

  test("are logged once when they are excluded, and when they are used again", async () => {
    const all = combine(["2500", "2510", "9000"]);
    await all.rate();
    await all.rate();
    expect(all.lines).toEqual([
      { message: "a rate source is excluded", kind: "s2 ETH USD", reason: "outlier" },
    ]);
    all.given[2] = "2505";
    await all.rate();
    expect(all.lines[1]).toEqual({
      message: "a rate source is used again",
      kind: "s2 ETH USD",
    });
  });
});

describe("the setting", () => {
  const read = (rates: unknown, env: Record<string, string> = {}) =>
    readRatesConfig(
      openSettings({ CRYPTO_RATES: JSON.stringify(rates), ...env }, new SettingProblems()),
    );
  const own = { name: "own", url: "https://rates.example", key: "live_8fJ2mQ7xVbN4tR9wKc3L" };

  test("names exchanges and connectors, and how many must agree", () => {
    const all = [{ type: "coinbase" }, { type: "kraken", url: "https://proxy.example/" }, own];
    expect(read(all)).toMatchObject({
      sources: [
        { type: "coinbase", name: "coinbase", url: "https://api.exchange.coinbase.com" },
        { type: "kraken", name: "kraken", url: "https://proxy.example" },
        { type: "tessera", connector: own },
      ],
      minimum: { USDC: 2, USDT: 2, BTC: 2, ETH: 2 },
    });
    expect(read(all, { CRYPTO_RATES_MINIMUM: "3, USDC=1" })?.minimum).toEqual({
      USDC: 1,
      USDT: 3,
      BTC: 3,
      ETH: 3,
    });
    expect(read(own)?.minimum.BTC).toBe(1);
    expect(read([])).toBeUndefined();
  });

  test.each([
    [[{ type: "binance" }], {}, /type must be one of/],
    [[{ type: "toString" }], {}, /type must be one of/],
    [[{ type: "kraken", key: "k" }], {}, /kraken has no key/],
    [[{ type: "kraken" }, { type: "kraken" }], {}, /names a source twice/],
    [[{ type: "kraken", url: "ftp://x" }], {}, /must be an http or https address/],
    [[own], { CRYPTO_RATES_MINIMUM: "2" }, /CRYPTO_RATES_MINIMUM must look like/],
    [[own], { CRYPTO_RATES_MINIMUM: "0" }, /CRYPTO_RATES_MINIMUM must look like/],
    [[own], { CRYPTO_RATES_MINIMUM: "DOGE=1" }, /CRYPTO_RATES_MINIMUM must look like/],
    [Array.from({ length: 6 }, (_, at) => ({ ...own, name: `s${at}` })), {}, /at most 5 sources/],
    [
      [{ type: "kraken", url: "http://proxy.example" }],
      { TESSERA_ENV: "production", PUBLIC_URL: "https://pay.example" },
      /CRYPTO_RATES must be an https address/,
    ],
  ])("case %# is refused", (rates, env, message) => {
    expect(() => read(rates, env as Record<string, string>)).toThrow(message);
  });
});
