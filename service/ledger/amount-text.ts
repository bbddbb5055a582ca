import { assetDecimals } from "#contract/crypto-networks";
import { minorDigits } from "#contract/money";

/** An amount of money or of a crypto asset as text in whole units: `-123456n` USD → `"-1234.56"`. */
export function toUnitsText(amount: bigint, currency: string): string {
  const decimals = decimalsOf(currency);
  const sign = amount < 0n ? "-" : "";
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, "0");
  if (decimals === 0) return sign + digits;
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

function decimalsOf(currency: string): number {
  const ofAsset: Readonly<Record<string, number>> = assetDecimals;
  return minorDigits(currency) ?? ofAsset[currency] ?? 0;
}
