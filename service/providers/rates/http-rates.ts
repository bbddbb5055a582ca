import { type Rates, rates as ratesSchema } from "#contract/connectors/rates";
import type { Clock } from "../../platform/clock.ts";
import type { Connector } from "../../platform/connectors.ts";
import type { OutgoingHttp } from "../../platform/outgoing-http.ts";
import { ageOf, createFreshRates } from "./fresh-rates.ts";
import type { RatesProvider } from "./rates-provider.ts";

const deadlineMs = 5_000;

/** A client for contract/connectors/rates.ts. One request returns all assets of a currency. */
export function createHttpRates(
  { http, clock }: { http: OutgoingHttp; clock: Clock },
  connector: Pick<Connector, "url" | "key">,
): RatesProvider {
  return createFreshRates(clock, {
    keyOf: (_, currency) => currency,
    async fetch(_, currency) {
      const response = await http.call({
        method: "GET",
        url: `${connector.url}?currency=${encodeURIComponent(currency)}`,
        headers: { authorization: `Bearer ${connector.key}` },
        deadlineMs,
      });
      if (response.statusCode !== 200)
        throw new Error(`the rates provider responded with ${response.statusCode}`);
      const parsed: Rates = ratesSchema.parse(JSON.parse(response.text));
      if (parsed.currency !== currency) throw new Error("the rates are for another currency");
      return new Map(
        parsed.rates.map(({ asset, price, at }) => [
          asset,
          { price, ageMs: ageOf(at, response, clock) },
        ]),
      );
    },
  });
}
