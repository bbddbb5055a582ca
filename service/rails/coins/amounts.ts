import { assetDecimals, type CryptoAsset } from "#contract/crypto-networks";
import { minorDigits } from "#contract/money";
import type { ExactRate } from "../../providers/rates/index.ts";

export { assetDecimals };

export function isAsset(asset: string | null): asset is CryptoAsset {
  return asset !== null && Object.hasOwn(assetDecimals, asset);
}

/** Decimals of requested amounts: finer than a cent, and few enough to type into any wallet. */
const requestDecimals: Readonly<Record<CryptoAsset, number>> = { USDC: 4, USDT: 4, ETH: 8, BTC: 8 };

/** Smallest transfers in base units. Bitcoin nodes do not relay less (dust). */
export const minTransfer: Readonly<Record<CryptoAsset, bigint>> = {
  USDC: 1n,
  USDT: 1n,
  ETH: 1n,
  BTC: 546n,
};

/** An amount in the currency of the payment. */
export interface Total {
  readonly amountMinor: number;
  readonly currency: string;
}

/**
 * Converts a total to base units of the asset, rounded up to {@link requestDecimals}: worth at least the total, and
 * less than one step more.
 */
export function toCrypto(total: Total, asset: CryptoAsset, rate: ExactRate): bigint {
  const step = 10n ** BigInt(assetDecimals[asset] - requestDecimals[asset]);
  return (
    divideUp(BigInt(total.amountMinor) * perMinor(asset, rate, total.currency), {
      by: rate.units * step,
    }) * step
  );
}

/** Converts base units to minor units of the currency, rounded up. */
export function toMinorUp(
  baseUnits: bigint,
  asset: CryptoAsset,
  rate: ExactRate,
  currency: string,
): number {
  return Number(divideUp(baseUnits * rate.units, { by: perMinor(asset, rate, currency) }));
}

/**
 * The largest amount, in base units, worth less than one minor unit of the currency. A payment can be that much short
 * or too large without consequences.
 */
export function toleranceOf(asset: CryptoAsset, rate: ExactRate, currency: string): bigint {
  return divideUp(perMinor(asset, rate, currency), { by: rate.units }) - 1n;
}

/** Numerator of "base units per minor unit"; the denominator is `rate.units`. */
function perMinor(asset: CryptoAsset, rate: ExactRate, currency: string): bigint {
  const digits = minorDigits(currency);
  if (digits === undefined) throw new Error(`${currency} is not a currency`);
  const numerator = 10n ** BigInt(assetDecimals[asset] + rate.decimals);
  const denominator = 10n ** BigInt(digits);
  // Exact: every asset has at least as many decimals as any currency.
  return numerator / denominator;
}

function divideUp(value: bigint, { by }: { by: bigint }): bigint {
  return (value + by - 1n) / by;
}

/** Decimal text in whole units, without trailing zeros. */
export function toUnits(baseUnits: bigint, asset: CryptoAsset): string {
  const decimals = assetDecimals[asset];
  const digits = baseUnits.toString().padStart(decimals + 1, "0");
  const part = digits.slice(-decimals).replace(/0+$/, "");
  const whole = digits.slice(0, -decimals);
  return part === "" ? whole : `${whole}.${part}`;
}

/** Formats a rate as decimal text. */
export function toRateText({ units, decimals }: ExactRate): string {
  if (decimals === 0) return units.toString();
  const digits = units.toString().padStart(decimals + 1, "0");
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
