import {
  type PrizeGameType,
  type PrizeLimit,
  taxThresholds,
  withheldMinor,
} from "../../w9/index.ts";

/** Amounts in US cents. */
export interface PrizeFigures {
  readonly gameType: PrizeGameType;
  readonly taxYear: number;
  readonly winningsMinor: number;
  readonly wagerMinor: number | null;
  /** Whether the wager reduces box 1 of races, which is the winnings less the wager. */
  readonly reduceByWager: boolean;
  /** Federal income tax that was already withheld. */
  readonly withheldMinor: number;
}

export type PrizeAssessment =
  | { readonly recorded: false; readonly limit: PrizeLimit }
  | {
      readonly recorded: true;
      /** The amount of box 1. */
      readonly reportableMinor: number;
      readonly legallyReportable: boolean;
      /** Withholding that the law requires. */
      readonly regularWithholdingMinor: number;
    };

/**
 * A prize is recorded from the product's threshold, reportable from the law's (or if anything was withheld), withheld
 * by the law's. Bingo never deducts the wager; races do by setting.
 */
export function assessPrize(figures: PrizeFigures): PrizeAssessment {
  const { gameType, winningsMinor, wagerMinor } = figures;
  const limits = taxThresholds(figures.taxYear).w2g[gameType];
  const isReduced = gameType === "horse_racing" && figures.reduceByWager;
  const reportableMinor = winningsMinor - (isReduced ? (wagerMinor ?? 0) : 0);
  const counted = { reportableMinor, wagerMinor };
  if (!reaches(limits.product, counted)) return { recorded: false, limit: limits.product };

  const { withholding } = limits;
  const netMinor = winningsMinor - (wagerMinor ?? 0);
  const isWithheld =
    withholding !== null &&
    netMinor > withholding.aboveMinor &&
    reachesMultiple(withholding.timesWager, { reportableMinor: netMinor, wagerMinor });
  return {
    recorded: true,
    reportableMinor,
    legallyReportable: reaches(limits.law, counted) || isWithheld || figures.withheldMinor > 0,
    regularWithholdingMinor: isWithheld ? withheldMinor(netMinor, withholding.rate) : 0,
  };
}

/**
 * The backup withholding: 24 % of a reportable prize if the W-9 says so or there is no TIN. Never together with regular
 * withholding.
 */
export function backupWithholdingMinor(prize: {
  readonly taxYear: number;
  readonly reportableMinor: number;
  readonly legallyReportable: boolean;
  readonly regularWithholdingMinor: number;
  readonly isSubject: boolean;
}): number {
  if (!prize.isSubject || !prize.legallyReportable || prize.regularWithholdingMinor > 0) return 0;
  return withheldMinor(prize.reportableMinor, taxThresholds(prize.taxYear).backupWithholding);
}

interface Counted {
  readonly reportableMinor: number;
  readonly wagerMinor: number | null;
}

function reaches(limit: PrizeLimit, counted: Counted): boolean {
  return (
    counted.reportableMinor >= limit.reachedAtMinor &&
    (limit.timesWager === null || reachesMultiple(limit.timesWager, counted))
  );
}

/** Whether the amount is at least this many times the wager. Multiplies, because a quotient would be rounded. */
function reachesMultiple(times: number, { reportableMinor, wagerMinor }: Counted): boolean {
  return wagerMinor !== null && reportableMinor >= times * wagerMinor;
}
