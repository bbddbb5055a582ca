import { minorDigits } from "#contract/money";

interface Amount {
  readonly minor: number;
  readonly currency: string;
}

/**
 * Whether a rate explains a converted amount to the last minor unit. A rate is exact to half of its last digit, and the
 * product is rounded to the nearest minor unit; nothing else is tolerated. Uses big integers.
 */
export function explainsAmount(rate: string, from: Amount, to: Amount): boolean {
  const [, whole = "", fraction = ""] = /^(\d{1,9})(?:\.(\d{1,15}))?$/.exec(rate) ?? [];
  if (whole === "") return false;
  const power = (digits: number) => 10n ** BigInt(digits);
  const unitOf = ({ currency }: Amount) => power(minorDigits(currency) ?? 2);
  const stated = 2n * BigInt(whole + fraction);
  // Both sides times 2 · 10^digits · the unit of `from`, so that no division is left.
  const scale = 2n * power(fraction.length) * unitOf(from);
  const product = BigInt(from.minor) * unitOf(to);
  const given = 2n * BigInt(to.minor) * scale;
  const least = 2n * product * (stated - 1n) - scale;
  const most = 2n * product * (stated + 1n) + scale;
  return given >= least && given <= most;
}
