import { expect, test } from "vitest";
import { checkTax } from "./check-tax.ts";
import type { ReportOutcome, TaxVendor } from "./tax-vendor.ts";

/** Reports end in `committed`, and the void in `withdrawn`. */
async function resultsOf(committed: ReportOutcome, withdrawn: ReportOutcome) {
  const vendor = {
    quote: async () => ({ taxMinor: 83, ratePpm: 82_650, parts: [] }),
    commit: async () => committed,
    withdraw: async () => withdrawn,
  } as unknown as TaxVendor;
  const tools = { operatorId: "op_1", runId: "check-1", today: "2026-11-27", seller: undefined };
  const steps = await checkTax(vendor, tools);
  return Object.fromEntries(steps.map(({ step, result }) => [step, result]));
}
const lost: ReportOutcome = { type: "unknown", problem: "deadline" };

test("a void works if it removes a sale with a lost response, or finds none", async () => {
  for (const type of ["voided", "absent"] as const) {
    expect(await resultsOf(lost, { type })).toEqual({
      tax_quote: "works",
      tax_sale: "fails",
      tax_repeat: "not_tested",
      tax_void: "works",
    });
  }
});

test("the void of a sale that was reported fails if the vendor has none", async () => {
  expect(await resultsOf({ type: "committed" }, { type: "absent" })).toMatchObject({
    tax_sale: "works",
    tax_void: "fails",
  });
});
