import type { PrizeRecord } from "#contract/api/prizes";
import { toDecimalText, toMajor } from "#contract/money";
import { type CustomerW9, taxThresholds } from "../w9/index.ts";
import type { Prize } from "./prizes-deps.ts";
import { backupWithholdingMinor } from "./rules/prize-rules.ts";

export interface Winner {
  readonly w9: CustomerW9;
  /** The masked TIN, such as `XXX-XX-1234`; null without a completed W-9. */
  readonly maskedTin: string | null;
  /** The document that verified the winner's identity; null without one. */
  readonly photoDocument: "drivers_license" | "passport" | null;
}

const dollars = (amountMinor: number) => toMajor(amountMinor, "USD");
const documents = { drivers_license: "Driver's license", passport: "Passport" } as const;
const games = { bingo: "Bingo", horse_racing: "Horse racing" } as const;

/** A prize as the API shows it: the boxes of Form W-2G, with amounts in dollars. */
export function presentPrize(row: Prize, winner: Winner, w9CaptureUrl?: string): PrizeRecord {
  const { boxes } = row;
  const money = (minor: number | undefined) => (minor === undefined ? null : dollars(minor));
  return {
    prizeId: row.prize_id,
    externalPrizeId: row.external_prize_id,
    externalCustomerId: row.external_customer_id,
    taxYear: row.tax_year,
    status: row.status,
    boxes: {
      box1: dollars(row.reportable_minor),
      box2: row.date_won,
      box3: [games[row.game_type], boxes.wagerType].filter(Boolean).join(", "),
      box4: money(boxes.federalWithheldMinor),
      box5: boxes.transaction ?? null,
      box6: boxes.race ?? null,
      box7: money(boxes.identicalWagersMinor),
      box8: boxes.cashier ?? null,
      box9: winner.maskedTin,
      box10: boxes.window ?? null,
      box11: winner.photoDocument && documents[winner.photoDocument],
      // An identification without a photo (instructions for Form W-2G).
      box12: winner.w9.status === "completed" ? "Form W-9" : null,
      box13: boxes.stateCode ?? null,
      box14: money(boxes.stateWinningsMinor),
      box15: money(boxes.stateWithheldMinor),
      box16: money(boxes.localWinningsMinor),
      box17: money(boxes.localWithheldMinor),
      box18: boxes.localityName ?? null,
    },
    wager: {
      gameType: row.game_type,
      wagerAmount: row.wager_minor === null ? null : dollars(row.wager_minor),
      multiple: row.wager_minor === null ? null : multipleOf(row.reportable_minor, row.wager_minor),
    },
    legallyReportable: row.legally_reportable,
    withholding: withholdingOf(row, winner),
    ...(w9CaptureUrl !== undefined && { w9CaptureUrl }),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** The multiple of the wager, rounded down to two decimals, so that 299.99 never shows as 300. */
function multipleOf(reportableMinor: number, wagerMinor: number): number {
  const hundredths = (BigInt(reportableMinor) * 100n) / BigInt(wagerMinor);
  return Number(toDecimalText(Number(hundredths), "USD"));
}

function withholdingOf(row: Prize, { w9 }: Winner): PrizeRecord["withholding"] {
  const regular = row.regular_withholding_minor;
  const backup = backupWithholdingMinor({
    taxYear: row.tax_year,
    reportableMinor: row.reportable_minor,
    legallyReportable: row.legally_reportable,
    regularWithholdingMinor: regular,
    isSubject: w9.status !== "completed" || w9.backupWithholding,
  });
  if (regular === 0 && backup === 0) return { kind: "none", amount: 0, ratePercent: null };
  const ratePercent = taxThresholds(row.tax_year).backupWithholding.basisPoints / 100;
  return regular > 0
    ? { kind: "regular", amount: dollars(regular), ratePercent }
    : { kind: "backup", amount: dollars(backup), ratePercent };
}
