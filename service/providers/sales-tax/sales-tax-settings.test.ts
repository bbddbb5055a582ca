import { expect, test } from "vitest";
import { readConfig } from "../../app/read-config.ts";

const key = Buffer.alloc(32, 7).toString("base64");
const read = (salesTax: unknown, env: Record<string, string> = {}) =>
  readConfig({
    TESSERA_KEY_ENCRYPTION_KEY: key,
    SALES_TAX: typeof salesTax === "string" ? salesTax : JSON.stringify(salesTax),
    ...env,
  }).taxService;
const avatax = {
  type: "avatax",
  url: "https://sandbox-rest.avatax.com",
  accountId: "2000123456",
  licenseKey: "A1B2C3D4E5F60718",
  companyCode: "DEFAULT",
};

test("the table of rates is the default", () => {
  expect(readConfig({ TESSERA_KEY_ENCRYPTION_KEY: key }).taxService).toBeUndefined();
  expect(read({ type: "table" })).toBeUndefined();
});

test("a tax service has its own fields and defaults", () => {
  expect(read(avatax)).toMatchObject({
    ...avatax,
    whenUnavailable: "refuse",
    quoteTimeoutMs: 3_000,
  });
  const hidden = read({ ...avatax, licenseKey: { env: "AVATAX_KEY" } }, { AVATAX_KEY: "FROM-ENV" });
  expect(hidden?.licenseKey).toBe("FROM-ENV");
});

test.each([
  ["no JSON", "avatax", "SALES_TAX must be JSON"],
  ["no type", { url: avatax.url }, "SALES_TAX needs a type"],
  ["an unknown type", { ...avatax, type: "abacus" }, "must be one of avatax"],
  ["two services", [avatax, avatax], "SALES_TAX must be one object"],
  ["a table with an address", { type: "table", url: avatax.url }, "has no other fields"],
  ["no address", { ...avatax, url: undefined }, "needs the url"],
  ["no company", { ...avatax, companyCode: undefined }, "companyCode of the tax service"],
  [
    "a company of an unknown operator",
    { ...avatax, companyCodes: { someone: "A" } },
    "companyCodes",
  ],
  ["an unknown field", { ...avatax, taxcode: "P1" }, "taxcode of the tax service"],
  ["a wait without end", { ...avatax, quoteTimeoutMs: 60_000 }, "quoteTimeoutMs"],
])("refuses %s", (_, value, message) => {
  expect(() => read(value)).toThrow(message);
});

test("messages never contain the key", () => {
  expect(() => read({ ...avatax, licenseKey: "a secret with spaces" })).toThrow(
    /^(?!.*a secret with spaces)/s,
  );
});
