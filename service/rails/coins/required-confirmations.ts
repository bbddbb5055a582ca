import type { CryptoAsset } from "#contract/crypto-networks";
import { RatesUnavailable } from "../../providers/rates/index.ts";
import { assetDecimals } from "./amounts.ts";
import type { Chain, CoinsDeps } from "./coins-deps.ts";

/** Tokens that are worth one dollar each. */
const dollarTokens: readonly CryptoAsset[] = ["USDC", "USDT"];

/**
 * Larger amounts in US dollars need more confirmations, by the network's `confirmationsFrom`. Without a value in
 * dollars the maximum applies.
 */
export async function requiredConfirmations(
  deps: Pick<CoinsDeps, "rates">,
  { config }: Pick<Chain, "config">,
  asset: CryptoAsset,
  due: bigint,
): Promise<number> {
  const { confirmations, confirmationsFrom } = config;
  if (confirmationsFrom.length === 0) return confirmations;
  const usd = await valueInDollars(deps, asset, due);
  return confirmationsFrom
    .filter(({ fromUsd }) => usd === null || usd >= fromUsd)
    .reduce((most, each) => Math.max(most, each.confirmations), confirmations);
}

/** The value in dollars, as a float, because it is only compared. */
async function valueInDollars(
  { rates }: Pick<CoinsDeps, "rates">,
  asset: CryptoAsset,
  due: bigint,
): Promise<number | null> {
  const amount = Number(due) / 10 ** assetDecimals[asset];
  if (dollarTokens.includes(asset)) return amount;
  const rate = await rates.rate(asset, "USD").catch((error: unknown) => {
    if (!(error instanceof RatesUnavailable)) throw error;
    return null;
  });
  return rate && (amount * Number(rate.units)) / 10 ** rate.decimals;
}
