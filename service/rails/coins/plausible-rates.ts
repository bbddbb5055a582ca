/*
 * Refuses rates that cannot be right. A provider that misplaces some zeros, or was tampered with, would sell crypto for
 * next to nothing, because quotes are binding. Each price is compared with
 *
 * - the range of what the asset can cost in dollars; tokens of a dollar must be within 5 %. Other currencies are
 *   converted by the provider's price of a dollar token;
 * - the last accepted price: the newer it is, the smaller the allowed change. After a start, the newest quote or
 *   deposit has it.
 *
 * Nothing is quoted at a refused price, and the last accepted price stays the reference. A real move of the market is
 * accepted once the reference is old enough.
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
/** Plausible prices of one whole unit, in US dollars. */
const ranges: Readonly<Record<CryptoAsset, Range>> = {
  USDC: oneDollar,
  USDT: oneDollar,
  ETH: { least: 100, most: 100_000 },
  BTC: { least: 1_000, most: 10_000_000 },
};

/** Token that converts other currencies to dollars. */
const dollarToken = "USDC";

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
/** The largest factor between two prices, by the age of the last one. */
const steps = [
  { youngerThanMs: hourMs, factor: 1.25 },
  { youngerThanMs: dayMs, factor: 2 },
  { youngerThanMs: 30 * dayMs, factor: 4 },
] as const;

/** How many of the newest deposits are searched for the last price. */
const maxDeposits = 1_000;

/** A known price. The number is a float, because it is only compared. */
export interface KnownPrice {
  readonly price: number;
  readonly atMs: number;
}

/** Why a price is not plausible, or null. `inDollars` is null when it cannot be converted. */
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

/** Rates that are not plausible throw {@link RatesUnavailable}. */
export function createPlausibleRates(
  deps: Pick<CoinsDeps, "database" | "clock" | "log" | "gauges">,
  provider: RatesProvider,
): RatesProvider {
  const known = new Map<string, KnownPrice | undefined>();
  /** Pairs whose refusal is logged, until one of their prices is accepted. */
  const logged = new Set<string>();

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
      if (!known.has(pair)) known.set(pair, await lastQuoted(deps, asset, currency));
      const price = toNumber(rate);
      const dollars = await inDollars(price, currency);
      const last = known.get(pair);
      const nowMs = deps.clock.nowMs();
      const reason = implausible(asset as CryptoAsset, price, dollars, last, nowMs);
      if (reason === null) {
        known.set(pair, { price, atMs: nowMs });
        logged.delete(pair);
        return rate;
      }
      deps.gauges.implausibleRate(asset);
      if (!logged.has(pair)) {
        logged.add(pair);
        deps.log.error("a rate is not plausible; nothing is quoted at it", {
          type: pair,
          reason,
          from: last?.price,
          to: toRateText(rate),
        });
      }
      throw new RatesUnavailable(`a rate of ${pair} is not plausible: ${reason}`);
    },
  };
}

/** The price of the newest quote or deposit, if any. */
async function lastQuoted(
  { database }: Pick<CoinsDeps, "database">,
  asset: string,
  currency: string,
): Promise<KnownPrice | undefined> {
  const { kysely } = database;
  const newest = kysely
    .selectFrom("crypto_deposits")
    .select(["asset", "currency", "rate", "created_at"])
    .orderBy("crypto_deposit_id", "desc")
    .limit(maxDeposits);
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
