import type { CryptoAsset } from "#contract/crypto-networks";
import { RatesUnavailable } from "../../providers/rates/index.ts";
import { assetDecimals } from "./amounts.ts";
import type { Chain, CoinsDeps } from "./coins-deps.ts";

/** Worth one dollar each. */
const dollarTokens: readonly CryptoAsset[] = ["USDC", "USDT"];

/**
 * More for larger amounts in US dollars, by the network's `confirmationsFrom`. The maximum without a value in dollars.
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

/** A float, because it is only compared. */
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
