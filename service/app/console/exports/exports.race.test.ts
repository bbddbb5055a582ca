/** PostgreSQL only: the embedded store would hold all rows in this process's memory. */
import { type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exportTotalHeader } from "#contract/console/exports";
import { createPayoutWorld, type PayoutWorld } from "../../../payouts/testing/payout-world.ts";
import { addStaff } from "../testing/staff-browser.ts";

const rowCount = 250_000;
const megabyte = 1024 * 1024;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

let world: PayoutWorld;
let download: (path: string) => Promise<IncomingMessage>;
beforeAll(async () => {
  world = await createPayoutWorld();
  if (!world.databaseUrl) throw new Error("this needs PostgreSQL: TESSERA_TEST_DATABASE_URL");
  const { browser } = await addStaff(world, "reviewer");
  const cookie = browser.setCookie.split(";")[0] ?? "";
  const { app } = world.service;
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const headers = { host: "pay.localhost:4000", cookie, "sec-fetch-site": "same-origin" };
  download = (path) =>
    new Promise((resolve, reject) => {
      const to = { host: "127.0.0.1", port, path: `/console/api/exports/${path}`, headers };
      request(to, resolve).on("error", reject).end();
    });
  await fill(world.databaseUrl);
}, 300_000);
afterAll(() => world.close());

/** Copies of an intent that the API created, with ids in the same order. */
async function fill(databaseUrl: string): Promise<void> {
  const { disbursementIntentId } = await world.newIntent();
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // Indexes that no export uses slow down the inserts.
    await client.query(
      `alter table disbursement_intents
      drop constraint disbursement_intents_external_id, drop constraint disbursement_intents_record`,
    );
    for (const each of ["of_customer", "by_tax_date", "waiting", "expiry", "check"]) {
      await client.query(`drop index disbursement_intents_${each}`);
    }
    const { rows } = await client.query<{ name: string }>(
      `select column_name as name from information_schema.columns
      where table_name = 'disbursement_intents' order by ordinal_position`,
    );
    const knownValues: Record<string, string> = {
      disbursement_intent_id: "disbursement_intent_id || lpad(n::text, 7, '0')",
      external_disbursement_intent_id: "'bulk-' || n",
      amount_minor: "n",
    };
    const values = rows.map(({ name }) => knownValues[name] ?? name);
    // Skips foreign key checks.
    await client.query("set session_replication_role = replica");
    await client.query(
      `insert into disbursement_intents select ${values.join(", ")}
      from disbursement_intents, generate_series(1, ${rowCount}) n
      where disbursement_intent_id = $1`,
      [disbursementIntentId],
    );
    await client.query("analyze disbursement_intents");
  } finally {
    await client.end();
  }
}

/** Bytes that the process still holds after a garbage collection. */
function bytesHeld(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

test("a quarter of a million payouts are exported completely in constant memory", async () => {
  const response = await download("payouts");
  expect(response.statusCode).toBe(200);
  expect(response.headers[exportTotalHeader]).toBe(String(rowCount + 1));
  let lines = 0;
  let early = 0;
  let late = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1;
    if (early === 0 && lines > rowCount * 0.1) early = bytesHeld();
    if (late === 0 && lines > rowCount * 0.9) late = bytesHeld();
  }
  expect(lines).toBe(rowCount + 2);
  // 200,000 rows apart, about 50 MB of text.
  expect(late - early).toBeLessThan(25 * megabyte);
}, 300_000);
