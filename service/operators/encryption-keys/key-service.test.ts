import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  type StandInKeyService,
  standInForVault,
  vaultKey,
} from "../../platform/secrets/key-services/testing/stand-in-key-services.ts";
import type { TestService } from "../../testing/create-test-service.ts";
import { createTestClock } from "../../testing/test-clock.ts";
import { openTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { readAllSealed } from "./testing/find-unreadable.ts";
import { finishRotation, keyOf, rotate, startProcess, workOn } from "./testing/key-process.ts";

/** The tests depend on their order: keys move to a key service, which then fails. */
const localKey = keyOf("a");
const clock = createTestClock();
let vault: StandInKeyService;
let store: TestDatabase;
const open: TestService[] = [];

async function start(keys: string, list: readonly string[]): Promise<TestService> {
  const entries = list.map((type) =>
    type === "local"
      ? { type }
      : { type, url: vault.url, key: vaultKey, token: { env: "VAULT_TOKEN" } },
  );
  const env = { TESSERA_KEY_SERVICE: JSON.stringify(entries), VAULT_TOKEN: vault.credentials };
  const t = await startProcess(store, keys, { clock, ...(list.length > 0 && { env }) });
  open.push(t);
  return t;
}
const kekIds = async () => {
  const { rows } = await sql<{ kek_id: string }>`select distinct kek_id from
    (select kek_id from data_keys union all select kek_id from index_keys) k order by 1`.execute(
    store.database.kysely,
  );
  return rows.map(({ kek_id }) => kek_id);
};
const addCustomer = (t: TestService, id: string) =>
  t.call("POST", "/v1/customers", {
    body: { externalCustomerId: id, data: { email: `${id}@example.com` } },
  });
const readiness = async (t: TestService) => {
  const response = await t.call("GET", "/readyz", { token: null });
  const { warnings = [] }: { warnings?: { code: string }[] } = response.json();
  return [response.statusCode, warnings.map(({ code }) => code)];
};

beforeAll(async () => {
  vault = await standInForVault();
  store = await openTestDatabase();
});
beforeEach(() => {
  vault.fault = undefined;
});
afterAll(async () => {
  for (const t of open) await t.close();
  await store.database.close();
  await vault.close();
});

test("keys move from the setting to a key service, by a rotation", async () => {
  const before = await start(localKey, []);
  expect((await addCustomer(before, "ada")).statusCode).toBe(201);
  const after = await start(localKey, ["vault-transit"]);
  expect((await rotate(after)).text).toContain("keys wrapped with vault-transit:transit/tessera");
  expect(await kekIds()).toEqual(["vault-transit:transit/tessera:v1"]);
  const status = (await after.command("keys", "status")).text;
  expect(status).toMatch(/vault-transit:transit\/tessera:v1 +current/);
  expect(status).toMatch(/kek_[0-9a-f]{16} wraps no keys: remove it/);
  await finishRotation(after);
  const last = await start("", ["vault-transit"]);
  for (const { operatorId } of [before.operator, after.operator, last.operator]) {
    await last.service.deps.keyring.load(operatorId);
  }
  expect((await readAllSealed(last.service.deps)).unreadable).toEqual([]);
});

test("a rotation rewraps the keys that an older version of the key service's key wrapped", async () => {
  const t = await start("", ["vault-transit"]);
  vault.version = 2;
  await rotate(t);
  await workOn(t);
  expect(await kekIds()).toEqual(["vault-transit:transit/tessera:v2"]);
});

test("a running process keeps serving while the key service is down, says so, and recovers", async () => {
  const t = await start("", ["vault-transit"]);
  await addCustomer(t, "grace");
  vault.fault = "drop";
  await t.runJob("check_key_service");
  clock.advance(15 * 60_000);
  await t.runJob("refresh_keys");
  expect((await addCustomer(t, "alan")).statusCode).toBe(201);
  expect((await t.call("GET", "/v1/customers/grace")).json().data.email).toBe("grace@example.com");
  expect(await readiness(t)).toEqual([200, ["key_service_unavailable"]]);
  const metrics = async () => (await t.service.deps.metrics.expose()).text;
  expect(await metrics()).toContain("tessera_key_service_up 0");
  const lines = t.logLines.filter((line) => line.includes("key_service_unreachable"));
  expect(lines).toHaveLength(1);
  expect(t.logLines.join("")).not.toContain(vault.credentials);
  expect((await t.command("keys", "status")).text).toContain("The key service does not work");
  await expect(t.createOperator()).rejects.toMatchObject({ code: "key_service_unreachable" });
  expect(await t.command("keys", "rotate")).toMatchObject({
    exitCode: 1,
    text: expect.stringContaining("Refused: key_service_unreachable"),
  });
  vault.fault = undefined;
  clock.advance(60_000);
  await t.runJob("check_key_service");
  expect(await readiness(t)).toEqual([200, []]);
  expect(await metrics()).toContain("tessera_key_service_up 1");
  await t.createOperator();
});

test("an operator that another process created becomes available as soon as the key service works", async () => {
  const [one, other] = [await start("", ["vault-transit"]), await start("", ["vault-transit"])];
  const { secretKey } = await one.createOperator();
  vault.fault = { status: 403 };
  clock.advance(15_000);
  const ask = () => other.call("GET", "/v1/customers/nobody", { token: secretKey });
  expect((await ask()).statusCode).toBe(503);
  // Other operators are served, and the process stays ready.
  expect((await other.call("GET", "/v1/customers/grace")).statusCode).not.toBe(503);
  expect(await readiness(other)).toEqual([200, ["key_service_unavailable"]]);
  vault.fault = undefined;
  clock.advance(5_000);
  await other.runJob("refresh_keys");
  expect((await ask()).statusCode).toBe(404);
  expect(await readiness(other)).toEqual([200, []]);
});

test.each([
  ["down", "drop", /key_service_unreachable: the key service vault-transit:transit\/tessera/],
  ["refusing", { status: 403 }, /key_service_denied/],
] as const)(
  "a process does not start while the key service is %s, and says why",
  async (_, fault, message) => {
    vault.fault = fault;
    await expect(start("", ["vault-transit"])).rejects.toThrow(message);
  },
);

test("keys move back to the setting", async () => {
  const t = await start(localKey, ["local", "vault-transit"]);
  await rotate(t);
  expect(await kekIds()).toEqual([expect.stringMatching(/^kek_/)]);
});

test("a process without the key service says which key is missing", async () => {
  await rotate(await start(localKey, ["vault-transit"]));
  await expect(start(localKey, [])).rejects.toThrow(/vault-transit:transit\/tessera:v\d/);
});
