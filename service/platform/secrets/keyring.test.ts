import { createHmac } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestDatabase } from "../../testing/test-database.ts";
import { systemClock } from "../clock.ts";
import type { Database } from "../database/database.ts";
import { inTransaction } from "../database/transaction.ts";
import { ApiError } from "../http/api-error.ts";
import { createOutgoingHttp } from "../outgoing-http.ts";
import { createSystemRandomness } from "../randomness.ts";
import { createLocalKeyEncryption, KeyNotConfigured } from "./key-encryption.ts";
import { KeyServiceError } from "./key-services/key-service-error.ts";
import { firstIndexKey, raiseKeyEpoch } from "./key-store.ts";
import { maxUses } from "./key-uses.ts";
import { type ManagedKeyring, maxStaleMs, openKeyring } from "./keyring.ts";
import { loadKeyEncryption } from "./load-key-encryption.ts";
import { SealBroken, seal } from "./seal.ts";
import { type SealedTable, sealedColumns } from "./sealed-columns.ts";

const random = createSystemRandomness();
const sealedTables: readonly SealedTable[] = [
  {
    table: "customers",
    key: ["customer_id"],
    columns: sealedColumns("email_sealed", "address_sealed"),
    handedOut: ["link"],
  },
  { table: "staff", key: ["staff_id"], columns: sealedColumns("email_sealed") },
];
const keyEncryptionKey = new Uint8Array(32).fill(1);
let database: Database;
let keyring: ManagedKeyring;

const addOperator = async (operatorId: string) => {
  const keys = await keyring.createKeys(operatorId);
  await inTransaction(database, async (tx) => {
    const at = new Date(0);
    await tx
      .insertInto("operators")
      .values({
        operator_id: operatorId,
        name: "x",
        is_demo: false,
        settings: "{}",
        feature_flags: "{}",
        version: 1,
        created_at: at,
        updated_at: at,
      })
      .execute();
    await keys.insert(tx);
  });
};
const open = (key = keyEncryptionKey, steadyMs?: () => number) =>
  openKeyring(
    {
      database: { ...database, kind: "postgres" },
      machineClock: systemClock,
      random,
      keyEncryption: createLocalKeyEncryption([key], random),
      sealedTables,
    },
    steadyMs,
  );

beforeAll(async () => {
  ({ database } = await openTestDatabase());
  keyring = await open();
  for (const operatorId of ["op_a", "op_b"]) {
    await addOperator(operatorId);
    await keyring.load(operatorId);
  }
});
afterAll(() => database.close());

const place = { operatorId: "op_a", table: "customers", column: "email_sealed", id: "cus_1" };

describe("a sealed field", () => {
  test("opens in its own place, even after a restart, and is different each time", async () => {
    const sealed = keyring.encryptField(place, "4242 ü");
    expect(keyring.decryptField(place, sealed)).toBe("4242 ü");
    expect((await open()).decryptField(place, sealed)).toBe("4242 ü");
    expect(keyring.encryptField(place, "4242 ü")).not.toBe(sealed);
    expect(sealed).not.toContain("4242 ü");
    expect(keyring.decryptField(place, keyring.encryptField(place, ""))).toBe("");
  });

  test.each([
    ["another operator", { operatorId: "op_b" }],
    ["another table", { table: "staff" }],
    ["another column", { column: "address_sealed" }],
    ["another row", { id: "cus_2" }],
  ])("does not open for %s", (_what, other) => {
    const sealed = keyring.encryptField(place, "secret");
    expect(() => keyring.decryptField({ ...place, ...other }, sealed)).toThrow(SealBroken);
  });

  test("does not open when a character was changed", () => {
    const sealed = keyring.encryptField(place, "secret");
    // The last character has bits that base64 ignores.
    const at = sealed.length - 8;
    const changed = `${sealed.slice(0, at)}${sealed[at] === "A" ? "B" : "A"}${sealed.slice(at + 1)}`;
    expect(() => keyring.decryptField(place, changed)).toThrow(SealBroken);
    expect(() => keyring.decryptField(place, "1.short")).toThrow(SealBroken);
  });
});

