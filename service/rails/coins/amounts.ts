import type { CryptoAsset } from "#contract/crypto-networks";
import { minorDigits } from "#contract/money";
import type { ExactRate } from "../../providers/rates/index.ts";

/** Digits after the point of one whole unit, as the chains count it. */
export const assetDecimals: Readonly<Record<CryptoAsset, number>> = {
  USDC: 6,
  USDT: 6,
  ETH: 18,
  BTC: 8,
};

/** Digits that people are asked to type: finer than a cent, and no more than a wallet takes. */
const askedDecimals: Readonly<Record<CryptoAsset, number>> = { USDC: 4, USDT: 4, ETH: 8, BTC: 8 };

/** Base units below which a transfer is not passed on: Bitcoin's nodes take less for dust. */
export const leastSendable: Readonly<Record<CryptoAsset, bigint>> = {
  USDC: 1n,
  USDT: 1n,
  ETH: 1n,
  BTC: 546n,
};

/** Money in the currency that it is paid for in. */
export interface Total {
  readonly amountMinor: number;
  readonly currency: string;
}

/**
 * What a total is in base units of the asset, rounded up to the digits that are asked for: never less
 * than the total is worth, and less than one step of those digits more.
 */
export function toCrypto(total: Total, asset: CryptoAsset, rate: ExactRate): bigint {
  const step = 10n ** BigInt(assetDecimals[asset] - askedDecimals[asset]);
  return (
    divideUp(BigInt(total.amountMinor) * perMinor(asset, rate, total.currency), {
      by: rate.units * step,
    }) * step
  );
}

/** What base units are worth, in minor units of the currency, rounded up. */
export function toMinorUp(
  baseUnits: bigint,
  asset: CryptoAsset,
  rate: ExactRate,
  currency: string,
): number {
  return Number(divideUp(baseUnits * rate.units, { by: perMinor(asset, rate, currency) }));
}

/**
 * Base units that are worth less than one minor unit of the currency: so much may be missing or be too
 * much without a word.
 */
export function toleranceOf(asset: CryptoAsset, rate: ExactRate, currency: string): bigint {
  return divideUp(perMinor(asset, rate, currency), { by: rate.units }) - 1n;
}

/** Numerator of "base units for one minor unit"; the denominator is `rate.units`. */
function perMinor(asset: CryptoAsset, rate: ExactRate, currency: string): bigint {
  const digits = minorDigits(currency);
  if (digits === undefined) throw new Error(`${currency} is no currency`);
  const numerator = 10n ** BigInt(assetDecimals[asset] + rate.decimals);
  const denominator = 10n ** BigInt(digits);
  // Exact: no asset has fewer digits than a currency.
  return numerator / denominator;
}

function divideUp(value: bigint, { by }: { by: bigint }): bigint {
  return (value + by - 1n) / by;
}

/** Base units as decimal text in whole units, without zeros at its end. */
export function toUnits(baseUnits: bigint, asset: CryptoAsset): string {
  const decimals = assetDecimals[asset];
  const digits = baseUnits.toString().padStart(decimals + 1, "0");
  const part = digits.slice(-decimals).replace(/0+$/, "");
  const whole = digits.slice(0, -decimals);
  return part === "" ? whole : `${whole}.${part}`;
}

/** The rate as decimal text. */
export function toRateText({ units, decimals }: ExactRate): string {
  if (decimals === 0) return units.toString();
  const digits = units.toString().padStart(decimals + 1, "0");
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
