import { afterAll, beforeAll, expect, test } from "vitest";
import { createPayoutWorld, type PayoutWorld } from "../../payouts/testing/payout-world.ts";
import { damageValues } from "../../testing/damage-values.ts";
import { whileKeysClosed } from "../../testing/while-keys-closed.ts";
import { exportCustomer } from "./export-customer.ts";
import { personalData } from "./personal-data.ts";
import { makeCanary } from "./testing/canary.ts";

interface Exported {
  readonly unreadable: readonly { table: string; column: string; id: string }[];
  readonly refunds: readonly object[];
}

let world: PayoutWorld;
let texts: ReadonlyMap<string, string>;
beforeAll(async () => {
  world = await createPayoutWorld({ settings: { w9Policy: "every" } });
  texts = await makeCanary(world, "canary-1");
});
afterAll(() => world.close());

async function exportCanary(): Promise<Exported> {
  const response = await world.call("GET", "/v1/customers/canary-1/export");
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}

/** The encrypted columns that an export contains. */
function exportedColumns() {
  const { sealedTables } = world.service.deps.keyring;
  return sealedTables.flatMap(({ table, columns }) => {
    const { exported, omitted = "" } = personalData[table] ?? {};
    const own = columns.filter(({ column }) => !omitted.split(" ").includes(column));
    return exported ? own.map((each) => ({ table, ...each })) : [];
  });
}

test("an export ends with an error if the operator's keys do not open", async () => {
  const isUnavailable = expect.objectContaining({ code: "service_unavailable" });
  const refused = await whileKeysClosed(world, () =>
    world.call("GET", "/v1/customers/canary-1/export"),
  );
  expect([refused.statusCode, refused.json().errorCode]).toEqual([503, "service_unavailable"]);
  const { operatorId } = world.operator;
  const subject = { operatorId, externalCustomerId: "canary-1" };
  const { deps, payments, disbursements } = world.service;
  const parts = { ...deps, payments, disbursements: disbursements.deps };
  const pieces = await exportCustomer(parts, subject, { kind: "service" });
  await pieces.next();
  const read = async () => {
    for await (const _ of pieces);
  };
  await whileKeysClosed(world, () => expect(read()).rejects.toEqual(isUnavailable));
});

test("an export of damaged values is complete without them, and lists each", async () => {
  const sound = await exportCanary();
  for (const { table, column } of exportedColumns()) await damageValues(world, table, column);
  const { unreadable, ...damaged } = await exportCanary();
  const named = [...new Set(unreadable.map(({ table, column }) => `${table}.${column}`))].sort();
  const expected = exportedColumns().map(
    ({ table, column, sealedAs }) => `${table}.${sealedAs ?? column}`,
  );
  expect(named).toEqual(expected.sort());
  expect(unreadable.every(({ id }) => id !== "")).toBe(true);
  expect(new Set(unreadable.map((each) => JSON.stringify(each))).size).toBe(unreadable.length);
  expect(Object.keys(damaged)).toEqual(Object.keys(sound).filter((name) => name !== "unreadable"));
  expect(damaged.refunds).toHaveLength(sound.refunds.length);
  const shown = JSON.stringify(damaged);
  for (const text of texts.values()) expect(shown).not.toContain(text);
});

test("an export has an entry of the audit log whose details were changed", async () => {
  const { numUpdatedRows } = await world.service.deps.database.kysely
    .updateTable("audit_entries")
    .set({ details: "not JSON" })
    .where("subject_id", "=", "canary-1")
    .executeTakeFirst();
  expect(Number(numUpdatedRows)).toBeGreaterThan(0);
  await exportCanary();
});
