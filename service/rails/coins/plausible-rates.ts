/*
 * Rates that can be true. A provider that is mistaken by some zeros, or was tampered with, would have
 * crypto sold for next to nothing, and what was promised is kept. So each price is held
 *
 * - against what the asset can cost at all, in dollars: tokens of a dollar within five per cent of one; in
 *   other currencies by what the provider says that a dollar's token costs there;
 * - against the last price that was believed, the more strictly the younger that is. After a start that is
 *   what was promised last.
 *
 * What does not fit is no price: nothing is sold by it, and the last one that was believed stays the
 * measure. A market that really moves as much is believed as soon as that one is old enough.
 */
import type { CryptoAsset } from "#contract/crypto-networks";
import {
  type ExactRate,
  type RatesProvider,
  RatesUnavailable,
} from "../../providers/rates/index.ts";
import { toRateText } from "./amounts.ts";
import type { CoinsDeps } from "./coins-deps.ts";

interface Range {
  readonly least: number;
  readonly most: number;
}

const oneDollar: Range = { least: 0.95, most: 1.05 };
/** What one whole unit costs, in US dollars, at the least and at the most. */
const ranges: Readonly<Record<CryptoAsset, Range>> = {
  USDC: oneDollar,
  USDT: oneDollar,
  ETH: { least: 100, most: 100_000 },
  BTC: { least: 1_000, most: 10_000_000 },
};

/** The token by which other currencies are told in dollars. */
const dollarToken = "USDC";

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
/** A price is believed up to so many times the last one, or as small a part of it, while that is so young. */
const steps = [
  { youngerThanMs: hourMs, factor: 1.25 },
  { youngerThanMs: dayMs, factor: 2 },
  { youngerThanMs: 30 * dayMs, factor: 4 },
] as const;

/** Deposits among which the last price is looked for. */
const mostDeposits = 1_000;

/** A price that was believed. As a number: it is only compared. */
export interface KnownPrice {
  readonly price: number;
  readonly atMs: number;
}

/** Why a price can't be true; null where it can. `inDollars` is null where that can't be told. */
export function implausible(
  asset: CryptoAsset,
  price: number,
  inDollars: number | null,
  known: KnownPrice | undefined,
  nowMs: number,
): "out_of_range" | "jumped" | null {
  const { least, most } = ranges[asset];
  if (inDollars !== null && (inDollars < least || inDollars > most)) return "out_of_range";
  if (!known) return null;
  const step = steps.find(({ youngerThanMs }) => nowMs - known.atMs < youngerThanMs);
  const change = Math.max(price / known.price, known.price / price);
  return step && change > step.factor ? "jumped" : null;
}

/** The provider's rates, as far as they can be true; the others are {@link RatesUnavailable}. */
export function createPlausibleRates(
  deps: Pick<CoinsDeps, "database" | "clock" | "log" | "gauges">,
  provider: RatesProvider,
): RatesProvider {
  const known = new Map<string, KnownPrice | undefined>();
  /** Told once, until a price is believed again. */
  const told = new Set<string>();

  async function inDollars(price: number, currency: string): Promise<number | null> {
    if (currency === "USD") return price;
    const dollar = await provider.rate(dollarToken, currency);
    return dollar && price / toNumber(dollar);
  }

  return {
    async rate(asset, currency) {
      const rate = await provider.rate(asset, currency);
      if (!rate) return null;
      const pair = `${asset} ${currency}`;
      if (!known.has(pair)) known.set(pair, await lastPromised(deps, asset, currency));
      const price = toNumber(rate);
      const dollars = await inDollars(price, currency);
      const last = known.get(pair);
      const nowMs = deps.clock.nowMs();
      const reason = implausible(asset as CryptoAsset, price, dollars, last, nowMs);
      if (reason === null) {
        known.set(pair, { price, atMs: nowMs });
        told.delete(pair);
        return rate;
      }
      deps.gauges.implausibleRate(asset);
      if (!told.has(pair)) {
        told.add(pair);
        deps.log.error("a rate can't be true, and nothing is sold by it", {
          type: pair,
          reason,
          from: last?.price,
          to: toRateText(rate),
        });
      }
      throw new RatesUnavailable(`a rate of ${pair} can't be true: ${reason}`);
    },
  };
}

/** The price of the newest quote or deposit; undefined where there was none lately. */
async function lastPromised(
  { database }: Pick<CoinsDeps, "database">,
  asset: string,
  currency: string,
): Promise<KnownPrice | undefined> {
  const { kysely } = database;
  const newest = kysely
    .selectFrom("crypto_deposits")
    .select(["asset", "currency", "rate", "created_at"])
    .orderBy("crypto_deposit_id", "desc")
    .limit(mostDeposits);
  const found = await Promise.all([
    kysely
      .selectFrom("crypto_quotes")
      .select(["rate", "created_at"])
      .where("asset", "=", asset)
      .where("currency", "=", currency)
      .orderBy("created_at", "desc")
      .limit(1)
      .executeTakeFirst(),
    kysely
      .selectFrom(newest.as("newest"))
      .select(["rate", "created_at"])
      .where("asset", "=", asset)
      .where("currency", "=", currency)
      .orderBy("created_at", "desc")
      .limit(1)
      .executeTakeFirst(),
  ]);
  const [last] = found
    .flatMap((each) => each ?? [])
    .sort((one, other) => other.created_at.getTime() - one.created_at.getTime());
  return last && { price: Number(last.rate), atMs: last.created_at.getTime() };
}

function toNumber({ units, decimals }: ExactRate): number {
  return Number(units) / 10 ** decimals;
}
