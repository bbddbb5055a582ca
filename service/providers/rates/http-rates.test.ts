import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createOutgoingHttp } from "../../platform/outgoing-http.ts";
import { createTestClock } from "../../testing/test-clock.ts";
import { createHttpRates } from "./http-rates.ts";
import { type RatesProvider, RatesUnavailable } from "./rates-provider.ts";

let answer: { status: number; body: string } | "drop";
let requests: { path: string; key: string | undefined }[];
let server: Server;
let url: string;
let rates: RatesProvider;
const clock = createTestClock();
const http = createOutgoingHttp();

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push({ path: request.url ?? "", key: request.headers.authorization });
    if (answer === "drop") return void request.socket.destroy();
    response.writeHead(answer.status).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rates`;
});
beforeEach(() => {
  requests = [];
  rates = createHttpRates({ http, clock }, { url, key: "key-1" });
});
afterAll(async () => {
  await http.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function prices(currency: string, price: string, ageMs = 0) {
  // The response's Date header has whole seconds.
  const at = new Date(Date.now() - ageMs).toISOString();
  return { status: 200, body: JSON.stringify({ currency, rates: [{ asset: "ETH", price, at }] }) };
}

test("asks by the protocol, once for simultaneous callers, and caches the prices for a while", async () => {
  answer = prices("USD", "2500.25");
  const all = await Promise.all([rates.rate("ETH", "USD"), rates.rate("ETH", "USD")]);
  expect(all).toEqual(Array(2).fill({ units: 250_025n, decimals: 2 }));
  expect(await rates.rate("BTC", "USD")).toBeNull();
  expect(requests).toEqual([{ path: "/rates?currency=USD", key: "Bearer key-1" }]);
  clock.advance(20_000);
  answer = prices("USD", "2600");
  expect(await rates.rate("ETH", "USD")).toEqual({ units: 2600n, decimals: 0 });
});

test("uses the last prices while the provider is unavailable, but not for long", async () => {
  answer = prices("USD", "2500");
  await rates.rate("ETH", "USD");
  answer = "drop";
  clock.advance(60_000);
  expect(await rates.rate("ETH", "USD")).toMatchObject({ units: 2500n });
  clock.advance(61_000);
  await expect(rates.rate("ETH", "USD")).rejects.toThrow(RatesUnavailable);
});

test("prices from before the clock was set back are not used", async () => {
  answer = prices("USD", "2500");
  await rates.rate("ETH", "USD");
  clock.advance(-10 * 60_000);
  answer = "drop";
  await expect(rates.rate("ETH", "USD")).rejects.toThrow(RatesUnavailable);
  answer = prices("USD", "2600");
  expect(await rates.rate("ETH", "USD")).toMatchObject({ units: 2600n });
});

test.each([
  ["a refusal", { status: 503, body: "{}" }],
  ["no JSON", { status: 200, body: "<html>" }],
  ["another currency", prices("EUR", "1")],
  ["a negative price", prices("USD", "-1")],
  ["an old price", prices("USD", "2500", 10 * 60_000)],
])("%s is not a price", async (_, response) => {
  answer = response;
  await expect(rates.rate("ETH", "USD")).rejects.toThrow(RatesUnavailable);
});

test("a price of zero counts as no price", async () => {
  answer = prices("USD", "0.00");
  expect(await rates.rate("ETH", "USD")).toBeNull();
});
