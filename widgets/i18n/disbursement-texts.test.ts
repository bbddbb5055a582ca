import { expect, it } from "vitest";
import { errorCodes } from "#contract/errors";
import { disbursementTexts as en } from "./en/disbursement.ts";
import { payoutMethodTexts as methodsEn } from "./en/payout-method.ts";
import { disbursementTexts as es } from "./es/disbursement.ts";
import { payoutMethodTexts as methodsEs } from "./es/payout-method.ts";

/** Paths of all texts: `waiting.title`, …. */
const paths = (value: unknown, at = ""): string[] =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, each]) => paths(each, `${at}.${name}`))
    : [at];

it("both languages have every text, including reasons and refusals", () => {
  expect(paths(es).sort()).toEqual(paths(en).sort());
  expect(paths(methodsEs).sort()).toEqual(paths(methodsEn).sort());
});

it("every error code with a text is in the contract", () => {
  expect(Object.keys(errorCodes)).toEqual(
    expect.arrayContaining([
      ...Object.keys(en.method.refusals),
      ...Object.keys(en.notices.refusals),
    ]),
  );
});

it("gives durations in singular and plural", () => {
  expect(en.arrival.minutes(1, 30)).toBe("within 30 minutes");
  expect(en.arrival.hours(1, 1)).toBe("in 1 hour");
  expect(en.arrival.business_days(1, 3)).toBe("in 1–3 business days");
  expect(es.arrival.business_days(1, 3)).toBe("en 1–3 días hábiles");
  expect(en.arrivalOnceApproved("in 1 hour")).toBe("In 1 hour once approved");
});
