import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Reader } from "maxmind";
import { expect, test } from "vitest";
import { writeMmdb } from "./mmdb.mjs";

const metadata = { databaseType: "Test", description: "A test", builtAtSeconds: 1_700_000_000 };
const read = (entries) => new Reader(writeMmdb(entries, metadata));

test("MaxMind's reader finds records by IPv4 and IPv6 address", () => {
  const reader = read([
    { network: "192.0.2.0/28", record: { country: { iso_code: "US" } } },
    { network: "2001:db8:1::/48", record: { country: { iso_code: "GB" }, list: ["a", "b"] } },
  ]);
  expect(reader.get("192.0.2.15")).toEqual({ country: { iso_code: "US" } });
  expect(reader.get("192.0.2.16")).toBeNull();
  expect(reader.get("2001:db8:1:2::3")).toEqual({ country: { iso_code: "GB" }, list: ["a", "b"] });
  expect(reader.get("2001:db8:2::")).toBeNull();
  expect(reader.metadata.buildEpoch.getTime()).toBe(1_700_000_000_000);
  expect(reader.metadata.databaseType).toBe("Test");
});

test("a later, more specific network overrides part of a wider one", () => {
  const reader = read([
    { network: "198.51.100.0/24", record: { name: "wide" } },
    { network: "198.51.100.128/25", record: { name: "exact" } },
  ]);
  expect(reader.get("198.51.100.127")).toEqual({ name: "wide" });
  expect(reader.get("198.51.100.128")).toEqual({ name: "exact" });
});

test("long strings are not truncated", () => {
  const name = "x".repeat(200);
  expect(read([{ network: "192.0.2.0/24", record: { name } }]).get("192.0.2.1")).toEqual({ name });
});

test("the sandbox's file in the repository matches the script's output", async () => {
  const script = fileURLToPath(new URL("../write-sandbox-places.mjs", import.meta.url));
  await promisify(execFile)(process.execPath, [script, "--check"]);
});
