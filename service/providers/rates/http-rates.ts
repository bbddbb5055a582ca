import { type Rates, rates as ratesSchema } from "#contract/connectors/rates";
import type { Clock } from "../../platform/clock.ts";
import type { Connector } from "../../platform/connectors.ts";
import type { OutgoingHttp } from "../../platform/outgoing-http.ts";
import { type RatesProvider, RatesUnavailable, readRate } from "./rates-provider.ts";

const deadlineMs = 5_000;
/** Prices this young are returned without pending again. */
const freshMs = 15_000;
/** Older prices are not quoted. */
const maxAgeMs = 2 * 60_000;

interface Fetched {
  readonly atMs: number;
  readonly prices: ReadonlyMap<string, { readonly price: string; readonly ageMs: number }>;
}

/**
 * Creates a client for the protocol of contract/connectors/rates.ts. Sends one request at a time per currency. When
 * the provider is unavailable, its last prices are used while they are young enough.
 */
export function createHttpRates(
  { http, clock }: { http: OutgoingHttp; clock: Clock },
  connector: Connector,
): RatesProvider {
  const known = new Map<string, Fetched>();
  const pending = new Map<string, Promise<Fetched>>();

  async function fetchRates(currency: string): Promise<Fetched> {
    const answer = await http.call({
      method: "GET",
      url: `${connector.url}?currency=${encodeURIComponent(currency)}`,
      headers: { authorization: `Bearer ${connector.key}` },
      deadlineMs,
    });
    if (answer.statusCode !== 200)
      throw new Error(`the rates provider responded with ${answer.statusCode}`);
    const given: Rates = ratesSchema.parse(JSON.parse(answer.text));
    if (given.currency !== currency) throw new Error("the rates are for another currency");
    // Compare with the provider's own clock where it sends one, so that ours need not agree with it.
    const theirNowMs = Date.parse(String(answer.headers["date"] ?? "")) || clock.nowMs();
    const fetched: Fetched = {
      atMs: clock.nowMs(),
      prices: new Map(
        given.rates.map(({ asset, price, at }) => [
          asset,
          { price, ageMs: Math.max(0, theirNowMs - Date.parse(at)) },
        ]),
      ),
    };
    known.set(currency, fetched);
    return fetched;
  }

  function askOnce(currency: string): Promise<Fetched> {
    const running = pending.get(currency);
    if (running) return running;
    const asked = fetchRates(currency).finally(() => pending.delete(currency));
    pending.set(currency, asked);
    return asked;
  }

  return {
    async rate(asset, currency) {
      const last = known.get(currency);
      const isFresh = last !== undefined && clock.nowMs() - last.atMs < freshMs;
      const fetched = isFresh
        ? last
        : await askOnce(currency).catch((error: unknown) => {
            if (last) return last;
            throw new RatesUnavailable("the rates provider is unavailable", { cause: error });
          });
      const found = fetched.prices.get(asset);
      if (!found) return null;
      if (found.ageMs + clock.nowMs() - fetched.atMs > maxAgeMs) {
        throw new RatesUnavailable("the rates are too old");
      }
      const rate = readRate(found.price);
      return rate.units > 0n ? rate : null;
    },
  };
}
