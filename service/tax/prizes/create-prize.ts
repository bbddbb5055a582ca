import type { CreatePrize } from "#contract/api/prizes";
import { type AmountProblem, parseAmount, toDecimalText } from "#contract/money";
import { isUniqueViolation } from "../../platform/database/database.ts";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import { dateIn } from "../../platform/date-in.ts";
import { ApiError, fieldRefusal } from "../../platform/http/api-error.ts";
import { newId } from "../../platform/randomness.ts";
import { captureLinkFor } from "../w9/index.ts";
import type { Prize, PrizesDeps } from "./prizes-deps.ts";
import { assessPrize } from "./rules/prize-rules.ts";
import type { PrizeBoxes } from "./tables.ts";

/** How far the clocks of tills and tracks may be ahead. */
const clockToleranceMs = 60 * 60_000;

/** The prize, with the W-9 link for a winner who has not completed one. */
export interface RecordedPrize {
  readonly row: Prize;
  readonly w9CaptureUrl: string | undefined;
}

/**
 * Records a prize, and requests a W-9 if necessary, in one transaction with `record`. Refuses with
 * `tax_type_not_enabled`, the amounts' problems, `prize_below_threshold`, `resource_not_found` (no such customer) and
 * `duplicate_external_prize_id`.
 */
export async function createPrize(
  deps: PrizesDeps,
  operatorId: string,
  externalCustomerId: string,
  body: CreatePrize,
  record: (tx: Tx, prize: RecordedPrize) => Promise<void>,
): Promise<RecordedPrize> {
  const { settings } = await deps.operators.get(operatorId);
  if (!settings.taxTypes.includes(body.gameType)) throw new ApiError("tax_type_not_enabled");
  const row = rowOf(deps, { operatorId, externalCustomerId, body }, settings);
  try {
    return await inTransaction(deps.database, async (tx) => {
      // This locks the customer, and throws if there is none.
      const link = await captureLinkFor(deps, tx, { operatorId, externalCustomerId });
      await tx
        .insertInto("prizes")
        .values({ ...row, boxes: JSON.stringify(row.boxes) })
        .execute();
      const result = { row, w9CaptureUrl: link?.w9CaptureUrl };
      await record(tx, result);
      return result;
    });
  } catch (error) {
    if (isUniqueViolation(error, "prizes_external_id"))
      throw new ApiError("duplicate_external_prize_id");
    throw error;
  }
}

function rowOf(
  deps: PrizesDeps,
  given: { operatorId: string; externalCustomerId: string; body: CreatePrize },
  settings: { timeZone: string; reduceByWager: boolean },
): Prize {
  const { body } = given;
  const now = new Date(deps.clock.nowMs());
  const wonAt = timeOf("wonAt", body.wonAt, now);
  const paidAt = body.paidAt === undefined ? wonAt : timeOf("paidAt", body.paidAt, now);
  if (paidAt < wonAt) throw fieldRefusal("invalid_value", "paidAt", "is before wonAt");
  const winningsMinor = positive("winningsAmount", body.winningsAmount);
  const wagerMinor =
    body.wagerAmount === undefined ? null : positive("wagerAmount", body.wagerAmount);
  if (body.gameType === "horse_racing" && wagerMinor === null) {
    throw fieldRefusal("required", "wagerAmount", "is required for horse racing");
  }
  const boxes = boxesOf(body);
  const withheldMinor = boxes.federalWithheldMinor ?? 0;
  if (withheldMinor > winningsMinor) {
    throw fieldRefusal("invalid_value", "federalIncomeTaxWithheld", "is more than the winnings");
  }
  // The year of payment applies, in the operator's time zone.
  const taxYear = Number(dateIn(settings.timeZone, paidAt.getTime()).slice(0, 4));
  const assessment = assessPrize({
    gameType: body.gameType,
    taxYear,
    winningsMinor,
    wagerMinor,
    withheldMinor,
    reduceByWager: settings.reduceByWager,
  });
  if (!assessment.recorded) {
    const { reachedAtMinor, timesWager } = assessment.limit;
    const times = timesWager === null ? "" : ` and ${timesWager} times the wager`;
    const text = `This game's prizes are recorded from $${toDecimalText(reachedAtMinor, "USD")}${times}.`;
    throw fieldRefusal("prize_below_threshold", "winningsAmount", text);
  }
  return {
    prize_id: newId(deps, "prize"),
    operator_id: given.operatorId,
    external_customer_id: given.externalCustomerId,
    external_prize_id: body.externalPrizeId,
    game_type: body.gameType,
    tax_year: taxYear,
    status: "recorded",
    version: 1,
    winnings_minor: winningsMinor,
    wager_minor: wagerMinor,
    reportable_minor: assessment.reportableMinor,
    legally_reportable: assessment.legallyReportable,
    regular_withholding_minor: assessment.regularWithholdingMinor,
    date_won: dateIn(settings.timeZone, wonAt.getTime()),
    won_at: wonAt,
    paid_at: paidAt,
    boxes,
    submitted_at: null,
    filed_at: null,
    created_at: now,
    updated_at: now,
  };
}

function boxesOf(body: CreatePrize): PrizeBoxes {
  const texts = {
    wagerType: body.wagerType,
    transaction: body.transaction,
    race: body.race,
    cashier: body.cashier,
    window: body.window,
    stateCode: body.stateCode,
    localityName: body.localityName,
  };
  const amounts = {
    identicalWagersMinor: optional("identicalWagersAmount", body, positive),
    federalWithheldMinor: optional("federalIncomeTaxWithheld", body, zeroOrPositive),
    stateWinningsMinor: optional("stateWinnings", body, positive),
    stateWithheldMinor: optional("stateIncomeTaxWithheld", body, zeroOrPositive),
    localWinningsMinor: optional("localWinnings", body, positive),
    localWithheldMinor: optional("localIncomeTaxWithheld", body, zeroOrPositive),
  };
  const given = Object.entries({ ...texts, ...amounts }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as PrizeBoxes;
}

type AmountField = {
  [K in keyof CreatePrize]: CreatePrize[K] extends number | undefined ? K : never;
}[keyof CreatePrize] &
  string;

function optional(
  field: AmountField,
  body: CreatePrize,
  parse: (path: string, amount: number) => number,
): number | undefined {
  const amount = body[field];
  return amount === undefined ? undefined : parse(field, amount);
}

function positive(path: string, amount: number): number {
  const parsed = parseAmount(amount, "USD");
  if (parsed.ok) return parsed.amountMinor;
  throw fieldRefusal(parsed.problem satisfies AmountProblem, path);
}

function zeroOrPositive(path: string, amount: number): number {
  return amount === 0 ? 0 : positive(path, amount);
}

function timeOf(path: string, text: string, now: Date): Date {
  const time = new Date(text);
  if (time.getTime() <= now.getTime() + clockToleranceMs) return time;
  throw fieldRefusal("invalid_value", path, "is in the future");
}
