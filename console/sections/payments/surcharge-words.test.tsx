// @vitest-environment happy-dom
import { cleanup, render } from "@testing-library/preact";
import { afterEach, expect, it } from "vitest";
import type { SurchargeDetail } from "#contract/console/payment-rails";
import { changeLanguage } from "../../i18n/current-texts.ts";
import { SurchargeWords } from "./surcharge-words.tsx";

afterEach(() => {
  cleanup();
  return changeLanguage("en");
});

const visa = { kind: "brand", of: "visa", from: "2023-04-15", capBasisPoints: 300 } as const;
const surchargeText = (surcharge: SurchargeDetail | null, processingFees = 0) => {
  const breakdown = { baseAmount: 100, processingFees, salesTax: 0, total: 100, currency: "USD" };
  const payment = { breakdown, currency: "USD" };
  return render(<SurchargeWords surcharge={surcharge} payment={payment} />).container.textContent;
};
const of = (overrides: Partial<SurchargeDetail>): SurchargeDetail => ({
  outcome: "setting",
  basisPoints: 250,
  fixed: 0.3,
  rule: visa,
  ...overrides,
});

it("names the setting, the rule that allowed or capped it, and when that rule took effect", async () => {
  const rule = "Rule for Visa, in force since Apr 15, 2023: 3% at most.";
  expect(surchargeText(of({}))).toBe(`As set: 2.5% + $0.30.${rule}`);
  expect(surchargeText(of({ outcome: "capped", basisPoints: 500, fixed: 0 }))).toBe(
    `The setting was 5%. A rule allows less.${rule}`,
  );
  await changeLanguage("es");
  expect(surchargeText(of({}))).toContain("Regla de Visa, en vigor desde el 15 abr 2023: 3");
});

it("says why there was no surcharge, even for unknown reasons", () => {
  const california = { kind: "state", of: "CA", from: "2024-07-01", capBasisPoints: 0 } as const;
  expect(surchargeText(of({ outcome: "banned", rule: california }))).toBe(
    "None: surcharges are not allowed there.Rule for California, in force since Jul 1, 2024: none at all.",
  );
  expect(surchargeText(of({ outcome: "debit", rule: null }))).toBe(
    "None: never charged on debit cards.",
  );
  expect(surchargeText(of({ outcome: "full_moon", rule: null }))).toBe("Full moon.");
});

it("says that the surcharge was off if no decision is stored, but not if a fee was charged", () => {
  expect(surchargeText(null)).toBe("None: the surcharge was switched off.");
  expect(surchargeText(null, 2.5)).toBe("We have no record of how this surcharge was calculated.");
});
