import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { yearToDateMinor } from "../../payouts/index.ts";
import { createPayoutWorld, type PayoutWorld } from "../../payouts/testing/payout-world.ts";
import { openW9Page } from "../../tax/w9/testing/w9-world.ts";
import { countStatements } from "../../testing/count-statements.ts";
import { readPdfText } from "../../testing/read-pdf-text.ts";
import {
  copyOf1099,
  copyOfW2g,
  export1099,
  exportW2g,
  exportXml,
  listFilings,
  markFiled,
  repeatExport,
  reviewForms,
} from "./index.ts";
import { defaultColumns, mapColumns } from "./iris/iris-columns.ts";
import { irisFiles } from "./iris/iris-rows.ts";

const payer = {
  name: "Lucky Bingo Hall",
  tinType: "EIN" as const,
  tin: "123456789",
  address: { line1: "1 Fortune Way", city: "Reno", state: "NV", postalCode: "89501" },
  phone: "7755550100",
};
const iris = {
  transmitterControlCode: "DA1B2",
  softwareId: "26A0001234",
  nameControl: "LUCK",
  contactName: "Ana Perez",
  contactEmail: "tax@bingo.example",
};
const actor = { kind: "command" } as const;

let world: PayoutWorld;
let operatorId: string;
beforeAll(async () => {
  world = await createPayoutWorld({ settings: { payer, iris, taxTypes: ["bingo"] } });
  operatorId = world.operator.operatorId;
});
afterAll(() => world.close());

/** Creates a payee who has signed a W-9 and received these amounts. */
async function payee(amounts: readonly number[], body: object = {}): Promise<string> {
  const externalCustomerId = await world.newCustomer({ firstName: "Jane", lastName: "Doe" });
  const page = await openW9Page(world, { operatorId, externalCustomerId }, { liveMs: 60_000 });
  const signed = await page.complete();
  if (signed.statusCode !== 200) throw new Error(JSON.stringify(signed.body));
  await world.verify(externalCustomerId);
  for (const amount of amounts) await pay(externalCustomerId, amount, body);
  return externalCustomerId;
}
const pay = (externalCustomerId: string, amount: number, body: object = {}) =>
  world.approved({ externalCustomerId, amount, ...body });

const review = async (externalCustomerId: string, form: "1099-MISC" | "1099-NEC" = "1099-MISC") => {
  const { deps } = world.service;
  const query = { operatorId, taxYear: 2026, form };
  const forms = await reviewForms(deps, deps.database.kysely, query);
  return forms.find((form) => form.externalCustomerId === externalCustomerId);
};
const request = { taxYear: 2026, form: "1099-MISC", corrections: false, actor } as const;
const exportNow = (changes: object = {}) =>
  export1099(world.service.deps, { ...request, operatorId, ...changes });

const rowsOf = (content: string) =>
  parse(content, { columns: true }) as unknown as Record<string, string>[];

