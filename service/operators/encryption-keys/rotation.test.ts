import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addStaff } from "../../app/console/testing/staff-browser.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { openTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { verifyAudit } from "../audit/index.ts";
import { readAllSealed } from "./testing/find-unreadable.ts";
import { finishRotation, keyOf, rotate, startProcess, workOn } from "./testing/key-process.ts";

const oldKey = keyOf("a");
const newKey = keyOf("b");

const ada = {
  externalCustomerId: "ada",
  data: {
    email: "ada@example.com",
    firstName: "Ada",
    lastName: "Lovelace",
    phoneNumber: "+17755550123",
  },
};

describe("a rotation", () => {
  let store: TestDatabase;
  let t: TestService;
  const states = async () => {
    const { rows } = await sql<{ key_version: number; state: string }>`
      select key_version, state from data_keys where operator_id = ${t.operator.operatorId}
      order by 1`.execute(store.database.kysely);
    return rows.map(({ key_version, state }) => `${key_version} ${state}`);
  };
  const kekIds = async () => {
    const { rows } = await sql<{ kek_id: string }>`select distinct kek_id from
      (select kek_id from data_keys union all select kek_id from index_keys) k`.execute(
      store.database.kysely,
    );
    return rows.map(({ kek_id }) => kek_id);
  };
  beforeAll(async () => {
    store = await openTestDatabase();
    t = await startProcess(store, `${newKey},${oldKey}`);
  });
  afterAll(async () => {
    await t.close();
    await store.database.close();
  });

  test("keeps everything working, and destroys the old key at its end", async () => {
    const idempotent = { body: ada, headers: { "idempotency-key": "once" } };
    const created = await t.call("POST", "/v1/customers", idempotent);
    const intent = (
      await t.call("POST", "/v1/payment-intents", {
        body: {
          externalPaymentIntentId: "order-1",
          externalCustomerId: "ada",
          amount: 10,
          currency: "USD",
        },
      })
    ).json();
    const payer = {
      name: "Lucky Bingo",
      tinType: "EIN",
      tin: "123456789",
      phone: "7755550100",
      address: { line1: "1 Fortune Way", city: "Reno", state: "NV", postalCode: "89501" },
    };
    const set = await t.command("set", t.operator.operatorId, `payer=${JSON.stringify(payer)}`);
    expect(set).toMatchObject({ exitCode: 0 });
    const { browser } = await addStaff(t);

    await t.runJob("customers.search");
    const result = await rotate(t);
    expect(result.text).toContain("2 operators have a new data key");
    expect(await states()).toEqual(["1 active", "2 incoming"]);
    await workOn(t);
    t.clock.advance(120_000);
    await workOn(t);
    expect(await states()).toEqual(["1 retiring", "2 active"]);
    const resealed = await readAllSealed(t.service.deps);
    expect(resealed).toMatchObject({ unreadable: [], versions: new Set([2]) });
    expect(resealed.count).toBeGreaterThan(10);
    expect((await t.command("keys", "status")).text).toContain("destroyed after an hour");

    // Staff who were logged in can still search by name.
    expect((await browser.ok("GET", "/customers?search=lovelace")).total).toBe(1);
    t.clock.advance(61 * 60_000);
    await workOn(t);
    expect(await states()).toEqual(["2 active"]);
    expect((await readAllSealed(t.service.deps)).unreadable).toEqual([]);
    expect((await t.command("keys", "status")).text).toContain("No rotation is in progress");

    const repeat = await t.call("POST", "/v1/customers", idempotent);
    expect(repeat.headers["idempotent-replayed"]).toBe("true");
    expect(repeat.json()).toEqual(created.json());
    const other = { body: { ...ada, externalCustomerId: "x" } };
    expect((await t.call("POST", "/v1/customers", other)).json().message).toMatch(/e-?mail/i);
    const { browser: later } = await addStaff(t);
    expect((await later.ok("GET", "/customers?search=lovelace")).total).toBe(1);
    const session = await t.callAsClient("GET", "/v1/client/session", intent.clientSecretKey);
    expect(session.statusCode).toBe(200);
    const verdict = await verifyAudit(t.service.deps, t.operator.operatorId);
    expect(verdict.problem).toBeNull();
    const audit = await t.command("audit", "list", t.operator.operatorId);
    for (const action of ["data_key.made", "data_key.activated", "data_key.destroyed"]) {
      expect(audit.text).toContain(action);
    }
  });

  test("finds a value that was sealed late, and keeps its key until the value is resealed", async () => {
    await rotate(t);
    t.clock.advance(120_000);
    await workOn(t);
    const [row] = await t.service.deps.database.kysely
      .selectFrom("customers")
      .select(["customer_id", "operator_id"])
      .execute();
    if (!row) throw new Error("there is no customer");
    // A process with old keys sealed this.
    const sealed = await sealWithVersion(t, row.operator_id, 2, row.customer_id, "Augusta");
    await sql`update customers set first_name_sealed = ${sealed}`.execute(store.database.kysely);
    t.clock.advance(61 * 60_000);
    await workOn(t);
    expect(await states()).toEqual(["2 retiring", "3 active"]);
    t.clock.advance(61_000);
    await workOn(t);
    expect(await states()).toEqual(["3 active"]);
    expect((await t.call("GET", "/v1/customers/ada")).json().data.firstName).toBe("Augusta");
  });

  test("starts a walk over that another version of the service began with other tables", async () => {
    await rotate(t);
    t.clock.advance(120_000);
    await workOn(t);
    const row = await t.service.deps.database.kysely
      .selectFrom("customers")
      .select(["customer_id", "operator_id"])
      .executeTakeFirstOrThrow();
    const sealed = await sealWithVersion(t, row.operator_id, 3, row.customer_id, "Ada");
    await sql`update customers set first_name_sealed = ${sealed}`.execute(store.database.kysely);
    t.clock.advance(61 * 60_000);
    // This is the last table; the other version may have walked it before the customers.
    await t.service.deps.database.kysely
      .insertInto("key_walks")
      .values({
        started_at: new Date(t.clock.nowMs()),
        table_name: "idempotency_keys",
        cursor: null,
        lease_token: null,
        lease_until: null,
        finished_at: null,
      })
      .execute();
    await workOn(t);
    expect(await states()).toEqual(["3 retiring", "4 active"]);
    await finishRotation(t);
    expect(await states()).toEqual(["4 active"]);
    expect((await t.call("GET", "/v1/customers/ada")).json().data.firstName).toBe("Ada");
  });

  test("keeps the key of a value that cannot be decrypted, and reports it", async () => {
    const { rows } = await sql<{ sealed: string }>`select last_name_sealed as sealed
      from customers`.execute(store.database.kysely);
    const sealed = rows[0]?.sealed ?? "";
    const broken = `${sealed.slice(0, -8)}AAAAAAAA`;
    await sql`update customers set last_name_sealed = ${broken}`.execute(store.database.kysely);
    await rotate(t);
    await finishRotation(t);
    expect(await states()).toEqual(["4 retiring", "5 active"]);
    expect((await t.command("keys", "status")).text).toMatch(/1 values cannot be decrypted/);
    expect(t.logLines.join("\n")).toContain("a sealed value cannot be decrypted");
    // Each walk reads all tables, so it is not repeated every minute until somebody restores the value.
    const walks = async () => {
      const { rows } = await sql`select 1 from key_walks`.execute(store.database.kysely);
      return rows.length;
    };
    const before = await walks();
    for (let minute = 0; minute < 30; minute += 2) {
      t.clock.advance(2 * 60_000);
      await workOn(t);
    }
    expect(await walks()).toBe(before);
    await sql`update customers set last_name_sealed = ${sealed}`.execute(store.database.kysely);
    await finishRotation(t);
    expect(await states()).toEqual(["5 active"]);
  });

  test("moves every key to the current key-encryption key, so that the old one can be removed", async () => {
    const before = await t.command("keys", "status");
    expect(before.text).toMatch(/kek_[0-9a-f]{16} +current/);
    expect(await kekIds()).toHaveLength(1);
    const last = await startProcess(store, newKey, { clock: t.clock });
    const read = await readAllSealed(last.service.deps);
    expect(read).toMatchObject({ unreadable: [] });
    await last.close();
    // This comes before the expectation: a promise that rejects while another is awaited counts as unhandled.
    const [currentKekId = "none"] = await kekIds();
    await expect(startProcess(store, oldKey)).rejects.toMatchObject({
      code: "key_encryption_key_not_configured",
      message: expect.stringContaining(currentKekId),
    });
  });
});

