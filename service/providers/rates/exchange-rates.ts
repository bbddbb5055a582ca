import * as z from "zod/mini";
import type { Clock } from "../../platform/clock.ts";
import type { OutgoingHttp, OutgoingResponse } from "../../platform/outgoing-http.ts";
import { ageOf, createFreshRates, type FetchedPrices, heldMs } from "./fresh-rates.ts";
import type { RatesProvider } from "./rates-provider.ts";

const deadlineMs = 5_000;
const maxBytes = 64 * 1024;

const price = z.string().check(z.regex(/^\d{1,12}(\.\d{1,12})?$/));

interface ExchangeApi {
  path(asset: string, currency: string): string;
  /** Reads the price; undefined if there is no such pair. Throws if the response cannot be used. */
  read(
    response: OutgoingResponse,
    clock: Clock,
  ): { readonly price: string; readonly ageMs: number } | undefined;
}

const ticker = z.object({ price, time: z.iso.datetime() });

/** Coinbase Exchange: `GET /products/{pair}/ticker`, the last trade with its time. */
const coinbase: ExchangeApi = {
  path: (asset, currency) => `/products/${pairPart(asset)}-${pairPart(currency)}/ticker`,
  read(response, clock) {
    const { statusCode, text } = response;
    if (statusCode === 404) return undefined;
    if (statusCode !== 200) throw new Error(`Coinbase responded with ${statusCode}`);
    const found = ticker.parse(JSON.parse(text));
    return { price: found.price, ageMs: ageOf(found.time, response, clock) };
  },
};

const pair = z.object({ c: z.tuple([price], z.string()) });
const krakenTicker = z.object({
  error: z.array(z.string()),
  result: z.optional(z.record(z.string(), pair)),
});

/**
 * Kraken: `GET /0/public/Ticker`, the last trade. It has no timestamp, so the price's age counts from the response.
 */
const kraken: ExchangeApi = {
  path: (asset, currency) =>
    `/0/public/Ticker?pair=${asset === "BTC" ? "XBT" : pairPart(asset)}${pairPart(currency)}`,
  read(response) {
    const { statusCode, text } = response;
    if (statusCode !== 200) throw new Error(`Kraken responded with ${statusCode}`);
    const { error, result = {} } = krakenTicker.parse(JSON.parse(text));
    if (error.includes("EQuery:Unknown asset pair")) return undefined;
    // Kraken uses its own name for the pair (XXBTZUSD), so it must be the only one.
    const [found, ...others] = Object.values(result);
    if (error.length > 0 || !found || others.length > 0) throw new Error("Kraken has no price");
    return { price: found.c[0], ageMs: heldMs(response) };
  },
};

const exchanges = { coinbase, kraken } as const;

/** The `type` of a source. */
export type ExchangeName = keyof typeof exchanges;

/** Reads an exchange's public prices: no key, and one request per asset and currency. */
export function createExchangeRates(
  { http, clock }: { http: OutgoingHttp; clock: Clock },
  { type, url }: { readonly type: ExchangeName; readonly url: string },
): RatesProvider {
  const api = exchanges[type];
  return createFreshRates(clock, {
    keyOf: (asset, currency) => `${asset} ${currency}`,
    async fetch(asset, currency): Promise<FetchedPrices> {
      const response = await http.call({
        method: "GET",
        url: `${url}${api.path(asset, currency)}`,
        // Coinbase refuses calls without a user agent.
        headers: { accept: "application/json", "user-agent": "tessera" },
        deadlineMs,
        maxBytes,
      });
      const found = api.read(response, clock);
      return found ? new Map([[asset, found]]) : new Map();
    },
  });
}

/** Nothing but letters and digits may get into a path. */
function pairPart(name: string): string {
  if (!/^[A-Z0-9]{2,10}$/.test(name)) throw new Error("there is no such pair");
  return name;
}
