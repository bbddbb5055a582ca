import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { strongKey, strongSecret } from "../platform/testing/strong-secrets.ts";
import { weaknessOfKey } from "../platform/weak-secrets.ts";
import { readConfig } from "./read-config.ts";

const acquirer = { name: "acquirer", url: "https://acquirer.example", key: strongSecret };
const production = {
  TESSERA_ENV: "production",
  TESSERA_KEY_ENCRYPTION_KEY: strongKey(),
  PUBLIC_URL: "https://pay.example",
  PROCESSORS: JSON.stringify(acquirer),
  DIRECTORY_SERVER: JSON.stringify(acquirer),
};
const authority = `&sslrootcert=${encodeURIComponent(import.meta.filename)}`;
const base64 = (bytes: Iterable<number>) => Buffer.from([...bytes]).toString("base64");
const reading = (changes: Record<string, string>) => () =>
  readConfig({ ...production, ...changes });
const connector = (key: string) => JSON.stringify({ ...acquirer, key });

afterEach(() => vi.unstubAllEnvs());

describe("production refuses", () => {
  test.each([
    ["zeros", base64(new Uint8Array(32))],
    ["one byte", base64(new Uint8Array(32).fill(7))],
    ["two alternating bytes", base64(Array.from({ length: 32 }, (_, at) => (at % 2 ? 17 : 200)))],
    ["a sequence", base64(Array.from({ length: 32 }, (_, at) => at))],
    ["a sequence in threes", base64(Array.from({ length: 32 }, (_, at) => (at * 3 + 9) % 256))],
    ["text", Buffer.from("correct horse battery staple 42!").toString("base64")],
  ])("a key-encryption key that is %s", (_what, key) => {
    expect(reading({ TESSERA_KEY_ENCRYPTION_KEY: key })).toThrow(
      /^TESSERA_KEY_ENCRYPTION_KEY is not a random key/,
    );
    expect(reading({ TESSERA_KEY_ENCRYPTION_KEY: key })).not.toThrow(key);
  });

  test.each([
    ["without TLS", "?sslmode=disable"],
    ["with optional TLS", "?sslmode=prefer"],
    ["without a TLS setting", ""],
    ["without certificate verification", "?sslmode=no-verify"],
    [
      "without certificate verification, in libpq's reading",
      "?uselibpqcompat=true&sslmode=require",
    ],
    [
      "without verification of the server's name",
      `?uselibpqcompat=true&sslmode=verify-ca${authority}`,
    ],
    ["with a TLS setting without effect", "?ssl=false"],
    ["with a host that replaces this machine", "?host=other.example"],
  ])("a database on another machine %s, without showing its password", (_what, query) => {
    const url = `postgres://tessera:hunter2-and-more@db.example:5432/tessera${query}`;
    expect(reading({ DATABASE_URL: url })).toThrow(/^DATABASE_URL .*sslmode=verify-full/);
    expect(reading({ DATABASE_URL: url })).not.toThrow(/hunter2/);
  });

  test.each([
    ["host", "postgres://127.0.0.1/t?host=127.0.0.1&host=db.example"],
    ["sslmode", "postgres://db.example/t?sslmode=verify-full&sslmode=disable"],
    ["a parameter", "postgres://db.example/t?hunter2!=1&hunter2!=2"],
  ])("a database address that sets %s twice", (what, url) => {
    for (const env of [production, {}]) {
      expect(() => readConfig({ ...env, DATABASE_URL: url })).toThrow(
        `DATABASE_URL contains ${what} more than once`,
      );
    }
  });

  test("a database that the client's own environment moves to another machine", () => {
    const open = reading({ DATABASE_URL: "postgres:///tessera" });
    expect(open).not.toThrow();
    vi.stubEnv("PGHOST", "db.example");
    expect(open).toThrow(/^DATABASE_URL .*PGHOST/);
    vi.stubEnv("PGSSLMODE", "no-verify");
    expect(open).toThrow(/^DATABASE_URL .*PGSSLMODE/);
    vi.stubEnv("PGSSLMODE", "verify-full");
    expect(open).not.toThrow();
    // The address overrides PGSSLMODE.
    expect(reading({ DATABASE_URL: "postgres:///tessera?sslmode=disable" })).toThrow(/PGSSLMODE/);
    vi.stubEnv("PGHOST", "/var/run/postgresql");
    expect(reading({ DATABASE_URL: "postgres:///tessera?sslmode=disable" })).not.toThrow();
  });

  test("a database whose certificate authority cannot be read, without showing the address", () => {
    const url = "postgres://u:hunter2@db.example/t?sslmode=verify-full&sslrootcert=/none/ca.pem";
    expect(reading({ DATABASE_URL: url })).toThrow(/^DATABASE_URL names a certificate file/);
    expect(reading({ DATABASE_URL: url })).not.toThrow(/hunter2/);
  });

  test("an unreadable database address, without showing it", () => {
    for (const url of ["postgres://u:hunter2%zz@db.example/t", "postgres://u:hunter2@db ex/t"]) {
      for (const env of [production, {}]) {
        expect(() => readConfig({ ...env, DATABASE_URL: url })).toThrow(
          /^DATABASE_URL can't be read/,
        );
        expect(() => readConfig({ ...env, DATABASE_URL: url })).not.toThrow(/hunter2/);
      }
    }
  });

  test.each([
    "PROCESSORS",
    "DIRECTORY_SERVER",
    "PAYOUT_PROCESSOR",
    "BANK_LOGIN",
    "PAY_BY_BANK",
    "TIN_MATCHING",
  ])("%s with a guessable key", (name) => {
    for (const key of ["k", "short-secret", "a".repeat(40), "change-me-before-launch"]) {
      expect(reading({ [name]: connector(key) })).toThrow(`${name}: the key of acquirer`);
    }
  });

  test("disabled certificate verification", () => {
    const unchecked = { NODE_TLS_REJECT_UNAUTHORIZED: "0" };
    expect(reading(unchecked)).toThrow(/^NODE_TLS_REJECT_UNAUTHORIZED/);
    expect(() => readConfig(unchecked)).not.toThrow();
  });

  test("a short token for the carrier or metrics", () => {
    const twilio = { TWILIO_ACCOUNT_SID: "AC1", TWILIO_FROM: "+12025550100" };
    expect(reading({ ...twilio, TWILIO_AUTH_TOKEN: "t" })).toThrow(/^TWILIO_AUTH_TOKEN/);
    expect(reading({ METRICS_TOKEN: "x" })).toThrow(/^METRICS_TOKEN/);
  });

  test("all of these together, in one message", () => {
    const refused = reading({
      TESSERA_KEY_ENCRYPTION_KEY: base64(new Uint8Array(32)),
      DATABASE_URL: "postgres://db.example/tessera",
      PROCESSORS: connector("k"),
      PUBLIC_URL: "http://pay.example",
    });
    for (const name of ["TESSERA_KEY_ENCRYPTION_KEY", "DATABASE_URL", "PROCESSORS", "PUBLIC_URL"]) {
      expect(refused).toThrow(new RegExp(`^${name}`, "m"));
    }
  });
});