test("a store moves to another key-encryption key: first with both, then with the new one alone", async () => {
  const store = await openTestDatabase();
  const first = await startProcess(store, oldKey);
  await first.call("POST", "/v1/customers", { body: ada });
  const { clock } = first;
  await first.close();
  await expect(startProcess(store, newKey)).rejects.toMatchObject({
    code: "key_encryption_key_not_configured",
  });
  const both = await startProcess(store, `${newKey}, ${oldKey}`, { clock });
  await rotate(both);
  // Nothing is resealed yet.
  const alone = await startProcess(store, newKey, { clock });
  const read = await readAllSealed(alone.service.deps);
  expect(read.unreadable).toEqual([]);
  expect(read.count).toBeGreaterThan(3);
  await finishRotation(alone);
  expect(await readAllSealed(alone.service.deps)).toMatchObject({ unreadable: [] });
  for (const service of [both, alone]) await service.close();
  await store.database.close();
});

test("a damaged key of one operator stops neither the process nor the rotation of the others", async () => {
  const store = await openTestDatabase();
  const first = await startProcess(store, oldKey);
  const { operatorId: damaged, secretKey } = first.operator;
  await first.call("POST", "/v1/customers", { body: ada });
  const { clock } = first;
  await first.close();
  await sql`update data_keys set wrapped_key = reverse(wrapped_key)
    where operator_id = ${damaged}`.execute(store.database.kysely);
  const t = await startProcess(store, `${newKey},${oldKey}`, { clock });
  await t.call("POST", "/v1/customers", { body: ada });
  expect((await t.call("GET", "/readyz", { token: null })).statusCode).toBe(200);
  expect((await t.call("GET", "/v1/customers/ada", { token: secretKey })).statusCode).toBe(503);

  expect((await rotate(t)).text).toContain(`cannot be unwrapped: data_keys:${damaged}:1`);
  await finishRotation(t);
  const { rows } = await sql<{ state: string; key_version: number }>`select key_version, state
    from data_keys where operator_id <> ${damaged}`.execute(store.database.kysely);
  expect(new Set(rows.map(({ key_version, state }) => `${key_version} ${state}`))).toEqual(
    new Set(["2 active"]),
  );
  expect((await t.call("GET", "/v1/customers/ada")).json().data.firstName).toBe("Ada");
  const status = (await t.command("keys", "status")).text;
  expect(status).toContain(`A key of ${damaged} cannot be unwrapped`);
  expect(status).toMatch(/kek_[0-9a-f]{16} +readable +wraps 1 keys/);
  const reported = t.logLines.filter((line) => line.includes("a key of an operator cannot be"));
  expect(reported).toEqual([expect.stringContaining(damaged)]);

  // Restored from a backup, it is rotated like the others.
  await sql`update data_keys set wrapped_key = reverse(wrapped_key)
    where operator_id = ${damaged}`.execute(store.database.kysely);
  await t.runJob("refresh_keys");
  const found = await t.call("GET", "/v1/customers/ada", { token: secretKey });
  expect(found.json().data.firstName).toBe("Ada");
  expect((await rotate(t)).text).not.toContain("cannot be unwrapped");
  await finishRotation(t);
  expect((await t.command("keys", "status")).text).not.toContain("cannot be unwrapped");
  await t.close();
  await store.database.close();
});

