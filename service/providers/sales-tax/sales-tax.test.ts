import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { ConfigError } from "../../platform/config-values.ts";
import { openSalesTaxRates } from "./sales-tax.ts";

const folder = mkdtempSync(join(tmpdir(), "rates-"));
afterAll(() => rmSync(folder, { recursive: true }));

function open(rates: unknown) {
  const path = join(folder, "rates.json");
  writeFileSync(path, typeof rates === "string" ? rates : JSON.stringify({ rates }));
  return openSalesTaxRates(path);
}

const texas = { from: "2026-01-01", state: "TX", ratePpm: 62_500, jurisdiction: "Texas" };
const austin = { ...texas, zip: "78701", ratePpm: 82_500, jurisdiction: "Austin, TX" };

test("a rate holds until a newer one, and a ZIP's own replaces its state's", async () => {
  const later = { ...austin, from: "2026-07-01", ratePpm: 83_000 };
  const rates = await open([later, texas, austin, { ...texas, state: "OR", ratePpm: 0 }]);
  const at = async (state: string, postalCode: string, onDate: string) =>
    (await rates.rateAt({ state, postalCode }, onDate))?.ratePpm ?? null;
  expect(await at("TX", "78701-1234", "2026-06-30")).toBe(82_500);
  expect(await at("TX", "78701", "2026-07-01")).toBe(83_000);
  expect(await at("TX", "75001", "2026-07-01")).toBe(62_500);
  expect(await at("TX", "78701", "2025-12-31")).toBeNull();
  expect(await at("OR", "97201", "2026-07-01")).toBeNull();
  expect(await at("NV", "78701", "2026-07-01")).toBeNull();
});

test.each([
  [
    "two rates for a ZIP",
    [texas, austin, { ...austin, ratePpm: 1 }],
    "two rates for TX 78701 from 2026-01-01",
  ],
  ["two rates for a state", [texas, austin, texas], "two rates for TX from 2026-01-01"],
  ["a rate above a quarter", [{ ...texas, ratePpm: 250_001 }], "rates.0.ratePpm"],
  ["no JSON", "{", "cannot be read"],
])("a table with %s is refused", async (_title, rates, message) => {
  const error = await open(rates).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ConfigError);
  expect((error as ConfigError).message).toMatch(/^SALES_TAX_RATES: /);
  expect((error as ConfigError).message).toContain(message);
});
