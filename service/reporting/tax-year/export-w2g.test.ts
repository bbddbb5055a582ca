import { parse } from "csv-parse/sync";
import { sql } from "kysely";
import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createPayoutWorld, type PayoutWorld } from "../../payouts/testing/payout-world.ts";
import { currentForms } from "../../tax/w9/customer-w9.ts";
import { openW9Page } from "../../tax/w9/testing/w9-world.ts";
import { countStatements } from "../../testing/count-statements.ts";
import { copyOfW2g, exportW2g, type W2gExport } from "./index.ts";

const payer = {
  name: "Lucky Bingo Hall",
  tinType: "EIN" as const,
  tin: "123456789",
  address: { line1: "1 Fortune Way", city: "Reno", state: "NV", postalCode: "89501" },
  phone: "7755550100",
};
const actor = { kind: "command" } as const;

let world: PayoutWorld;
beforeAll(async () => {
  world = await createPayoutWorld({ settings: { payer, taxTypes: ["bingo"] } });
});
afterAll(() => world.close());

/** Each test has another year, so that an export contains only its own prizes. */
let taxYear = 2019;
beforeEach(() => {
  taxYear += 1;
});

async function newWinner(): Promise<string> {
  const externalCustomerId = await world.newCustomer({ firstName: "Jane", lastName: "Doe" });
  const { operatorId } = world.operator;
  const page = await openW9Page(world, { operatorId, externalCustomerId }, { liveMs: 60_000 });
  await page.complete();
  await world.verify(externalCustomerId);
  return externalCustomerId;
}

let serial = 0;
async function win(winner: string): Promise<string> {
  serial += 1;
  const response = await world.call("POST", `/v1/customers/${winner}/prizes`, {
    body: {
      externalPrizeId: `prize-${serial}`,
      gameType: "bingo",
      winningsAmount: 2_000 + serial,
      wonAt: `${taxYear}-03-01T20:00:00Z`,
    },
  });
  if (response.statusCode !== 201) throw new Error(response.body);
  return response.json().prizeId;
}

const exportAll = (): Promise<W2gExport> => {
  const { operatorId } = world.operator;
  return exportW2g(world.service.deps, { operatorId, taxYear, legalOnly: false, actor });
};
const rowsOf = ({ files }: W2gExport) =>
  parse(files[0]?.content ?? "", { columns: true }) as unknown as Record<string, string>[];

async function accessesOf(winner: string): Promise<string[]> {
  const rows = await world.service.deps.database.kysely
    .selectFrom("w9_access_log as l")
    .innerJoin("w9_forms as f", "f.w9_id", "l.w9_id")
    .select("l.action")
    .where("f.external_customer_id", "=", winner)
    .where("l.actor", "=", "service")
    .execute();
  return rows.map(({ action }) => action);
}

test.each(["form_sealed", "tin_sealed"] as const)(
  "a W-9 whose %s nobody can decrypt leaves out only its own winner",
  async (column) => {
    const [ann, bob] = [await newWinner(), await newWinner()];
    const prizeIds = [await win(ann), await win(bob)];
    await world.service.deps.database.kysely
      .updateTable("w9_forms")
      .set({ [column]: "1.damaged" })
      .where("external_customer_id", "=", ann)
      .execute();
    const w2gExport = await exportAll();
    expect(w2gExport.left).toEqual([{ prizeId: prizeIds[0], externalCustomerId: ann }]);
    expect(rowsOf(w2gExport).map((row) => row["Prize ID"])).toEqual([prizeIds[1]]);
  },
);

test("exports several prizes of several winners, and logs each winner's TIN", async () => {
  const [ann, bob] = [await newWinner(), await newWinner()];
  const prizeIds = [await win(ann), await win(bob), await win(ann)];
  const w2gExport = await exportAll();
  expect(w2gExport).toMatchObject({ formCount: 3, left: [] });
  const rows = rowsOf(w2gExport);
  expect(rows.map((row) => row["Prize ID"]).sort()).toEqual(prizeIds.sort());
  for (const row of rows) {
    expect(row).toMatchObject({
      "Winner Name": "Jane Doe",
      "Box 9 - Winner's taxpayer identification no.": "536228714",
      "Box 12 - Second identification no.": "Form W-9",
    });
  }
  expect(await accessesOf(ann)).toEqual(["tin_revealed"]);
  expect(await accessesOf(bob)).toEqual(["tin_revealed"]);
});

/** Records copies of a prize. */
async function copyPrize(prizeId: string, count: number): Promise<void> {
  serial += 1;
  await sql`
    insert into prizes
    select (jsonb_populate_record(p, jsonb_build_object('status', 'recorded',
      'prize_id', concat(p.prize_id, ${serial}::integer, '-', n),
      'external_prize_id', concat(p.external_prize_id, ${serial}::integer, '-', n)))).*
    from prizes p, generate_series(1, ${count}::integer) n where p.prize_id = ${prizeId}
  `.execute(world.service.deps.database.kysely);
}

/** Maximum number of parameters of one statement. PostgreSQL accepts 65,535. */
async function mostParameters(work: () => Promise<unknown>): Promise<number> {
  const spy = vi.spyOn(Client.prototype, "query");
  try {
    await work();
    return Math.max(
      ...spy.mock.calls.map((args: unknown[]) => (Array.isArray(args[1]) ? args[1].length : 0)),
    );
  } finally {
    spy.mockRestore();
  }
}

test("sends statements whose size does not depend on the number of prizes", async () => {
  const winner = await newWinner();
  const prizeId = await win(winner);
  await copyPrize(prizeId, 599);
  let formCount = 0;
  const exportMore = async () => {
    formCount = (await exportAll()).formCount;
  };
  const ofSixHundred = await mostParameters(exportMore);
  expect(formCount).toBe(600);
  expect(ofSixHundred).toBeGreaterThan(0);
  expect(await accessesOf(winner)).toEqual(["tin_revealed"]);
  await copyPrize(prizeId, 1_200);
  expect(await mostParameters(exportMore)).toBe(ofSixHundred);
  expect(formCount).toBe(1_200);
});

test("reads the W-9s of more customers than a statement has parameters", async () => {
  const strangers = Array.from({ length: 66_000 }, (_, index) => `stranger-${index}`);
  const { database } = world.service.deps;
  expect((await currentForms(database.kysely, "op_other", strangers)).size).toBe(0);
});

test("exports and copies the prizes of an erased winner, whose W-9 is retained for that", async () => {
  const winner = await newWinner();
  const prizeId = await win(winner);
  const erased = await world.call("POST", `/v1/customers/${winner}/erasure`, {
    body: { reason: "customer_request" },
  });
  expect(erased.statusCode, erased.body).toBe(200);
  const w2gExport = await exportAll();
  expect(rowsOf(w2gExport)).toMatchObject([{ "Prize ID": prizeId, "Winner Name": "Jane Doe" }]);
  const { operatorId } = world.operator;
  const copy = await copyOfW2g(world.service.deps, { operatorId, prizeId, actor });
  expect(copy.subarray(0, 5).toString()).toBe("%PDF-");
});

test("needs a number of statements that does not depend on the number of prizes", async () => {
  await win(await newWinner());
  const ofOne = await countStatements(exportAll);
  for (const winner of [await newWinner(), await newWinner(), await newWinner()]) {
    await win(winner);
    await win(winner);
  }
  let w2gExport: W2gExport | undefined;
  const ofSix = await countStatements(async () => {
    w2gExport = await exportAll();
  });
  expect(w2gExport?.formCount).toBe(6);
  expect(ofSix).toBe(ofOne);
});
