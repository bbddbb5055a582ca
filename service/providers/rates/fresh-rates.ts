import type { Clock } from "../../platform/clock.ts";
import type { OutgoingResponse } from "../../platform/outgoing-http.ts";
import { type RatesProvider, RatesUnavailable, readRate } from "./rates-provider.ts";

/** Younger prices are returned without asking again. */
const freshMs = 15_000;
/** Older prices are not quoted. */
const maxAgeMs = 2 * 60_000;
/** A price further in the future is an error. */
const maxAheadMs = 60_000;

/** One response's prices, by asset. An asset without a price is absent. */
export type FetchedPrices = ReadonlyMap<string, { readonly price: string; readonly ageMs: number }>;

interface Fetched {
  readonly atMs: number;
  readonly prices: FetchedPrices;
}

/**
 * Remembers a provider's prices. Sends one request at a time per key. While the provider is unavailable, its last
 * prices are used if young enough.
 */
export function createFreshRates(
  clock: Clock,
  provider: {
    /** The key of one request, which may cover several assets. */
    keyOf(asset: string, currency: string): string;
    /** Fetches prices. Throws if the provider is unavailable or its response cannot be used. */
    fetch(asset: string, currency: string): Promise<FetchedPrices>;
  },
): RatesProvider {
  const known = new Map<string, Fetched>();
  const pending = new Map<string, Promise<Fetched>>();

  async function fetchNow(key: string, asset: string, currency: string): Promise<Fetched> {
    const prices = await provider.fetch(asset, currency);
    const fetched = { atMs: clock.nowMs(), prices };
    known.set(key, fetched);
    return fetched;
  }
  function askOnce(key: string, asset: string, currency: string): Promise<Fetched> {
    const running = pending.get(key);
    if (running) return running;
    const fetching = fetchNow(key, asset, currency).finally(() => pending.delete(key));
    pending.set(key, fetching);
    return fetching;
  }

  // If the clock was set back, the true time is unknown. It must not count as none.
  const heldSince = ({ atMs }: Fetched) => Math.abs(clock.nowMs() - atMs);

  return {
    async rate(asset, currency) {
      const key = provider.keyOf(asset, currency);
      const last = known.get(key);
      const isFresh = last !== undefined && heldSince(last) < freshMs;
      const fetched = isFresh
        ? last
        : await askOnce(key, asset, currency).catch((error: unknown) => {
            if (last) return last;
            throw new RatesUnavailable("the rates provider is unavailable", { cause: error });
          });
      const found = fetched.prices.get(asset);
      if (!found) return null;
      if (found.ageMs < -maxAheadMs) throw new RatesUnavailable("the rates are from the future");
      const ageMs = Math.max(0, found.ageMs) + heldSince(fetched);
      if (ageMs > maxAgeMs) throw new RatesUnavailable("the rates are too old");
      const rate = readRate(found.price);
      return rate.units > 0n ? rate : null;
    },
  };
}

/** A price's age by the provider's own clock, if it sends one, so that ours need not agree with it. */
export function ageOf(
  at: string,
  { headers }: Pick<OutgoingResponse, "headers">,
  clock: Clock,
): number {
  const theirNowMs = Date.parse(String(headers["date"] ?? "")) || clock.nowMs();
  return theirNowMs - Date.parse(at) + heldMs({ headers });
}

/** How long a cache on the way held the response (RFC 9111 §5.1). */
export function heldMs({ headers }: Pick<OutgoingResponse, "headers">): number {
  const [, seconds = 0] = /^(\d{1,10})$/.exec(String(headers["age"] ?? "")) ?? [];
  return Number(seconds) * 1_000;
}