test("a damaged older key of one operator does not stop the resealing of the others", async () => {
  const store = await openTestDatabase();
  const t = await startProcess(store, oldKey);
  const { operatorId: damaged, secretKey } = await t.createOperator();
  await t.call("POST", "/v1/customers", { body: ada, token: secretKey });
  await t.call("POST", "/v1/customers", { body: ada });
  await rotate(t);
  await sql`update data_keys set wrapped_key = reverse(wrapped_key)
    where operator_id = ${damaged} and key_version = 1`.execute(store.database.kysely);
  const later = await startProcess(store, oldKey, { clock: t.clock });
  later.clock.advance(120_000);
  await workOn(later);
  const { rows } = await sql<{ operator_id: string }>`select operator_id from customers
    where email_sealed like '1.%'`.execute(store.database.kysely);
  expect(rows).toEqual([{ operator_id: damaged }]);
  expect((await later.command("keys", "status")).text).toContain("values cannot be decrypted");
  await later.close();
  await t.close();
  await store.database.close();
});

test("a damaged value of one operator does not prevent the destruction of the others' old data keys", async () => {
  const store = await openTestDatabase();
  const t = await startProcess(store, oldKey);
  const { operatorId: damaged, secretKey } = await t.createOperator();
  for (const name of ["ada", "bob"]) {
    const body = { ...ada, externalCustomerId: name };
    await t.call("POST", "/v1/customers", { body, token: secretKey });
  }
  await t.call("POST", "/v1/customers", { body: ada });
  const change = (text: string) =>
    sql`update customers set last_name_sealed = ${sql.raw(text)}
      where operator_id = ${damaged}`.execute(store.database.kysely);
  await change("reverse(last_name_sealed)");
  await rotate(t);
  await finishRotation(t);
  const retiring = async () => {
    const { rows } = await sql<{ operator_id: string }>`select operator_id from data_keys
      where state = 'retiring'`.execute(store.database.kysely);
    return rows.map((row) => row.operator_id);
  };
  expect(await retiring()).toEqual([damaged]);
  expect((await t.command("keys", "status")).text).toMatch(/\d values cannot be decrypted/);
  const problem = "so retired data keys are not destroyed";
  const lines = t.logLines.filter((line) => line.includes(problem));
  expect(lines.at(-1)).toContain(damaged);
  await change("reverse(last_name_sealed)");
  await finishRotation(t);
  expect(await retiring()).toEqual([]);
  await t.close();
  await store.database.close();
});

