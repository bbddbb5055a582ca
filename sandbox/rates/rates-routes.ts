import * as z from "zod/mini";
import type { Rates } from "#contract/connectors/rates";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { parseJsonBody } from "../http/parse-json-body.ts";
import { json, problem } from "../http/response.ts";
import type { Route } from "../http/router.ts";
import type { SandboxDeps } from "../sandbox-deps.ts";
import { exchangeRoutes } from "./exchange-routes.ts";

/** Round prices, so that testers can do the sums in their heads. */
const firstPrices: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  USD: { USDC: "1", USDT: "0.999", ETH: "2500", BTC: "60000" },
  EUR: { USDC: "0.92", USDT: "0.919", ETH: "2300", BTC: "55200" },
  GBP: { USDC: "0.79", USDT: "0.7892", ETH: "1975", BTC: "47400" },
  CAD: { USDC: "1.37", USDT: "1.3686", ETH: "3425", BTC: "82200" },
};

const price = z.string().check(z.regex(/^\d{1,12}(\.\d{1,12})?$/));
const change = z.strictObject({
  currency: z.string(),
  asset: z.string(),
  /** Default: all exchanges. */
  exchange: z.optional(z.enum(["coinbase", "kraken"])),
  price: z.optional(price),
  /** The age of prices in responses. */
  ageMs: z.optional(z.int().check(z.minimum(0))),
});

/**
 * Crypto rates:
 * - `GET /rates?currency=` (contract/connectors/rates.ts)
 * - `POST /admin/rates` sets a price, or the age of a price
 * - two exchanges with the same prices (exchange-routes.ts)
 */
export function ratesRoutes(deps: SandboxDeps): Route[] {
  const prices = new Map(Object.entries(firstPrices).map(([code, each]) => [code, { ...each }]));
  const ages = new Map<string, number>();
  /** Prices by exchange, currency and asset. */
  const ofExchange = new Map<string, string>();
  const timeOf = (currency: string, asset: string) =>
    new Date(deps.machineNow() - (ages.get(`${currency} ${asset}`) ?? 0));
  return [
    ...exchangeRoutes((exchange, asset, currency) => {
      const found =
        ofExchange.get(`${exchange} ${currency} ${asset}`) ?? prices.get(currency)?.[asset];
      return found === undefined ? undefined : { price: found, at: timeOf(currency, asset) };
    }),
    [
      "GET /rates",
      ({ headers, url }) => {
        if (headers["authorization"] !== `Bearer ${sandboxCredentials.rates}`) {
          return problem(401, "unauthorized", "The connector key is missing or wrong.");
        }
        const currency = url.searchParams.get("currency") ?? "";
        const found = Object.entries(prices.get(currency) ?? {}).map(([asset, each]) => ({
          asset,
          price: each,
          at: timeOf(currency, asset).toISOString(),
        }));
        return json(200, { currency, rates: found } satisfies Rates);
      },
    ],
    [
      "POST /admin/rates",
      ({ body }) => {
        const wanted = parseJsonBody(change, body);
        if (!wanted) return problem(400, "invalid_request", "Send { currency, asset, price }.");
        const { currency, asset, exchange, ageMs } = wanted;
        if (wanted.price !== undefined && exchange !== undefined) {
          ofExchange.set(`${exchange} ${currency} ${asset}`, wanted.price);
        } else if (wanted.price !== undefined) {
          prices.set(currency, { ...prices.get(currency), [asset]: wanted.price });
        }
        if (ageMs !== undefined) ages.set(`${currency} ${asset}`, ageMs);
        return json(200, wanted);
      },
    ],
  ];
}
