import { describe, expect, test } from "vitest";
import { assessPrize, backupWithholdingMinor, type PrizeFigures } from "./prize-rules.ts";

const bingo: PrizeFigures = {
  gameType: "bingo",
  taxYear: 2026,
  winningsMinor: 120_000,
  wagerMinor: null,
  reduceByWager: false,
  withheldMinor: 0,
};
const race: PrizeFigures = {
  ...bingo,
  gameType: "horse_racing",
  winningsMinor: 60_000,
  wagerMinor: 200,
};

describe("bingo is recorded", () => {
  test("from $1,200, and reportable by law from $2,000", () => {
    expect(assessPrize({ ...bingo, winningsMinor: 119_999 })).toMatchObject({ recorded: false });
    expect(assessPrize(bingo)).toMatchObject({ recorded: true, legallyReportable: false });
    expect(assessPrize({ ...bingo, winningsMinor: 199_999 })).toMatchObject({
      legallyReportable: false,
    });
    expect(assessPrize({ ...bingo, winningsMinor: 200_000 })).toMatchObject({
      legallyReportable: true,
    });
  });

  test("gross, without deducting the wager and without regular withholding", () => {
    expect(
      assessPrize({ ...bingo, winningsMinor: 900_000, wagerMinor: 5_000, reduceByWager: true }),
    ).toEqual({
      recorded: true,
      reportableMinor: 900_000,
      legallyReportable: true,
      regularWithholdingMinor: 0,
    });
  });

  test("and reportable at any amount if something was withheld", () => {
    expect(assessPrize({ ...bingo, withheldMinor: 1 })).toMatchObject({ legallyReportable: true });
  });
});

describe("horse racing is recorded", () => {
  test.each<[string, Partial<PrizeFigures>, boolean]>([
    ["at $600 and 300 times the wager", {}, true],
    ["not below $600", { winningsMinor: 59_999, wagerMinor: 100 }, false],
    ["not below 300 times the wager", { wagerMinor: 201 }, false],
    ["at exactly 300 times", { winningsMinor: 720_000, wagerMinor: 2_400 }, true],
    ["reduced by the wager, not at 300 times", { wagerMinor: 200, reduceByWager: true }, false],
    ["reduced by the wager, at 301 times", { winningsMinor: 60_200, reduceByWager: true }, true],
  ])("%s", (_, changes, recorded) => {
    expect(assessPrize({ ...race, ...changes }).recorded).toBe(recorded);
  });

  test("with box 1 less the wager only if the operator reports so", () => {
    const won = { ...race, winningsMinor: 722_400, wagerMinor: 2_400 };
    expect(assessPrize(won)).toMatchObject({ reportableMinor: 722_400 });
    expect(assessPrize({ ...won, reduceByWager: true })).toMatchObject({
      reportableMinor: 720_000,
    });
  });

  test("and withheld from, above $5,000 and 300 times the wager, both after deducting it", () => {
    const of = (winningsMinor: number, wagerMinor: number) =>
      assessPrize({ ...race, winningsMinor, wagerMinor });
    expect(of(500_200, 200)).toMatchObject({ regularWithholdingMinor: 0 });
    expect(of(500_201, 200)).toMatchObject({ regularWithholdingMinor: 120_000 });
    expect(of(600_000, 2_000)).toMatchObject({ regularWithholdingMinor: 0 });
    expect(of(602_000, 2_000)).toMatchObject({ regularWithholdingMinor: 144_000 });
  });
});

test("backup withholding is 24 % of a reportable prize and excludes regular withholding", () => {
  const prize = {
    taxYear: 2026,
    reportableMinor: 200_001,
    legallyReportable: true,
    isSubject: true,
    regularWithholdingMinor: 0,
  };
  expect(backupWithholdingMinor(prize)).toBe(48_000);
  expect(backupWithholdingMinor({ ...prize, isSubject: false })).toBe(0);
  expect(backupWithholdingMinor({ ...prize, legallyReportable: false })).toBe(0);
  expect(backupWithholdingMinor({ ...prize, regularWithholdingMinor: 5 })).toBe(0);
});
