import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestDatabase } from "../../testing/test-database.ts";
import { systemClock } from "../clock.ts";
import type { Database } from "../database/database.ts";
import { inTransaction } from "../database/transaction.ts";
import { createSystemRandomness } from "../randomness.ts";
import { loadKeyEncryptionKey } from "./key-encryption-key.ts";
import { type Keyring, openKeyring, WrongKeyEncryptionKey } from "./keyring.ts";
import { SealBroken } from "./seal.ts";

const random = createSystemRandomness();
const keyEncryptionKey = new Uint8Array(32).fill(1);
let database: Database;
let keyring: Keyring;

const addOperator = (operatorId: string) =>
  inTransaction(database, async (tx) => {
    const at = new Date(0);
    await tx
      .insertInto("operators")
      .values({
        ...{ operator_id: operatorId, name: "x", is_demo: false, settings: "{}" },
        ...{ feature_flags: "{}", version: 1, created_at: at, updated_at: at },
      })
      .execute();
    await keyring.create(tx, operatorId);
  });
const open = (key = keyEncryptionKey) => openKeyring({ database, clock: systemClock, random }, key);

beforeAll(async () => {
  ({ database } = await openTestDatabase());
  keyring = await open();
  for (const operatorId of ["op_a", "op_b"]) {
    await addOperator(operatorId);
    await keyring.load(operatorId);
  }
});
afterAll(() => database.close());

const place = { operatorId: "op_a", table: "cards", column: "number", id: "pay_1" };

describe("a sealed field", () => {
  test("opens where it was sealed, also after a restart, and never reads the same twice", async () => {
    const sealed = keyring.encryptField(place, "4242 ü");
    expect(keyring.decryptField(place, sealed)).toBe("4242 ü");
    expect((await open()).decryptField(place, sealed)).toBe("4242 ü");
    expect(keyring.encryptField(place, "4242 ü")).not.toBe(sealed);
    expect(sealed).not.toContain("4242");
    expect(keyring.decryptField(place, keyring.encryptField(place, ""))).toBe("");
  });

  test.each([
    ["another operator", { operatorId: "op_b" }],
    ["another table", { table: "banks" }],
    ["another column", { column: "holder" }],
    ["another row", { id: "pay_2" }],
  ])("does not open for %s", (_what, other) => {
    const sealed = keyring.encryptField(place, "secret");
    expect(() => keyring.decryptField({ ...place, ...other }, sealed)).toThrow(SealBroken);
  });

  test("does not open when a character was changed", () => {
    const sealed = keyring.encryptField(place, "secret");
    const changed = sealed.slice(0, -2) + (sealed.endsWith("AA") ? "BB" : "AA");
    expect(() => keyring.decryptField(place, changed)).toThrow(SealBroken);
    expect(() => keyring.decryptField(place, "1.short")).toThrow(SealBroken);
  });
});

test("an index is equal for equal texts of one operator and purpose only", () => {
  const index = keyring.blindIndex("op_a", "email", "a@b.c");
  expect(keyring.blindIndex("op_a", "email", "a@b.c")).toBe(index);
  expect(keyring.blindIndex("op_b", "email", "a@b.c")).not.toBe(index);
  expect(keyring.blindIndex("op_a", "phone", "a@b.c")).not.toBe(index);
  expect(index).toHaveLength(43);
});

test("another process's new operator has a key once it is loaded", async () => {
  const other = await open();
  await addOperator("op_c");
  await other.load("op_c");
  await keyring.load("op_c");
  const there = { ...place, operatorId: "op_c" };
  expect(keyring.decryptField(there, other.encryptField(there, "shared"))).toBe("shared");
  expect(() => keyring.encryptField({ ...place, operatorId: "op_d" }, "x")).toThrow(/not loaded/);
});

test("another key-encryption key than the first one is refused at the start", async () => {
  await expect(open(new Uint8Array(32).fill(2))).rejects.toBeInstanceOf(WrongKeyEncryptionKey);
});

test("the sandbox makes its key-encryption key once, for its owner only; production makes none", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "tessera-kek-"));
  const config = { environment: "sandbox" as const, dataDir, keyEncryptionKey: undefined };
  const key = loadKeyEncryptionKey(config, random);
  expect(key).toHaveLength(32);
  expect(loadKeyEncryptionKey(config, random)).toEqual(key);
  expect(statSync(join(dataDir, "key-encryption-key")).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(dataDir, "key-encryption-key"), "utf8")).toHaveLength(45);
  const production = { ...config, environment: "production" as const };
  expect(() => loadKeyEncryptionKey(production, random)).toThrow(/TESSERA_KEY_ENCRYPTION_KEY/);
  rmSync(dataDir, { recursive: true });
});