describe("the 1099s of a year", () => {
  test("contain what arrived, and nothing that failed or was returned", async () => {
    world.payouts.decide = ({ amountMinor }) =>
      amountMinor === 77_700 ? { becomes: { declined: "account_closed" } } : {};
    const ada = await payee([1_500, 777, 600]);
    expect(await review(ada)).toMatchObject({
      amountMinor: 210_000,
      withheldMinor: 0,
      state: "to_file",
      problem: null,
      payee: { name: "Jane Doe", maskedTin: "XXX-XX-8714" },
    });
  });

  test("are exported in the portal's columns, marked as submitted, and filed once accepted", async () => {
    const ada = await payee([2_000]);
    const { files, taxFilingId, formCount } = await exportNow();
    const row = files
      .flatMap(({ content }) => rowsOf(content))
      .find((each) => each["Form Account Number"] === ada);
    expect(formCount).toBeGreaterThan(0);
    expect(row).toMatchObject({
      "Form Type": "1099-MISC",
      "Tax Year": "2026",
      "Payer Taxpayer ID Number": "123456789",
      "Recipient TIN Type": "SSN",
      "Recipient Taxpayer ID Number": "536228714",
      "Recipient Name Type": "I",
      "Recipient First Name": "Jane",
      "Recipient Last Name (Surname)": "Doe",
      "Recipient City/Town": "Reno",
      "Box 3 - Other Income": "2000.00",
      "Box 4 - Federal income tax withheld": "",
      "Box 1 - Rents": "",
    });
    expect((await review(ada))?.state).toBe("submitted");
    const again = await repeatExport(world.service.deps, {
      operatorId,
      taxFilingId: taxFilingId ?? "",
      actor,
    });
    expect(again).toEqual({ files, left: [] });

    await markFiled(world.service.deps, { operatorId, taxFilingId: taxFilingId ?? "", actor });
    expect((await review(ada))?.state).toBe("filed");
    await expect(
      markFiled(world.service.deps, { operatorId, taxFilingId: taxFilingId ?? "", actor }),
    ).rejects.toMatchObject({ code: "conflicting_state" });
    expect((await exportNow()).taxFilingId).toBeNull();
    const filings = await listFilings(world.service.deps, operatorId, 2026);
    expect(filings.find(({ tax_filing_id }) => tax_filing_id === taxFilingId)?.status).toBe(
      "filed",
    );
  });

  test("are XML for the IRS, whose corrections name the records of an earlier receipt", async () => {
    const [ada, bob] = [await payee([2_100]), await payee([2_200])];
    const first = (await exportNow()).taxFilingId ?? "";
    const key = (taxFilingId: string) => ({ operatorId, taxFilingId, actor });
    const file = await exportXml(world.service.deps, key(first));
    expect(file.name).toBe("1099-MISC-2026.xml");
    const recordOf = (xml: string, customer: string) =>
      xml.split("<Form1099MISCDetail>").find((each) => each.includes(`>${customer}<`)) ?? "";
    const idOf = (record: string) => /<RecordId>(\d+)</.exec(record)?.[1];
    expect(recordOf(file.content, bob)).toMatch(/<TIN>536228714<.*<OtherIncomeAmt>2200\.00</);
    const again = await exportXml(world.service.deps, key(first));
    const uuidOf = (xml: string) => /<UniqueTransmissionId>(.*?):IRIS/.exec(xml)?.[1];
    expect(uuidOf(again.content)).not.toBe(uuidOf(file.content));
    expect(idOf(recordOf(again.content, bob))).toBe(idOf(recordOf(file.content, bob)));
    const { kysely } = world.service.deps.database;
    await kysely.updateTable("tax_filings").set({ form_count: 50_001 }).execute();
    await expect(exportXml(world.service.deps, key(first))).rejects.toMatchObject({
      message: expect.stringContaining("more than 50000 forms"),
    });
    await kysely.updateTable("tax_filings").set({ form_count: 2 }).execute();

    await pay(bob, 100);
    const correction = (await exportNow({ corrections: true })).taxFilingId ?? "";
    await expect(exportXml(world.service.deps, key(correction))).rejects.toMatchObject({
      code: "iris_refused",
      errors: [{ path: bob, message: expect.stringContaining("without a receipt id") }],
    });
    await markFiled(world.service.deps, key(first));
    const mark = (taxFilingId: string, receiptId: string | null) =>
      markFiled(world.service.deps, { ...key(taxFilingId), receiptId });
    const conflict = { code: "conflicting_state" };
    await mark(first, "2027-mistyped");
    await expect(mark(first, "2027-mistyped")).rejects.toMatchObject(conflict);
    await expect(mark(correction, "2027-mistyped")).rejects.toMatchObject(conflict);
    await mark(first, null);
    await expect(mark(first, null)).rejects.toMatchObject(conflict);
    await mark(first, "2027-00000000001-a");
    const { content, name } = await exportXml(world.service.deps, key(correction));
    expect(name).toBe("1099-MISC-2026-corrections.xml");
    const unique = `2027-00000000001-a|1|${idOf(recordOf(file.content, bob))}`;
    expect(recordOf(content, bob)).toContain(`<UniqueRecordId>${unique}</UniqueRecordId>`);
    expect(content).toContain("<TransmissionTypeCd>C</TransmissionTypeCd>");
    expect(content).not.toContain(`>${ada}<`);
  });

  test("are corrected when more was paid after their export", async () => {
    const ada = await payee([2_500]);
    await exportNow();
    await pay(ada, 100);
    expect((await review(ada))?.state).toBe("correction_due");
    const { files } = await exportNow({ corrections: true });
    expect(files[0]?.name).toBe("1099-MISC-2026-corrections-001.csv");
    const row = rowsOf(files[0]?.content ?? "").find((each) => each["Form Account Number"] === ada);
    expect(row?.["Box 3 - Other Income"]).toBe("2600.00");
    const texts = readPdfText(
      await copyOf1099(world.service.deps, {
        operatorId,
        taxYear: 2026,
        form: "1099-MISC",
        externalCustomerId: ada,
        actor,
      }),
    );
    expect(texts).toContain("CORRECTED");
    expect(texts).toContain("$ 2600.00");
  });

  test("are corrected when money was returned after their export", async () => {
    const ada = await payee([]);
    const intent = await pay(ada, 2_400);
    await exportNow();
    expect((await review(ada))?.state).toBe("submitted");
    const { disbursement } = await world.statusOf(intent);
    const payout = world.payouts.payouts.get(disbursement?.disbursementId ?? "");
    if (payout) Object.assign(payout, { status: "returned", reasonCode: "account_closed" });
    await world.recover(13 * 60 * 60_000);
    expect((await world.statusOf(intent)).status).toBe("refunded");

    const { kysely } = world.service.deps.database;
    const query = { operatorId, externalCustomerId: ada, year: 2026 };
    expect(await yearToDateMinor(kysely, query)).toBe(0);
    expect(await review(ada)).toMatchObject({
      state: "correction_due",
      amountMinor: 0,
      exported: { amountMinor: 240_000 },
    });
    const { files } = await exportNow({ corrections: true });
    const row = files
      .flatMap(({ content }) => rowsOf(content))
      .find((each) => each["Form Account Number"] === ada);
    expect(row?.["Box 3 - Other Income"]).toBe("0.00");
    expect((await review(ada))?.state).toBe("submitted");
  });

  test("say that no W-9 will come for a payee who is not a US person", async () => {
    const externalCustomerId = await world.newCustomer();
    await pay(externalCustomerId, 1_500);
    const page = await openW9Page(world, { operatorId, externalCustomerId }, { liveMs: 60_000 });
    expect((await page.notUsPerson(true)).statusCode).toBe(200);
    expect((await review(externalCustomerId))?.problem).toBe("not_us_person");
  });

  test("leave out, by name, customers without a signed W-9", async () => {
    const bob = await world.newCustomer();
    await pay(bob, 1_900);
    await pay(bob, 99);
    expect((await review(bob))?.state).toBe("below_threshold");
    const nobody = await world.service.deps.database.kysely
      .updateTable("disbursement_intents")
      .set({ amount_minor: 190_100 })
      .where("external_customer_id", "=", bob)
      .where("amount_minor", "=", 190_000)
      .executeTakeFirst();
    expect(nobody.numUpdatedRows).toBe(1n);
    expect(await review(bob)).toMatchObject({ state: "to_file", problem: "w9_missing" });
    const { left } = await exportNow();
    expect(left).toContainEqual({ externalCustomerId: bob, problem: "w9_missing" });
    expect((await review(bob))?.state).toBe("to_file");
  });

  test("use exactly the columns of the portal's own header", async () => {
    await payee([3_000], { taxCategory: "services" });
    const headerRow = [
      "Tax Year",
      "Form Type",
      "Payer TIN Type",
      "Payer Taxpayer ID Number",
      "Payer Business or Entity Name Line 1",
      "Recipient TIN Type",
      "Recipient Taxpayer ID Number",
      "Recipient Last Name (Surname)",
      "Recipient Business or Entity Name Line 1",
      "Recipient Address Line 1",
      "Recipient City/Town",
      "Recipient ZIP/Postal Code",
      "Box 1a - Nonemployee compensation",
      "Box 4 - Federal income tax withheld",
    ].join("\t");
    const { files } = await exportNow({ form: "1099-NEC", headerRow });
    const [row] = rowsOf(files[0]?.content ?? "");
    expect(Object.keys(row ?? {})[0]).toBe("Tax Year");
    expect(row?.["Box 1a - Nonemployee compensation"]).toBe("3000.00");
  });

  test.each([
    ["an unknown column", "Form Type,Tax Year,Shoe Size"],
    ["two lines", "Form Type\nTax Year"],
  ])("refuse a header row with %s, and export nothing", async (_, headerRow) => {
    const ada = await payee([2_000]);
    await expect(exportNow({ headerRow })).rejects.toMatchObject({ code: "tax_header_refused" });
    expect((await review(ada))?.state).toBe("to_file");
  });

  test("are split into files of one hundred", async () => {
    const ada = await payee([2_000]);
    const form = await review(ada);
    if (!form?.payee) throw new Error("she has signed");
    const filed = { ...form, payee: form.payee, tin: "536228714" };
    const columns = mapColumns("1099-MISC", defaultColumns("1099-MISC"));
    const files = irisFiles(columns, { taxYear: 2026, payer }, Array(201).fill(filed));
    expect(files.map((content) => rowsOf(content).length)).toEqual([100, 100, 1]);
  });

  test("need a payer, and belong to their operator", async () => {
    const other = await world.createOperator();
    await expect(exportNow({ operatorId: other.operatorId })).rejects.toMatchObject({
      code: "payer_missing",
    });
    const [filing] = await listFilings(world.service.deps, operatorId, 2026);
    const foreign = {
      operatorId: other.operatorId,
      taxFilingId: filing?.tax_filing_id ?? "",
      actor,
    };
    await expect(markFiled(world.service.deps, foreign)).rejects.toMatchObject({
      code: "resource_not_found",
    });
  });

  test("read their TINs in a number of statements that does not depend on the number of forms", async () => {
    await exportNow();
    await payee([2_000]);
    const ofOne = await countStatements(exportNow);
    await payee([2_000]);
    await payee([2_000]);
    let formCount: number | undefined;
    const ofTwo = await countStatements(async () => {
      ({ formCount } = await exportNow());
    });
    expect(formCount).toBe(2);
    expect(ofTwo).toBe(ofOne);
  });

  test("log every exported TIN, and store none in the audit log", async () => {
    const { kysely } = world.service.deps.database;
    const revealed = await kysely
      .selectFrom("w9_access_log")
      .select("action")
      .where("action", "=", "tin_revealed")
      .execute();
    expect(revealed.length).toBeGreaterThan(0);
    const audit = await kysely.selectFrom("audit_entries").selectAll().execute();
    expect(JSON.stringify(audit)).not.toContain("536228714");
    expect(world.logLines.join()).not.toContain("536228714");
  });
});

