import { expect, test } from "vitest";
import type {
  PayoutDirectory,
  PayoutMethod,
  PayoutProvider,
} from "../../providers/payout/index.ts";
import { arrivalOf, createRails, railFor } from "./rails.ts";

const minutes = { unit: "minutes", least: 1, most: 30 } as const;
const days = { unit: "business_days", least: 1, most: 3 } as const;
const provider = (name: string, method: PayoutMethod, limits: object = {}) =>
  ({
    name,
    capabilities: {
      arrivals: { [method]: method === "bank_login" ? minutes : days },
      currencies: ["USD"],
      lookUps: { firstMs: 1, maxMs: 1, atOnce: true, showReturns: true },
      ...limits,
    },
  }) as unknown as PayoutProvider;
const trustly = provider("trustly", "bank_login", { minMinor: 99 });
const rails = provider("rails", "bank");
const ach = provider("ach", "bank");

function directory(...all: PayoutProvider[]): PayoutDirectory {
  return {
    forMethod: (method) => all.find(({ capabilities }) => capabilities.arrivals[method]),
    byName: (name) => all.find((payoutProvider) => payoutProvider.name === name),
    names: all.map(({ name }) => name),
  };
}

const settings = {
  bankPayoutRail: "processor",
  paymentMethodTypes: ["bank", "pay_by_bank"],
} as const as unknown as Parameters<typeof railFor>[1];
const nacha = { ...settings, bankPayoutRail: "nacha" } as typeof settings;

function choose(
  processors: PayoutDirectory,
  type: string,
  payer: string | null,
  { amountMinor = 5_000, currency = "USD", by = settings } = {},
) {
  const parts = { processors, ach, hasBankLogin: true, loginPayer: "trustly" };
  return railFor({ rails: createRails(parts) }, by, type, { amountMinor, currency }, payer)?.name;
}

test("an account with a consent is paid by the vendor of its login, others by the rail for banks", () => {
  const both = directory(trustly, rails);
  expect(choose(both, "pay_by_bank", "trustly")).toBe("trustly");
  expect(choose(both, "pay_by_bank", null)).toBe("rails");
  expect(choose(both, "bank", null)).toBe("rails");
  // A typed account has no consent, so the login's vendor is ignored.
  expect(choose(both, "bank", "trustly")).toBe("rails");
});

test("a payout that the login's vendor cannot send goes through the bank rail", () => {
  const both = directory(trustly, rails);
  expect(choose(both, "pay_by_bank", "trustly", { amountMinor: 98 })).toBe("rails");
  expect(choose(both, "pay_by_bank", "trustly", { amountMinor: 99 })).toBe("trustly");
  expect(choose(both, "pay_by_bank", "gone")).toBe("rails");
});

test("an operator who chose ACH files is never paid another way", () => {
  expect(choose(directory(trustly, rails), "pay_by_bank", "trustly", { by: nacha })).toBe("ach");
});

test("alone, it pays only with a consent, and typed accounts are not offered", () => {
  const only = directory(trustly);
  expect(choose(only, "pay_by_bank", "trustly")).toBe("trustly");
  expect(choose(only, "pay_by_bank", null)).toBeUndefined();
  expect(choose(only, "bank", null)).toBeUndefined();
  expect(choose(only, "pay_by_bank", "trustly", { amountMinor: 98 })).toBeUndefined();
  expect(choose(only, "pay_by_bank", "trustly", { currency: "CAD" })).toBeUndefined();
});

test("customers see how long the money takes by the rail that sends it", () => {
  expect(arrivalOf(trustly, "pay_by_bank")).toEqual(minutes);
  expect(arrivalOf(rails, "pay_by_bank")).toEqual(days);
});