test("production accepts databases over TLS, on this machine and over a socket", () => {
  for (const url of [
    "postgres://tessera:p@db.example/tessera?sslmode=verify-full",
    "postgres://tessera:p@db.example/tessera?sslmode=require",
    "postgres://tessera:p@db.example/tessera?ssl=true",
    "postgres://tessera:p@127.0.0.1/tessera",
    "postgres://tessera:p@[::1]:5432/tessera",
    "postgres://localhost/tessera?sslmode=disable",
    "postgres:///tessera?host=/var/run/postgresql",
    "postgres://db.example/tessera?host=127.0.0.1",
    "postgres:///tessera",
  ]) {
    expect(readConfig({ ...production, DATABASE_URL: url }).databaseUrl).toBe(url);
  }
});

test("random keys are always accepted", () => {
  for (let count = 0; count < 2_000; count += 1) {
    expect(weaknessOfKey(createHash("sha256").update(String(count)).digest())).toBeUndefined();
  }
});

test("the sandbox accepts what production refuses", () => {
  const env = { TESSERA_KEY_ENCRYPTION_KEY: base64(new Uint8Array(32)), METRICS_TOKEN: "x" };
  expect(readConfig(env)).toMatchObject({ metricsToken: "x" });
});

describe("several key-encryption keys", () => {
  test("are read in order from the setting; the one that only decrypts can be weak", () => {
    const weak = base64(new Uint8Array(32).fill(7));
    const { keyEncryptionKeys } = reading({
      TESSERA_KEY_ENCRYPTION_KEY: `${strongKey()}, ${weak}`,
    })();
    expect(keyEncryptionKeys.map((key) => base64(key))).toEqual([strongKey(), weak]);
  });

  test("can be read from a file with comments", () => {
    const folder = mkdtempSync(join(tmpdir(), "tessera-keys-"));
    const path = join(folder, "keys");
    writeFileSync(path, `# made in May\n${strongKey("may")}\n${strongKey("april")} # old\n`);
    const env = { TESSERA_KEY_ENCRYPTION_KEY: "", TESSERA_KEY_ENCRYPTION_KEY_FILE: path };
    const { keyEncryptionKeys } = reading(env)();
    expect(keyEncryptionKeys.map((key) => base64(key))).toEqual([
      strongKey("may"),
      strongKey("april"),
    ]);
    rmSync(folder, { recursive: true });
    expect(reading(env)).toThrow(/^TESSERA_KEY_ENCRYPTION_KEY_FILE .*ENOENT/);
  });

  test.each([
    ["both at once", { TESSERA_KEY_ENCRYPTION_KEY_FILE: "/tmp/keys" }, /are both set: unset one/],
    ["one twice", { TESSERA_KEY_ENCRYPTION_KEY: `${strongKey()},${strongKey()}` }, /twice/],
    ["half a key", { TESSERA_KEY_ENCRYPTION_KEY: strongKey().slice(0, 20) }, /32 bytes/],
  ])("are refused as %s", (_what, change, message) => {
    expect(reading(change)).toThrow(message);
  });
});
