import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openW9Page } from "../../tax/w9/testing/w9-world.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { filingStatusAfterAcceptance } from "./filing-status.ts";
import { countForms, type FormState, reviewForms } from "./forms-1099.ts";
import { addFiledForm, addPaid, type Paid } from "./testing/paid-rows.ts";

let t: TestService;
beforeAll(async () => {
  t = await createTestService();
});
afterAll(() => t.close());

/** The forms of a new operator's payouts. */
async function formsOf(paid: readonly Paid[], taxYear = 2026) {
  const operator = await t.createOperator();
  await addPaid(t, operator, taxYear, paid);
  const query = { operatorId: operator.operatorId, taxYear };
  const { deps } = t.service;
  return { query, forms: await reviewForms(deps, deps.database.kysely, query) };
}
const paid = (changes: Partial<Paid> = {}): Paid => ({
  externalCustomerId: "ada",
  taxCategory: "prize",
  amountMinor: 200_000,
  withheldMinor: 0,
  ...changes,
});

describe("the forms of a year", () => {
  test("report prizes and other payouts on the MISC, services on the NEC, winnings on neither", async () => {
    const { forms } = await formsOf([
      paid({ amountMinor: 100_000 }),
      paid({ taxCategory: "other", amountMinor: 100_000 }),
      paid({ taxCategory: "services", amountMinor: 199_999 }),
      paid({ taxCategory: "winnings", amountMinor: 900_000 }),
    ]);
    expect(forms).toMatchObject([
      { form: "1099-MISC", externalCustomerId: "ada", amountMinor: 200_000, state: "to_file" },
      { form: "1099-NEC", amountMinor: 199_999, state: "below_threshold", problem: "w9_missing" },
    ]);
  });

  test("are due at any amount if something was withheld", async () => {
    const { forms } = await formsOf([paid({ amountMinor: 100, withheldMinor: 24 })]);
    expect(forms).toMatchObject([{ state: "to_file", withheldMinor: 24 }]);
  });

  test("use the year's own threshold", async () => {
    const stateIn = async (year: number) =>
      (await formsOf([paid({ amountMinor: 60_000 })], year)).forms[0]?.state;
    expect(await stateIn(2025)).toBe("to_file");
    expect(await stateIn(2026)).toBe("below_threshold");
  });

  test("lose no cent of what a 1099 reports", async () => {
    const one = fc.record({
      externalCustomerId: fc.constantFrom("ada", "bob", "cy"),
      taxCategory: fc.constantFrom("winnings", "prize", "services", "other"),
      amountMinor: fc.integer({ min: 1_000_001, max: 1_000_000_000 }),
      withheldMinor: fc.nat(1_000_000),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(one as fc.Arbitrary<Paid>, { maxLength: 12 }), async (given) => {
        const sum = (lines: readonly { amountMinor: number; withheldMinor: number }[]) =>
          lines.reduce((all, line) => all + line.amountMinor + line.withheldMinor, 0);
        const counted = given.filter(({ taxCategory }) => taxCategory !== "winnings");
        expect(sum((await formsOf(given)).forms)).toBe(sum(counted));
      }),
      { numRuns: 8 },
    );
  });

  test("exclude other years, currencies and operators, and payouts that have not arrived", async () => {
    const { forms } = await formsOf([
      paid(),
      paid({ taxDate: "2025-12-31" }),
      paid({ currency: "CAD" }),
      paid({ step: "failed" }),
    ]);
    expect(forms).toMatchObject([{ amountMinor: 200_000 }]);
  });

  test("come in pages by customer, with the count of each state", async () => {
    const names = Array.from(
      { length: 30 },
      (_, index) => `payee-${String(index).padStart(2, "0")}`,
    );
    const { query } = await formsOf(
      names.map((externalCustomerId, index) =>
        paid({ externalCustomerId, amountMinor: index % 3 === 0 ? 100 : 300_000 }),
      ),
    );
    const { deps } = t.service;
    const { kysely } = deps.database;
    expect(await countForms(kysely, query)).toEqual({ below_threshold: 10, to_file: 20 });
    const page = await reviewForms(deps, kysely, {
      ...query,
      state: "to_file",
      page: { page: 2, size: 8 },
    });
    const due = names.filter((_, index) => index % 3 !== 0);
    expect(page.map((form) => form.externalCustomerId)).toEqual(due.slice(8, 16));
  });

  test("are listed by amount on request, equal amounts by customer, each on one page", async () => {
    const amounts = [700, 900, 700, 800, 700];
    const { query } = await formsOf(
      amounts.map((amountMinor, index) =>
        paid({ externalCustomerId: `payee-${index}`, amountMinor }),
      ),
    );
    const { deps } = t.service;
    const payees = async (sort: "highest" | "lowest") => {
      const rows = [1, 2, 3].map((page) =>
        reviewForms(deps, deps.database.kysely, { ...query, sort, page: { page, size: 2 } }),
      );
      return (await Promise.all(rows)).flat().map((form) => form.externalCustomerId.slice(-1));
    };
    expect(await payees("highest")).toEqual(["1", "3", "0", "2", "4"]);
    expect(await payees("lowest")).toEqual(["0", "2", "4", "3", "1"]);
  });
});

test("a W-9 from a place without postal codes or states is complete, as when it was signed", async () => {
  await addPaid(t, t.operator, 2026, [paid()]);
  const { operatorId } = t.operator;
  const page = await openW9Page(t, { operatorId, externalCustomerId: "ada" }, { liveMs: 60_000 });
  const address = { line1: "1 Queen’s Road Central", state: "Hong Kong Island", country: "HK" };
  expect((await page.complete({ address })).body).toMatchObject({ status: "completed" });
  const { deps } = t.service;
  const query = { operatorId, taxYear: 2026 };
  const [form] = await reviewForms(deps, deps.database.kysely, query);
  expect(form).toMatchObject({ problem: null, payee: { address: { city: null } } });
});

test("a form's state follows from its current amounts and its last export", async () => {
  const stateAfter = async (
    amounts: { amountMinor: number; withheldMinor: number } | null,
    status: "submitted" | "filed" = "submitted",
  ): Promise<FormState | undefined> => {
    const { query } = await formsOf([amounts ? paid(amounts) : paid({ step: "failed" })]);
    const exported = { externalCustomerId: "ada", amountMinor: 300_000, withheldMinor: 100 };
    await addFiledForm(t, query, { ...exported, amountMinor: 5, revision: 1, status: "filed" });
    await addFiledForm(t, query, { ...exported, revision: 2, status });
    const { deps } = t.service;
    const forms = await reviewForms(deps, deps.database.kysely, query);
    expect(forms).toHaveLength(1);
    expect(forms[0]?.exported).toMatchObject({ revision: 2, amountMinor: 300_000, status });
    return forms[0]?.state;
  };
  const same = { amountMinor: 300_000, withheldMinor: 100 };
  expect(await stateAfter(same)).toBe("submitted");
  expect(await stateAfter(same, "filed")).toBe("filed");
  expect(await stateAfter({ ...same, amountMinor: 299_999 })).toBe("correction_due");
  expect(await stateAfter({ ...same, withheldMinor: 0 })).toBe("correction_due");
  expect(await stateAfter(null)).toBe("correction_due");
});

test("a filing is accepted once", () => {
  expect(filingStatusAfterAcceptance("submitted")).toBe("filed");
  expect(filingStatusAfterAcceptance("filed")).toBeUndefined();
});
