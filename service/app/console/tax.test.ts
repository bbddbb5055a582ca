import { afterAll, beforeAll, expect, test } from "vitest";
import type {
  ExportedTaxForms,
  TaxFilingList,
  TaxFormList,
  TaxPrizeList,
} from "#contract/console/tax";
import { createPayoutWorld, type PayoutWorld } from "../../payouts/testing/payout-world.ts";
import { openW9Page } from "../../tax/w9/testing/w9-world.ts";
import { countStatements } from "../../testing/count-statements.ts";
import { damageValues } from "../../testing/damage-values.ts";
import { addStaff, type StaffBrowser, type TestStaff } from "./testing/staff-browser.ts";

const payer = {
  name: "Lucky Bingo Hall",
  tinType: "EIN" as const,
  tin: "123456789",
  address: { line1: "1 Fortune Way", city: "Reno", state: "NV", postalCode: "89501" },
  phone: "7755550100",
};

let world: PayoutWorld;
let admin: StaffBrowser;
let reviewer: TestStaff;
let otherBrowser: StaffBrowser;
let jane: string;
beforeAll(async () => {
  world = await createPayoutWorld({ settings: { payer, taxTypes: ["bingo"] } });
  jane = await newPayee("Jane");
  await world.approved({ externalCustomerId: jane, amount: 2100 });
  await world.call("POST", `/v1/customers/${jane}/prizes`, {
    body: {
      externalPrizeId: "prize-1",
      gameType: "bingo",
      winningsAmount: 2500,
      wonAt: new Date(world.clock.nowMs()).toISOString(),
    },
  });
  ({ browser: admin } = await addStaff(world, "admin"));
  reviewer = await addStaff(world, "reviewer");
  ({ browser: otherBrowser } = await addStaff(
    world,
    "admin",
    (await world.createOperator()).operatorId,
  ));
});
afterAll(() => world.close());

/** A payee who is verified, with a signed W-9. */
async function newPayee(firstName: string): Promise<string> {
  const { operatorId } = world.operator;
  const externalCustomerId = await world.newCustomer({ firstName, lastName: "Doe" });
  const subject = { operatorId, externalCustomerId };
  await (await openW9Page(world, subject, { liveMs: 60_000 })).complete();
  await world.verify(externalCustomerId);
  return externalCustomerId;
}

const forms = (query = ""): Promise<TaxFormList> => admin.ok("GET", `/tax/2026/forms?${query}`);