test("indexes are equal only for the same text, operator and purpose", () => {
  const index = keyring.blindIndex("op_a", "email", "a@b.c");
  expect(keyring.blindIndex("op_a", "email", "a@b.c")).toBe(index);
  expect(keyring.blindIndex("op_b", "email", "a@b.c")).not.toBe(index);
  expect(keyring.blindIndex("op_a", "phone", "a@b.c")).not.toBe(index);
  expect(index).toHaveLength(43);
});

test("loading reads the key of an operator that another process created", async () => {
  const other = await open();
  await addOperator("op_c");
  await other.load("op_c");
  await keyring.load("op_c");
  const there = { ...place, operatorId: "op_c" };
  expect(keyring.decryptField(there, other.encryptField(there, "shared"))).toBe("shared");
  expect(() => keyring.encryptField({ ...place, operatorId: "op_d" }, "x")).toThrow(/not loaded/);
});

test("the keyring does not seal for a place that a key rotation would miss", () => {
  const elsewhere = { ...place, column: "forgotten_sealed" };
  expect(() => keyring.encryptField(elsewhere, "x")).toThrow(/sealed-columns/);
  const handedOut = { ...place, column: "link" };
  expect(keyring.decryptField(handedOut, keyring.encryptField(handedOut, "x"))).toBe("x");
});

test("a different key-encryption key is refused at startup with the id of the missing one", async () => {
  const error = await open(new Uint8Array(32).fill(2)).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(KeyNotConfigured);
  const { currentId } = createLocalKeyEncryption([keyEncryptionKey], random);
  expect(String(error)).toContain(currentId);
  expect(String(error)).toContain("TESSERA_KEY_ENCRYPTION_KEY");
});

test("keys stored before ids existed are read, and their indexes do not change", async () => {
  const dataKey = random.bytes(32);
  const wrapped = seal(keyEncryptionKey, "data_keys:op_old:1", dataKey, random);
  await addOperator("op_old");
  await sql`update data_keys set wrapped_key = ${wrapped}, kek_id = null
    where operator_id = 'op_old'`.execute(database.kysely);
  await sql`delete from index_keys where owner = 'op_old'`.execute(database.kysely);
  const index = createHmac("sha256", firstIndexKey(dataKey)).update("email\na@b.c");
  expect((await open()).blindIndex("op_old", "email", "a@b.c")).toBe(index.digest("base64url"));
  const stored = await sql`select 1 from index_keys where owner = 'op_old'`.execute(
    database.kysely,
  );
  expect(stored.rows).toHaveLength(1);
});

test("a process with stale keys does not seal until it has refreshed them", async () => {
  let steadyMs = 0;
  const slept = await open(keyEncryptionKey, () => steadyMs);
  steadyMs = maxStaleMs + 1;
  expect(() => slept.encryptField(place, "x")).toThrow(ApiError);
  await slept.refresh();
  expect(slept.decryptField(place, slept.encryptField(place, "x"))).toBe("x");
});

test("an unknown key version may be new; it counts as damage once the keys were read again", async () => {
  await addOperator("op_unknown");
  const ofUnknown = { ...place, operatorId: "op_unknown" };
  const process = await open();
  const sealed = keyring.encryptField(ofUnknown, "text");
  const decrypt = (version: number) =>
    process.decryptField(ofUnknown, sealed.replace("1.", `${version}.`));
  const isUnavailable = expect.objectContaining({ code: "service_unavailable" });
  expect(() => decrypt(2)).toThrow(isUnavailable);
  expect(() => decrypt(99)).toThrow(isUnavailable);
  // Another process creates version 2, and this one has not read it.
  await sql`insert into data_keys (operator_id, key_version, wrapped_key, kek_id, state, created_at)
    select operator_id, 2, wrapped_key, kek_id, 'incoming', created_at from data_keys
    where operator_id = 'op_unknown'`.execute(database.kysely);
  await inTransaction(database, raiseKeyEpoch);
  expect(() => decrypt(2)).toThrow(isUnavailable);
  expect(() => decrypt(99)).toThrow(isUnavailable);
  await process.load("op_unknown");
  // Its row exists, although its key cannot be unwrapped.
  expect(() => decrypt(2)).toThrow(isUnavailable);
  expect(() => decrypt(99)).toThrow(SealBroken);
  expect(process.decryptField(ofUnknown, sealed)).toBe("text");
  await sql`delete from data_keys where operator_id = 'op_unknown'`.execute(database.kysely);
});

