/**
 * Tax thresholds by year and form. The product requests data at its own, lower ones (docs/payouts/tax-year.md);
 * reporting and withholding follow the law's. Amounts are US cents; a threshold is reached at that amount or more.
 *
 * The law: 26 USC 6041(a) as amended for payments from 2026 ($2,000, indexed to the nearest $100 from 2027);
 * instructions for Form W-2G (Rev. January 2026); 26 CFR 31.3402(q)-1; 26 USC 3406 (24 %). Until an indexed figure is
 * published, a later year uses the newest one in the table.
 */

/** Prizes that are reported on a W-2G. */
export const prizeGameTypes = ["bingo", "horse_racing"] as const;
export type PrizeGameType = (typeof prizeGameTypes)[number];

/** Forms 1099 that report disbursements. */
export const form1099Types = ["1099-MISC", "1099-NEC"] as const;
export type Form1099 = (typeof form1099Types)[number];

/** A limit that is reached at this amount or more. */
export interface AmountLimit {
  readonly reachedAtMinor: number;
}

export interface PrizeLimit extends AmountLimit {
  /** The prize must also be this many times the wager; null if the wager does not matter. */
  readonly timesWager: number | null;
}

/** Regular gambling withholding, on winnings less the wager. */
export interface PrizeWithholding {
  /** The tax is withheld if the winnings less the wager are above this. */
  readonly aboveMinor: number;
  readonly timesWager: number;
  readonly rate: WithholdingRate;
}

/** Money stays in whole numbers: 2400 is 24 %. */
export interface WithholdingRate {
  readonly basisPoints: number;
}

/** What the product records, what the law reports, what is withheld. */
export interface PrizeThresholds {
  readonly product: PrizeLimit;
  readonly law: PrizeLimit;
  /** Null if only backup withholding applies. */
  readonly withholding: PrizeWithholding | null;
}

export interface TaxThresholds {
  readonly year: number;
  /** False if the figures are the newest ones, because the table lacks this year's. */
  readonly isFinal: boolean;
  readonly currency: "USD";
  /** Year-to-date disbursements that require 1099 data and identity documents. */
  readonly forms1099: Readonly<Record<Form1099, { product: AmountLimit; law: AmountLimit }>>;
  readonly w2g: Readonly<Record<PrizeGameType, PrizeThresholds>>;
  readonly backupWithholding: WithholdingRate;
}

const dollars = (amount: number): number => amount * 100;
const from = (amount: number): AmountLimit => ({ reachedAtMinor: dollars(amount) });
const rate24: WithholdingRate = { basisPoints: 2400 };

const years: readonly TaxThresholds[] = [
  {
    year: 2025,
    isFinal: true,
    currency: "USD",
    forms1099: {
      "1099-MISC": { product: from(2000), law: from(600) },
      "1099-NEC": { product: from(2000), law: from(600) },
    },
    w2g: {
      bingo: {
        product: { ...from(1200), timesWager: null },
        law: { ...from(1200), timesWager: null },
        withholding: null,
      },
      horse_racing: {
        product: { ...from(600), timesWager: 300 },
        law: { ...from(600), timesWager: 300 },
        withholding: { aboveMinor: dollars(5000), timesWager: 300, rate: rate24 },
      },
    },
    backupWithholding: rate24,
  },
  {
    year: 2026,
    isFinal: true,
    currency: "USD",
    forms1099: {
      "1099-MISC": { product: from(2000), law: from(2000) },
      "1099-NEC": { product: from(2000), law: from(2000) },
    },
    w2g: {
      bingo: {
        product: { ...from(1200), timesWager: null },
        law: { ...from(2000), timesWager: null },
        withholding: null,
      },
      horse_racing: {
        product: { ...from(600), timesWager: 300 },
        law: { ...from(2000), timesWager: 300 },
        withholding: { aboveMinor: dollars(5000), timesWager: 300, rate: rate24 },
      },
    },
    backupWithholding: rate24,
  },
];

/** The thresholds of a year. Years before the table use its first. */
export function taxThresholds(year: number): TaxThresholds {
  const first = years[0] as TaxThresholds;
  const newest = years.at(-1) as TaxThresholds;
  if (year <= first.year) return { ...first, year };
  return years.find((each) => each.year === year) ?? { ...newest, year, isFinal: false };
}

/** The product's lowest threshold for 1099 data and identity documents, in US cents of a year's disbursements. */
export function payoutThresholdMinor(year: number): number {
  const limits = Object.values(taxThresholds(year).forms1099);
  return Math.min(...limits.map(({ product }) => product.reachedAtMinor));
}

/** The withheld amount to the nearest cent, halves rounded up. */
export function withheldMinor(amountMinor: number, { basisPoints }: WithholdingRate): number {
  const whole = BigInt(amountMinor) * BigInt(basisPoints);
  return Number((whole + 5_000n) / 10_000n);
}