test("a year's forms are reviewed, exported, filed once, and copied for the payee", async () => {
  expect(await forms("state=to_file")).toMatchObject({
    total: 1,
    states: { to_file: 1 },
    data: [
      {
        form: "1099-MISC",
        externalCustomerId: jane,
        payeeName: "Jane Doe",
        customerName: "Jane Doe",
        customerEmail: expect.stringContaining("@"),
        amount: 2100,
        maskedTin: "XXX-XX-8714",
        problem: null,
        exported: null,
      },
    ],
  });
  expect((await forms("form=1099-NEC")).total).toBe(0);
  const filing: ExportedTaxForms = await admin.ok("POST", "/tax/2026/exports", {
    form: "1099-MISC",
  });
  expect(filing).toMatchObject({ formCount: 1, left: [] });
  expect(filing.files[0]?.content).toContain("536228714");
  const again = await admin.ok("POST", `/tax/filings/${filing.taxFilingId}/export-again`, {});
  expect(again.files).toEqual(filing.files);
  const xml = `/tax/filings/${filing.taxFilingId}/xml`;
  const noTransmitter = await admin.call("POST", xml, {});
  expect([noTransmitter.statusCode, noTransmitter.json().errorCode]).toEqual([400, "iris_missing"]);
  const filings: TaxFilingList = await admin.ok("GET", "/tax/2026/filings");
  expect(filings.data).toMatchObject([{ status: "submitted", createdBy: "Staff 1", formCount: 1 }]);
  const filed: TaxFilingList = await admin.ok(
    "POST",
    `/tax/filings/${filing.taxFilingId}/filed`,
    {},
  );
  expect(filed.data).toMatchObject([{ status: "filed", receiptId: null }]);
  const receipt = `/tax/filings/${filing.taxFilingId}/filed`;
  for (const receiptId of ["", "a|b", "x".repeat(61)]) {
    expect((await admin.call("POST", receipt, { receiptId })).statusCode).toBe(400);
  }
  const twice = await admin.call("POST", `/tax/filings/${filing.taxFilingId}/filed`, {});
  expect(twice.json().errorCode).toBe("conflicting_state");
  const copy = await admin.call("GET", `/tax/2026/copies/1099-MISC/${jane}`);
  expect(copy.headers["content-type"]).toBe("application/pdf");
  expect(copy.rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
});

test("prizes are listed, exported as W-2G, and copied", async () => {
  const prizes: TaxPrizeList = await admin.ok("GET", "/tax/2026/prizes");
  expect(prizes.data).toMatchObject([
    {
      externalPrizeId: "prize-1",
      status: "recorded",
      customerName: "Jane Doe",
      customerEmail: expect.stringContaining("@"),
    },
  ]);
  const filing: ExportedTaxForms = await admin.ok("POST", "/tax/2026/exports", { form: "W-2G" });
  expect(filing).toMatchObject({ formCount: 1, files: [{ name: "W-2G-2026-001.csv" }] });
  const path = `/tax/filings/${filing.taxFilingId}/export-again`;
  expect(await admin.ok("POST", path, {})).toEqual({ files: filing.files, left: [] });
  expect((await otherBrowser.call("POST", path, {})).statusCode).toBe(404);
  const copy = await admin.call("GET", `/tax/prizes/${prizes.data[0]?.prizeId}/copy`);
  expect(copy.rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
});

test("forms are listed by amount on request, and no list has another order", async () => {
  for (const sort of ["customer", "highest", "lowest"]) {
    expect((await forms(`sort=${sort}`)).data).toHaveLength(1);
  }
  const refused = await admin.call("GET", "/tax/2026/forms?sort=newest");
  expect([refused.statusCode, refused.json().errorCode]).toEqual([400, "validation_failed"]);
});

test("lists of forms and prizes read their customers in a constant number of statements", async () => {
  for (const [index, firstName] of ["Ann", "Bob", "Cyd"].entries()) {
    const customer = await newPayee(firstName);
    await world.approved({ externalCustomerId: customer, amount: 2000 + index });
    await world.call("POST", `/v1/customers/${customer}/prizes`, {
      body: {
        externalPrizeId: `prize-of-${firstName}`,
        gameType: "bingo",
        winningsAmount: 2500,
        wonAt: new Date(world.clock.nowMs()).toISOString(),
      },
    });
  }
  const statementsFor = async (path: string, rows: number) => {
    // Fills the caches, such as the session's.
    await admin.ok("GET", path);
    let list: TaxPrizeList | TaxFormList | undefined;
    const count = await countStatements(async () => {
      list = await admin.ok("GET", path);
    });
    expect(list?.data).toHaveLength(rows);
    return count;
  };
  for (const list of ["/tax/2026/prizes?size=", "/tax/2026/forms?form=1099-MISC&size="]) {
    const ofOne = await statementsFor(`${list}1`, 1);
    expect(ofOne).toBeGreaterThan(2);
    expect(await statementsFor(`${list}4`, 4)).toBe(ofOne);
  }
});

test("only admins see tax forms, and only those of their own operator", async () => {
  world.clock.advance(10_000);
  const { data } = (await admin.ok("GET", "/tax/2026/filings")) as TaxFilingList;
  const path = `/tax/filings/${data[0]?.taxFilingId}`;
  expect((await reviewer.browser.call("GET", "/tax/2026/forms")).statusCode).toBe(403);
  expect((await reviewer.browser.call("POST", `${path}/filed`, {})).statusCode).toBe(403);
  expect((await reviewer.browser.call("POST", `${path}/xml`, {})).statusCode).toBe(403);
  expect((await otherBrowser.call("POST", `${path}/xml`, {})).statusCode).not.toBe(200);
  expect((await otherBrowser.call("POST", `${path}/filed`, {})).statusCode).toBe(404);
  expect((await otherBrowser.ok("GET", "/tax/2026/filings")).data).toEqual([]);
  const noPayer = await otherBrowser.call("POST", "/tax/2026/exports", { form: "W-2G" });
  expect(noPayer.json().errorCode).toBe("payer_missing");
  for (const body of [{ form: "1040" }, { form: "W-2G", corrections: true }, {}]) {
    expect((await admin.call("POST", "/tax/2026/exports", body)).statusCode).toBe(400);
  }
  expect((await admin.call("GET", "/tax/1999/forms")).statusCode).toBe(400);
});

test("an export that is written again lists the forms that it leaves out", async () => {
  await damageValues(world, "w9_forms", "tin_sealed", { external_customer_id: jane });
  const { data }: TaxFilingList = await admin.ok("GET", "/tax/2026/filings");
  expect(data.map(({ form }) => form).sort()).toEqual(["1099-MISC", "W-2G"]);
  for (const { taxFilingId, form } of data) {
    const { files, left } = await admin.ok("POST", `/tax/filings/${taxFilingId}/export-again`, {});
    expect(left, form).toEqual([
      {
        externalCustomerId: jane,
        prizeId: form === "W-2G" ? expect.stringMatching(/^prz_/) : null,
        problem: "w9_missing",
      },
    ]);
    expect(JSON.stringify(files), form).not.toContain("536228714");
  }
});