test("a text without a key version is damaged", () => {
  expect(() => keyring.decryptField(place, "text")).toThrow(SealBroken);
});

test("a damaged key that the key service then fails to open is tried again", async () => {
  await addOperator("op_damaged");
  const local = createLocalKeyEncryption([keyEncryptionKey], random);
  let failure: Error | undefined = new SealBroken("changed");
  const unwrap: typeof local.unwrap = async (wrapped, context) => {
    if (failure && context.includes("op_damaged")) throw failure;
    return local.unwrap(wrapped, context);
  };
  const opened = await openKeyring({
    database: { ...database, kind: "postgres" },
    machineClock: systemClock,
    random,
    keyEncryption: { ...local, unwrap },
    sealedTables,
  });
  expect([...opened.damaged()]).toEqual(["op_damaged"]);
  expect([opened.problem(), opened.keyServiceProblem()]).toEqual([undefined, undefined]);
  failure = new KeyServiceError("key_service_unreachable", "vault");
  await opened.refresh();
  expect(opened.keyServiceProblem()).toContain("key_service_unreachable");
  failure = undefined;
  await opened.refresh();
  expect(opened.keyServiceProblem()).toBeUndefined();
  expect([...opened.damaged()]).toEqual([]);
  expect(opened.known().has("op_damaged")).toBe(true);
});

test("each sealing process reserves uses in blocks, and the count is never too low", async () => {
  const usesOf = async () => {
    const { rows } = await sql<{ uses: number }>`select uses from data_keys
      where operator_id = 'op_b' and key_version = 1`.execute(database.kysely);
    return rows[0]?.uses ?? 0;
  };
  const processes = [await open(), await open()];
  const before = await usesOf();
  for (const opened of processes) {
    for (let count = 0; count < 5_000; count += 1) {
      opened.encryptField({ ...place, operatorId: "op_b" }, "x");
    }
    await opened.countUses();
    const after = await usesOf();
    await opened.countUses();
    expect(await usesOf()).toBe(after);
  }
  expect(await usesOf()).toBeGreaterThanOrEqual(before + 10_000);
  await sql`update data_keys set uses = ${maxUses} where operator_id = 'op_b'`.execute(
    database.kysely,
  );
  const last = await open();
  expect(() => last.encryptField({ ...place, operatorId: "op_b" }, "x")).toThrow(ApiError);
});

test("the sandbox creates its key-encryption key once, readable by its owner only; production creates none", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "tessera-kek-"));
  const config = {
    environment: "sandbox" as const,
    dataDir,
    keyEncryptionKeys: [],
    keyServices: [],
  };
  const noCalls = { http: createOutgoingHttp(), machineClock: systemClock };
  const { currentId } = loadKeyEncryption(config, random, noCalls);
  expect(loadKeyEncryption(config, random, noCalls).ids).toEqual([currentId]);
  expect(statSync(join(dataDir, "key-encryption-key")).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(dataDir, "key-encryption-key"), "utf8")).toHaveLength(45);
  const production = { ...config, environment: "production" as const };
  expect(() => loadKeyEncryption(production, random, noCalls)).toThrow(
    /TESSERA_KEY_ENCRYPTION_KEY/,
  );
  rmSync(dataDir, { recursive: true });
});
