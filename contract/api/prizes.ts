/** Prizes that are reported on Form W-2G (docs/payouts/prizes.md). Money is in US dollars, major units. */
import * as z from "zod/mini";
import { externalId } from "../ids.ts";
import { wireAmount } from "../money.ts";
import { isUsStateCode } from "../regions.ts";

export const prizeGames = ["bingo", "horse_racing"] as const;

/** Statuses of a prize, which only move forward. */
export const prizeStatuses = ["recorded", "submitted", "filed"] as const;
export type PrizeStatus = (typeof prizeStatuses)[number];

/** The form sets the maximum length. */
const boxText = (most: number) =>
  z.optional(
    z.string().check(
      z.trim(),
      z.minLength(1),
      z.maxLength(most),
      z.refine((text) => !/\p{Cc}/u.test(text), { error: "must not contain control characters" }),
    ),
  );
const time = z.string().check(z.iso.datetime({ offset: true, error: "is not an ISO 8601 time" }));
const money = z.optional(wireAmount);

/**
 * Body of `POST /v1/customers/{externalCustomerId}/prizes`. `wagerAmount` is required for horse
 * racing; `paidAt` defaults to `wonAt`. Withheld amounts may be zero; every other amount is
 * positive.
 */
export const createPrize = z.strictObject({
  externalPrizeId: externalId,
  gameType: z.enum(prizeGames),
  winningsAmount: wireAmount,
  wagerAmount: money,
  wonAt: time,
  paidAt: z.optional(time),
  /** Box 3, next to the game. */
  wagerType: boxText(40),
  /** Box 5: ticket, card or game number. */
  transaction: boxText(15),
  /** Box 6. */
  race: boxText(20),
  /** Box 7. */
  identicalWagersAmount: money,
  /** Box 8. */
  cashier: boxText(20),
  /** Box 10. */
  window: boxText(20),
  /** Box 4. */
  federalIncomeTaxWithheld: money,
  /** Box 13. */
  stateCode: z.optional(
    z.string().check(z.refine(isUsStateCode, { error: "is not a USPS state code" })),
  ),
  /** Box 14. */
  stateWinnings: money,
  /** Box 15. */
  stateIncomeTaxWithheld: money,
  /** Box 16. */
  localWinnings: money,
  /** Box 17. */
  localIncomeTaxWithheld: money,
  /** Box 18. */
  localityName: boxText(40),
});
export type CreatePrize = z.infer<typeof createPrize>;

const text = z.nullable(z.string());
const amount = z.nullable(z.number());

/** Form W-2G, Rev. January 2026. Box 9 is masked: `XXX-XX-1234`. */
export const w2gBoxes = z.object({
  /** Reportable winnings. */
  box1: z.number(),
  /** Date won, `YYYY-MM-DD`. */
  box2: z.string(),
  /** Type of wager. */
  box3: z.string(),
  /** Federal income tax withheld. */
  box4: amount,
  /** Transaction. */
  box5: text,
  /** Race. */
  box6: text,
  /** Winnings from identical wagers. */
  box7: amount,
  /** Cashier. */
  box8: text,
  /** Winner's taxpayer identification number, masked. */
  box9: text,
  /** Window. */
  box10: text,
  /** First identification. */
  box11: text,
  /** Second identification. */
  box12: text,
  /** State. */
  box13: text,
  /** State winnings. */
  box14: amount,
  /** State income tax withheld. */
  box15: amount,
  /** Local winnings. */
  box16: amount,
  /** Local income tax withheld. */
  box17: amount,
  /** Name of locality. */
  box18: text,
});
export type W2gBoxes = z.infer<typeof w2gBoxes>;

/** What the law requires to be withheld, for information. Box 4 holds what was withheld. */
export const prizeWithholding = z.object({
  /** `regular`, `backup` or `none`; an open list. */
  kind: z.string(),
  amount: z.number(),
  /** The rate in percent, such as 24; null for `none`. */
  ratePercent: z.nullable(z.number()),
});

export const prizeRecord = z.object({
  prizeId: z.string(),
  externalPrizeId: z.string(),
  externalCustomerId: z.string(),
  taxYear: z.number(),
  /** {@link prizeStatuses}; an open list. */
  status: z.string(),
  boxes: w2gBoxes,
  wager: z.object({
    gameType: z.string(),
    wagerAmount: z.nullable(z.number()),
    /** Winnings as a multiple of the wager; null without a wager. */
    multiple: z.nullable(z.number()),
  }),
  /** Whether the law requires a report; smaller prizes are recorded too. */
  legallyReportable: z.boolean(),
  withholding: prizeWithholding,
  /** Absent once the W-9 is completed. */
  w9CaptureUrl: z.optional(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type PrizeRecord = z.infer<typeof prizeRecord>;
