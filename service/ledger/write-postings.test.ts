import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../platform/database/database.ts";
import { inTransaction } from "../platform/database/transaction.ts";
import { openTestDatabase } from "../testing/test-database.ts";
import { createPosting, type Posting, type PostingSource, withoutNulls } from "./posting.ts";
import { readPostings } from "./testing/read-ledger.ts";
import { postingCte, postingParameters, readPosted, recordPostings } from "./write-postings.ts";

let database: Database;
beforeAll(async () => {
  ({ database } = await openTestDatabase());
});
afterAll(() => database.close());

let serial = 0;
function source(operatorId = "op_1"): PostingSource {
  serial += 1;
  return { operatorId, type: "payment", id: `pay_${serial}`, paymentId: null };
}
function posting(of: PostingSource, amount: number, cause = "charge"): Posting {
  const [created] = withoutNulls([
    createPosting({
      source: of,
      cause,
      currency: "USD",
      debit: { "bank:main": amount },
      credit: { customer_orders: amount },
      atMs: 1_000,
    }),
  ]);
  if (!created) throw new Error("no posting");
  return created;
}
const record = (postings: Posting[]) =>
  inTransaction(database, (tx) => recordPostings(tx, postings));

test("a posting is written once for each source and cause, whatever a repeat says", async () => {
  const of = source();
  expect(await record([posting(of, 500), posting(of, 500)])).toBe(1);
  expect(await record([posting(of, 700)])).toBe(0);
  expect(await readPostings(database, of.id)).toEqual({
    charge: { "bank:main": 500, customer_orders: -500 },
  });
  expect(await record([posting(of, 5, "charge_reversed")])).toBe(1);
});

test("the same id of two operators has two postings", async () => {
  const of = source();
  expect(await record([posting(of, 1), posting({ ...of, operatorId: "op_2" }, 2)])).toBe(2);
  const read = await inTransaction(database, (tx) => readPosted(tx, of));
  expect(read).toEqual(
    new Map([
      ["bank:main", 1n],
      ["customer_orders", -1n],
    ]),
  );
});

test("a statement writes its posting if it made its change, and only then", async () => {
  for (const rows of [1, 0]) {
    const of = source();
    await database.commit(
      {
        name: `test.ledger_cte_${rows}`,
        text: `with changed as (select 1 where ${rows} = 1),
          ${postingCte({ name: "posting", from: "changed", parameter: 1 })} select 1 from changed`,
      },
      postingParameters(posting(of, 900)),
    );
    expect(Object.keys(await readPostings(database, of.id))).toHaveLength(rows);
  }
});

test("amounts of thirty-eight digits, and names with quotes, are stored exactly", async () => {
  const of = source();
  const large = 10n ** 37n + 1n;
  const [created] = withoutNulls([
    createPosting({
      source: of,
      cause: "charge",
      currency: "ETH",
      debit: { 'a"\\,{}': large },
      credit: { customer_funds: large },
      atMs: 1_000,
    }),
  ]);
  await record(withoutNulls([created ?? null]));
  const read = await inTransaction(database, (tx) => readPosted(tx, of));
  expect(read).toEqual(
    new Map([
      ['a"\\,{}', large],
      ["customer_funds", -large],
    ]),
  );
});

test("nobody changes, removes or empties postings", async () => {
  const of = source();
  await record([posting(of, 300)]);
  const { kysely } = database;
  const where = sql`where source_id = ${of.id}`;
  const tries = [
    sql`update ledger_postings set currency = 'EUR' ${where}`,
    sql`delete from ledger_postings ${where}`,
    sql`truncate ledger_postings`,
  ];
  for (const rawBuilder of tries)
    await expect(rawBuilder.execute(kysely)).rejects.toThrow(/never changed/);
  expect(Object.keys(await readPostings(database, of.id))).toEqual(["charge"]);
});

test.each([
  ["does not add up", ["a", "b"], "{5,-4}"],
  ["has one entry", ["a"], "{0}"],
  ["has an entry of zero", ["a", "b", "c"], "{5,-5,0}"],
  ["has more accounts than amounts", ["a", "b", "c"], "{5,-5}"],
  ["has no account", ["a", null], "{5,-5}"],
  ["has an empty amount", ["a", "b", "c"], "{5,-5,NULL}"],
  ["is nested", [["a"], ["b"]], "{{5},{-4}}"],
  ["starts elsewhere", ["a", "b"], "[2:3]={5,-4}"],
])("the store refuses a posting that %s", async (_, accounts, amounts) => {
  const written =
    sql`insert into ledger_postings (operator_id, source_type, source_id, cause, currency,
      accounts, amounts, happened_at, posted_at)
    values ('op_1', 'payment', ${source().id}, 'charge', 'USD', ${accounts}::text[],
      ${amounts}::numeric[], now(), now())`.execute(database.kysely);
  await expect(written).rejects.toThrow(/ledger_postings_(shape|balanced)/);
});

test("an unbalanced posting, or one with too many entries, is never created", () => {
  const base = { source: source(), cause: "charge", currency: "USD", atMs: 1 };
  expect(() => createPosting({ ...base, debit: { a: 5 }, credit: { b: 4 } })).toThrow(/balance/);
  const many = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`a${index}`, 1]));
  expect(() => createPosting({ ...base, debit: many, credit: { b: 10 } })).toThrow(/too many/);
  expect(createPosting({ ...base, debit: { a: 0 }, credit: { a: 0, b: 0 } })).toBeNull();
});
