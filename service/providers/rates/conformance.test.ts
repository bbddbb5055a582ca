import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { createSandbox, type Sandbox } from "../../../sandbox/create-sandbox.ts";
import type {
  OutgoingHttp,
  OutgoingRequest,
  OutgoingResponse,
} from "../../platform/outgoing-http.ts";
import { createOutgoingHttp, OutgoingCallFailed } from "../../platform/outgoing-http.ts";
import { createTestClock } from "../../testing/test-clock.ts";
import { createExchangeRates } from "./exchange-rates.ts";
import { createHttpRates } from "./http-rates.ts";
import { type RatesProvider, RatesUnavailable, readRate } from "./rates-provider.ts";

/** What every source of rates must do, against the sandbox and against wrong responses. */
const clock = createTestClock();
const client = createOutgoingHttp();
let sandbox: Sandbox;
let answer: ((real: OutgoingResponse) => OutgoingResponse) | OutgoingCallFailed | undefined;
let requests: OutgoingRequest[];
const http: OutgoingHttp = {
  async call(request) {
    requests.push(request);
    if (answer instanceof OutgoingCallFailed) throw answer;
    const real = await client.call(request);
    return answer ? answer(real) : real;
  },
  close: () => Promise.resolve(),
};

beforeAll(async () => {
  sandbox = await createSandbox({ port: 0, chainProgram: null });
});
beforeEach(() => {
  answer = undefined;
  requests = [];
});
afterAll(async () => {
  await sandbox.close();
  await client.close();
});

const setPrice = (change: object) =>
  fetch(`${sandbox.url}/admin/rates`, { method: "POST", body: JSON.stringify(change) });
const text = (replace: (body: string) => string) => (real: OutgoingResponse) => ({
  ...real,
  text: replace(real.text),
});
const status = (statusCode: number) => (real: OutgoingResponse) => ({ ...real, statusCode });

const sources: { name: string; open(): RatesProvider; hasTime: boolean }[] = [
  {
    name: "our protocol",
    open: () =>
      createHttpRates(
        { http, clock },
        { url: `${sandbox.url}/rates`, key: sandboxCredentials.rates },
      ),
    hasTime: true,
  },
  {
    name: "Coinbase",
    open: () =>
      createExchangeRates(
        { http, clock },
        { type: "coinbase", url: `${sandbox.url}/vendors/coinbase` },
      ),
    hasTime: true,
  },
  {
    name: "Kraken",
    open: () =>
      createExchangeRates(
        { http, clock },
        { type: "kraken", url: `${sandbox.url}/vendors/kraken` },
      ),
    hasTime: false,
  },
];

describe.each(sources)("$name", ({ open, hasTime }) => {
  test("has exact prices of coins and tokens, in several currencies", async () => {
    const rates = open();
    await setPrice({ currency: "USD", asset: "ETH", price: "2543.170000000001" });
    expect(await rates.rate("ETH", "USD")).toEqual(readRate("2543.170000000001"));
    expect(await rates.rate("BTC", "USD")).toEqual(readRate("60000"));
    expect(await rates.rate("USDT", "USD")).toEqual(readRate("0.999"));
    expect(await rates.rate("USDC", "EUR")).toEqual(readRate("0.92"));
  });

  test("has no price in a currency that it does not know", async () => {
    expect(await open().rate("ETH", "XXX")).toBeNull();
  });

  test("gets one request at a time, and its response is reused for a short while", async () => {
    const rates = open();
    await Promise.all([rates.rate("ETH", "USD"), rates.rate("ETH", "USD")]);
    await rates.rate("ETH", "USD");
    expect(requests).toHaveLength(1);
    expect(requests[0]?.deadlineMs).toBeLessThanOrEqual(5_000);
    answer = new OutgoingCallFailed("deadline", "unknown");
    clock.advance(60_000);
    expect(await rates.rate("ETH", "USD")).toMatchObject({ units: expect.any(BigInt) });
    clock.advance(61_000);
    await expect(rates.rate("ETH", "USD")).rejects.toThrow(RatesUnavailable);
  });

  test.each([
    ["a refusal", status(429)],
    ["a fault", status(503)],
    ["a redirect", status(302)],
    ["no JSON", text(() => "<html>")],
    ["nothing", text(() => "")],
    ["another shape", text(() => '{"error":[],"result":{}}')],
    ["a list", text(() => "[]")],
    ["a negative price", text((body) => body.replaceAll("60000", "-60000"))],
    ["a price as a float", text((body) => body.replaceAll('"60000"', "60000"))],
    ["a price that is too exact", text((body) => body.replaceAll("60000", "60000.1234567890123"))],
    ["an exponent", text((body) => body.replaceAll("60000", "6e4"))],
    ["no connection", new OutgoingCallFailed("unreachable", "no")],
    ["too many bytes", new OutgoingCallFailed("too_large", "unknown")],
  ])("%s is not a price", async (_, given) => {
    answer = given;
    await expect(open().rate("BTC", "USD")).rejects.toThrow(RatesUnavailable);
  });

  test("a price of zero counts as no price", async () => {
    answer = text((body) => body.replaceAll("60000", "0.00"));
    expect(await open().rate("BTC", "USD")).toBeNull();
  });

  test("a response that a cache held for too long is refused", async () => {
    const held = (age: string) => (real: OutgoingResponse) => ({
      ...real,
      headers: { ...real.headers, age },
    });
    answer = held("180");
    await expect(open().rate("BTC", "USD")).rejects.toThrow("too old");
    answer = held("60");
    expect(await open().rate("BTC", "USD")).toEqual(readRate("60000"));
  });

  test.runIf(hasTime)("an old price, and one from the future, are refused", async () => {
    await setPrice({ currency: "GBP", asset: "ETH", ageMs: 180_000 });
    await expect(open().rate("ETH", "GBP")).rejects.toThrow("too old");
    answer = text((body) => body.replaceAll(/"20\d\d-/g, '"2099-'));
    await expect(open().rate("ETH", "GBP")).rejects.toThrow("from the future");
  });
});

test.each(["coinbase", "kraken"] as const)(
  "%s: nothing but a pair gets into the path",
  async (type) => {
    const rates = createExchangeRates({ http, clock }, { type, url: sandbox.url });
    await expect(rates.rate("../admin", "USD")).rejects.toThrow(RatesUnavailable);
    expect(requests).toEqual([]);
  },
);

test("Kraken's response is not a price if it has several pairs", async () => {
  answer = text(() => '{"error":[],"result":{"A":{"c":["1","1"]},"B":{"c":["2","1"]}}}');
  await expect(sources[2]?.open().rate("BTC", "USD")).rejects.toThrow(RatesUnavailable);
});

test("Coinbase has no price of USDC in dollars", async () => {
  expect(await sources[1]?.open().rate("USDC", "USD")).toBeNull();
});