test("a payee's copy shows the masked TIN and the payer", async () => {
  const ada = await payee([2_345.67]);
  await exportNow();
  const key = { operatorId, taxYear: 2026, form: "1099-MISC", actor } as const;
  const texts = readPdfText(
    await copyOf1099(world.service.deps, { ...key, externalCustomerId: ada }),
  );
  for (const text of [
    "Form 1099-MISC",
    "Lucky Bingo Hall",
    "12-3456789",
    "XXX-XX-8714",
    "$ 2345.67",
  ]) {
    expect(texts).toContain(text);
  }
  expect(texts.join()).not.toContain("8714536");
  await expect(
    copyOf1099(world.service.deps, { ...key, externalCustomerId: await world.newCustomer() }),
  ).rejects.toMatchObject({ code: "resource_not_found" });
});

test("prizes are exported box by box, submitted, copied for the winner, and filed with their filing", async () => {
  const ada = await payee([]);
  const record = (winner: string, externalPrizeId: string) =>
    world.call("POST", `/v1/customers/${winner}/prizes`, {
      body: {
        externalPrizeId,
        gameType: "bingo",
        winningsAmount: 2_100.5,
        cashier: "9",
        wonAt: "2026-03-01T20:00:00Z",
      },
    });
  const { prizeId } = (await record(ada, "w2g-1")).json();
  const unsigned = await world.newCustomer();
  await record(unsigned, "w2g-2");

  const { deps } = world.service;
  const { files, left, taxFilingId } = await exportW2g(deps, {
    operatorId,
    taxYear: 2026,
    legalOnly: true,
    actor,
  });
  expect(left.map(({ externalCustomerId }) => externalCustomerId)).toEqual([unsigned]);
  expect(rowsOf(files[0]?.content ?? "")).toMatchObject([
    {
      "Prize ID": prizeId,
      "Winner Name": "Jane Doe",
      "Payer TIN": "123456789",
      "Box 1 - Reportable winnings": "2100.50",
      "Box 3 - Type of wager": "Bingo",
      "Box 9 - Winner's taxpayer identification no.": "536228714",
      "Box 12 - Second identification no.": "Form W-9",
      "Legally Reportable": "Y",
    },
  ]);
  const statusOf = async () =>
    (await world.call("GET", `/v1/customers/${ada}/prizes`)).json().data[0].status;
  expect(await statusOf()).toBe("submitted");
  const texts = readPdfText(await copyOfW2g(deps, { operatorId, prizeId, actor }));
  for (const text of ["Form W-2G", "536-22-8714", "$ 2100.50"]) expect(texts).toContain(text);
  await markFiled(deps, { operatorId, taxFilingId: taxFilingId ?? "", actor });
  expect(await statusOf()).toBe("filed");
});
