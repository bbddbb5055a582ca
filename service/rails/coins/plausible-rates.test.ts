import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type RatesProvider, RatesUnavailable, readRate } from "../../providers/rates/index.ts";
import { createPlausibleRates, implausible } from "./plausible-rates.ts";
import { type CoinsWorld, createCoinsWorld } from "./testing/coins-world.ts";

const minutes = (count: number) => count * 60_000;
const hours = (count: number) => minutes(60 * count);

describe("a price", () => {
  const at = (price: number, ageMs: number) => ({ price, atMs: -ageMs });

  test.each([
    ["USDC", 1, null],
    ["USDC", 0.95, null],
    ["USDC", 0.94, "out_of_range"],
    ["USDT", 1.06, "out_of_range"],
    ["ETH", 2_500, null],
    ["ETH", 0.00001, "out_of_range"],
    ["ETH", 250_000, "out_of_range"],
    ["BTC", 60_000, null],
    ["BTC", 60, "out_of_range"],
  ] as const)("of %s at %d dollars: %s", (asset, price, reason) => {
    expect(implausible(asset, price, price, undefined, 0)).toBe(reason);
  });

  test.each([
    ["a moment ago", 15_000, 2_000, 3_125],
    ["within the hour", hours(1) - 1, 2_000, 3_125],
    ["an hour ago", hours(1), 1_250, 5_000],
    ["a day ago", hours(24), 625, 10_000],
  ])("can move by one step in either direction after a price from %s", (_, ageMs, least, most) => {
    const known = at(2_500, ageMs);
    const refusals = [least - 1, least, most, most + 1].map((price) =>
      implausible("ETH", price, price, known, 0),
    );
    expect(refusals).toEqual(["jumped", null, null, "jumped"]);
  });

  test("is compared with the absolute range only, after a month", () => {
    expect(implausible("ETH", 90_000, 90_000, at(2_500, hours(24 * 30)), 0)).toBeNull();
  });

  test("is compared with the last price only, when it cannot be converted to dollars", () => {
    expect(implausible("ETH", 4_000_000, null, undefined, 0)).toBeNull();
    expect(implausible("ETH", 40_000_000, null, at(4_000_000, 0), 0)).toBe("jumped");
  });
});

describe("in a service", () => {
  let world: CoinsWorld;
  /** Prices by asset and currency. */
  let prices: Record<string, string>;
  let counted: string[];
  const provider: RatesProvider = {
    rate: async (asset, currency) => {
      const found = prices[`${asset} ${currency}`];
      return found === undefined ? null : readRate(found);
    },
  };
  const open = () =>
    createPlausibleRates(
      {
        ...world.service.deps,
        gauges: {
          behind: () => undefined,
          unwatched: () => undefined,
          reorganised: () => undefined,
          implausibleRate: (asset) => counted.push(asset),
        },
      },
      provider,
    );
  beforeAll(async () => {
    world = await createCoinsWorld();
  });
  beforeEach(() => {
    counted = [];
    prices = {};
  });
  afterAll(() => world.close());

  test("a jump is refused, logged once and counted each time; the last good price stays the reference", async () => {
    const rates = open();
    prices = { "ETH EUR": "2300", "USDC EUR": "0.92" };
    expect(await rates.rate("ETH", "EUR")).toEqual(readRate("2300"));
    world.clock.advance(15_000);
    prices["ETH EUR"] = "230";
    const lines = () => world.logLines.filter((line) => line.includes("a rate is not plausible"));
    const before = lines().length;
    for (let tries = 0; tries < 2; tries += 1) {
      await expect(rates.rate("ETH", "EUR")).rejects.toThrow(RatesUnavailable);
    }
    expect(counted).toEqual(["ETH", "ETH"]);
    expect(lines().slice(before)).toEqual([expect.stringContaining('"to":"230"')]);
    prices["ETH EUR"] = "2350";
    expect(await rates.rate("ETH", "EUR")).toEqual(readRate("2350"));
  });

  test("another currency is converted to dollars by the price of a dollar token", async () => {
    prices = { "ETH JPY": "0.4", "USDC JPY": "150", "USDT JPY": "149" };
    await expect(open().rate("ETH", "JPY")).rejects.toThrow(RatesUnavailable);
    prices["ETH JPY"] = "375000";
    expect(await open().rate("ETH", "JPY")).toEqual(readRate("375000"));
    expect(await open().rate("USDT", "JPY")).toEqual(readRate("149"));
    expect(await open().rate("ETH", "VND")).toBeNull();
  });

  test("the last quote or deposit is the reference after a start", async () => {
    const { operatorId } = world.operator;
    const owner = { operatorId, subject: "pi_r", asset: "ETH", network: "ethereum" } as const;
    await world.coins.quote({ ...owner, amountMinor: 5_000, currency: "USD" });
    prices = { "ETH USD": "25000" };
    await expect(open().rate("ETH", "USD")).rejects.toThrow("jumped");
    await world.open(5_000, "ETH");
    await world.service.deps.database.kysely.deleteFrom("crypto_quotes").execute();
    await expect(open().rate("ETH", "USD")).rejects.toThrow("jumped");
    prices = { "ETH USD": "2600" };
    expect(await open().rate("ETH", "USD")).toEqual(readRate("2600"));
  });

  test("a quote at such a price is refused, and the next plausible price works", async () => {
    const { operatorId } = world.operator;
    const owner = { operatorId, subject: "pi_q", asset: "USDT", network: "ethereum" } as const;
    const total = { amountMinor: 5_000, currency: "USD" };
    const setPrice = (price: string) =>
      fetch(`${world.sandbox.url}/admin/rates`, {
        method: "POST",
        body: JSON.stringify({ currency: "USD", asset: "USDT", price }),
      });
    await setPrice("0.00001");
    world.clock.advance(minutes(1));
    await world.round();
    await expect(world.coins.quote({ ...owner, ...total })).rejects.toMatchObject({
      code: "crypto_rates_unavailable",
    });
    const { text } = await world.service.deps.metrics.expose();
    expect(text).toContain('tessera_crypto_implausible_rates_total{asset="USDT"} 1');
    await setPrice("0.998");
    world.clock.advance(15_000);
    await world.round();
    expect(await world.coins.quote({ ...owner, ...total })).toMatchObject({ rate: "0.998" });
  });
});
