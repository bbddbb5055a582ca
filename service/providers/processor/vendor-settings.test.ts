import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readVendorSettings, secretsOf } from "./vendor-settings.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tessera-vendor-"));
  writeFileSync(join(folder, "password"), "from-a-file\n");
});
afterAll(() => rmSync(folder, { recursive: true }));

const env = (name: string) => (name === "WP_PASSWORD" ? "from-the-environment" : undefined);
const worldpay = { type: "worldpay", username: "shop", password: "pass", entity: "default" };

describe("the settings of a vendor", () => {
  test("without a type are those of our own protocol", () => {
    expect(readVendorSettings("main", { key: "k" }, env)).toEqual({ type: "tessera", key: "k" });
  });

  test.each([
    ["a text", "pass", "pass"],
    ["a variable", { env: "WP_PASSWORD" }, "from-the-environment"],
    ["a file", { file: "password" }, "from-a-file"],
  ])("have a secret as %s", (_, password, value) => {
    const isFile = typeof password === "object" && "file" in password;
    const given = isFile ? { file: join(folder, "password") } : password;
    const settings = readVendorSettings("main", { ...worldpay, password: given }, env);
    expect(settings).toEqual({ ...worldpay, password: value });
    expect(secretsOf(settings)).toEqual([["password", value]]);
  });

  test.each([
    [{ ...worldpay, type: "worldbank" }, /type of main must be one of tessera, worldpay/],
    [{ ...worldpay, type: "toString" }, /type of main must be one of/],
    [{ ...worldpay, entity: "" }, /entity of main is missing or not valid for worldpay/],
    [{ ...worldpay, username: "a:b" }, /username of main is missing or not valid/],
    [{ ...worldpay, key: "k" }, /key of main is missing or not valid for worldpay/],
    [{ ...worldpay, password: { env: "NOTHING" } }, /password of main: NOTHING is not set/],
    [{ ...worldpay, password: { file: "/no/such" } }, /password of main: the file cannot be read/],
    [{ ...worldpay, password: {} }, /password of main must be a text, {"file": …} or {"env": …}/],
    [{ type: "tessera" }, /key of main is missing/],
  ])("%j are refused, and the message has no secret", (entry, message) => {
    const read = () => readVendorSettings("main", entry, env);
    expect(read).toThrow(message);
    expect(read).not.toThrow(/pass(?!word)/);
  });
});