test("a damaged index key of one operator does not prevent the destruction of the others' old data keys", async () => {
  const store = await openTestDatabase();
  const t = await startProcess(store, oldKey);
  const { operatorId: damaged } = await t.createOperator();
  await t.call("POST", "/v1/customers", { body: ada });
  await rotate(t);
  t.clock.advance(120_000);
  await workOn(t);
  await sql`update index_keys set wrapped_key = reverse(wrapped_key)
    where owner = ${damaged}`.execute(store.database.kysely);
  const later = await startProcess(store, oldKey, { clock: t.clock });
  later.clock.advance(65 * 60_000);
  await workOn(later);
  const { rows } = await sql<{ operator_id: string }>`select operator_id from data_keys
    where state = 'retiring'`.execute(store.database.kysely);
  expect(rows).toEqual([{ operator_id: damaged }]);
  expect((await later.command("keys", "status")).text).toContain(`A key of ${damaged} cannot be`);

  await sql`update index_keys set wrapped_key = reverse(wrapped_key)
    where owner = ${damaged}`.execute(store.database.kysely);
  later.clock.advance(65 * 60_000);
  await workOn(later);
  expect((await later.command("keys", "status")).text).toContain("No rotation is in progress");
  await later.close();
  await t.close();
  await store.database.close();
});

test("a data key at its limit of uses is replaced by a new one automatically", async () => {
  const t = await createTestService({ keyTimes: { startNewAtUses: 1_000 } });
  await t.call("POST", "/v1/customers", { body: ada });
  await finishRotation(t);
  const { rows } = await sql<{ state: string; key_version: number; uses: number }>`
    select key_version, state, uses from data_keys
    where operator_id = ${t.operator.operatorId}`.execute(t.service.deps.database.kysely);
  // A block is larger than this limit.
  expect(rows.every(({ key_version }) => key_version > 1)).toBe(true);
  expect((await readAllSealed(t.service.deps)).unreadable).toEqual([]);
  const audit = await t.command("audit", "list", t.operator.operatorId);
  expect(audit.text).toMatch(/service +data_key.made/);
  await t.close();
});

test("unknown commands are refused", async () => {
  const t = await createTestService();
  for (const words of [["keys"], ["keys", "burn"], ["keys", "rotate", "now"]]) {
    expect(await t.command(...words)).toMatchObject({ exitCode: 1 });
  }
  expect((await t.command("help")).text).toContain("keys rotate");
  await t.close();
});

/** Seals as a process that has old keys in memory. */
async function sealWithVersion(
  t: TestService,
  operatorId: string,
  version: number,
  id: string,
  text: string,
): Promise<string> {
  const { seal } = await import("../../platform/secrets/seal.ts");
  const keyring = t.service.deps.keyring as unknown as {
    known(): Map<string, { versions: Map<number, { key: Uint8Array }> }>;
  };
  const key = keyring.known().get(operatorId)?.versions.get(version)?.key;
  if (!key) throw new Error(`version ${version} is gone`);
  const place = `${operatorId}:customers:first_name_sealed:${id}`;
  return `${version}.${seal(key, place, Buffer.from(text), t.service.deps.random)}`;
}
