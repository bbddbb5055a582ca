import { json } from "../http/response.ts";
import type { Route } from "../http/router.ts";

/** A price at one of the sandbox's exchanges. */
export interface ExchangePrice {
  readonly price: string;
  readonly at: Date;
}

const krakenNames: Readonly<Record<string, string>> = {
  XBT: "XXBT",
  ETH: "XETH",
  USD: "ZUSD",
  EUR: "ZEUR",
  GBP: "ZGBP",
  CAD: "ZCAD",
};

/**
 * The public prices of two exchanges:
 * - `GET /vendors/coinbase/products/:pair/ticker`, without USDC-USD, like the real one
 * - `GET /vendors/kraken/0/public/Ticker?pair=`
 */
export function exchangeRoutes(
  priceOf: (
    exchange: "coinbase" | "kraken",
    asset: string,
    currency: string,
  ) => ExchangePrice | undefined,
): Route[] {
  return [
    [
      "GET /vendors/coinbase/products/:pair/ticker",
      ({ params, headers }) => {
        if (!headers["user-agent"]) {
          return json(400, { message: "User-Agent header is required." });
        }
        const [asset = "", currency = ""] = (params["pair"] ?? "").split("-");
        const isListed = asset !== "USDC" || currency !== "USD";
        const exchangePrice = isListed ? priceOf("coinbase", asset, currency) : undefined;
        if (!exchangePrice) return json(404, { message: "NotFound" });
        const { price, at } = exchangePrice;
        return json(200, {
          ask: price,
          bid: price,
          volume: "1204.5",
          trade_id: 1,
          price,
          size: "0.01",
          time: at.toISOString(),
        });
      },
    ],
    [
      "GET /vendors/kraken/0/public/Ticker",
      ({ url }) => {
        const pair = url.searchParams.get("pair") ?? "";
        const [asset, currency] = [pair.slice(0, -3), pair.slice(-3)];
        const exchangePrice = priceOf("kraken", asset === "XBT" ? "BTC" : asset, currency);
        if (!exchangePrice) return json(200, { error: ["EQuery:Unknown asset pair"] });
        const name = `${krakenNames[asset] ?? asset}${krakenNames[currency] ?? currency}`;
        const last = [exchangePrice.price, "0.01"];
        return json(200, { error: [], result: { [name]: { a: last, b: last, c: last } } });
      },
    ],
  ];
}
