import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isNative } from "#contract/connectors/card-capabilities";
import { SecretFiles } from "../../platform/secret-source.ts";
import type { SettingsSource } from "../../platform/settings-source.ts";
import { processorSettings, routable } from "./processor-settings.ts";
import { capabilitiesOf, connectorFor, readVendorSettings, secretsOf } from "./vendor-settings.ts";

let folder: string;
beforeAll(() => {
  secretFiles = new SecretFiles("sandbox");
  folder = mkdtempSync(join(tmpdir(), "tessera-vendor-"));
  writeFileSync(join(folder, "password"), "from-a-file\n");
});
afterAll(() => rmSync(folder, { recursive: true }));

let secretFiles: SecretFiles;
const text = (name: string) => (name === "WP_PASSWORD" ? "from-the-environment" : undefined);
const read = (entry: Record<string, unknown>) =>
  readVendorSettings("main", entry, { text, secretFiles });
const nmi = { type: "nmi", securityKey: "pass-of-the-shop" };
const authorizeNet = {
  type: "authorize-net",
  apiLoginId: "shop",
  transactionKey: "pass-of-the-shop",
  currency: "USD",
};
const stripe = { type: "stripe", secretKey: "sk_test_pass0001", webhookSecret: "pass-of-hooks" };
const worldpay = { type: "worldpay", username: "shop", password: "pass", entity: "default" };

describe("who authenticates customers at Stripe", () => {
  const names = (value: string | undefined, entries: readonly object[]) => {
    const url = "https://api.stripe.com";
    const named = entries.map((entry, at) => ({ name: `p${at}`, url, ...entry }));
    const source = {
      text: (name: string) =>
        name === "PROCESSORS"
          ? JSON.stringify(named)
          : name === "DIRECTORY_SERVER"
            ? value
            : undefined,
      environment: "sandbox",
      sandboxUrl: "http://127.0.0.1:4200",
      secretFiles,
    } as unknown as SettingsSource;
    const server = value === "none" ? null : {};
    return processorSettings(source)
      .processors()
      .map((processor) => [isNative(capabilitiesOf(processor)), routable(processor, server).lacks]);
  };
  const external = { ...stripe, threeDSecure: "external" };
  const native = { ...stripe, threeDSecure: "native" };
  const own = { key: "pass-of-the-shop-1234", url: "https://processor.example" };

  test("is our 3DS server if there is one, and Stripe if there is none or its entry says so", () => {
    expect(names(undefined, [stripe, native])).toEqual([
      [false, []],
      [true, []],
    ]);
    expect(names("none", [stripe, external, own])).toEqual([
      [true, []],
      [false, ["three_d_secure"]],
      [false, ["three_d_secure"]],
    ]);
  });

  test("must be a 3DS server or a vendor with its own 3-D Secure", () => {
    expect(() => names("none", [external, own])).toThrow(
      "DIRECTORY_SERVER is none, so PROCESSORS needs a processor with its own 3-D Secure",
    );
    expect(() => read({ ...stripe, threeDSecure: "nobody" })).toThrow(/threeDSecure/);
    expect(() => read({ ...nmi, threeDSecure: "native" })).toThrow(/threeDSecure/);
  });
});

describe("the settings of a vendor", () => {
  test("are those of our own protocol if they name no type", () => {
    expect(read({ key: "k" })).toEqual({ type: "tessera", key: "k" });
  });

  test.each([
    ["a text", "pass", "pass"],
    ["a variable", { env: "WP_PASSWORD" }, "from-the-environment"],
    ["a file", { file: "password" }, "from-a-file"],
  ])("have a secret as %s", (_, password, value) => {
    const isFile = typeof password === "object" && "file" in password;
    const configured = isFile ? { file: join(folder, "password") } : password;
    const settings = read({ ...worldpay, password: configured });
    expect(settings).toEqual({ ...worldpay, password: value });
    expect(secretsOf(settings)).toEqual([["password", value]]);
  });

  test.each([
    [
      { ...worldpay, type: "worldbank" },
      /type of main must be one of tessera, worldpay, nmi, authorize-net, adyen, stripe/,
    ],
    [{ ...worldpay, type: "toString" }, /type of main must be one of/],
    [{ ...worldpay, entity: "" }, /entity of main is missing or not valid for worldpay/],
    [{ ...worldpay, username: "a:b" }, /username of main is missing or not valid/],
    [{ ...worldpay, key: "k" }, /key of main is missing or not valid for worldpay/],
    [{ ...worldpay, password: { env: "NOTHING" } }, /password of main: NOTHING is not set/],
    [{ ...worldpay, password: { file: "/no/such" } }, /password of main: the file cannot be read/],
    [{ ...worldpay, password: {} }, /password of main must be a text, {"file": …} or {"env": …}/],
    [{ type: "tessera" }, /key of main is missing/],
    [{ key: "k", cannot: ["fly"] }, /cannot.0 of main is missing or not valid for tessera/],
    [{ ...nmi, securityKey: "short" }, /securityKey of main is missing or not valid for nmi/],
    [{ ...nmi, signingKey: "short" }, /signingKey of main is missing or not valid for nmi/],
    [{ ...nmi, mcc: "79" }, /mcc of main is missing or not valid for nmi/],
    [{ ...nmi, duplicateSeconds: -1 }, /duplicateSeconds of main is missing or not valid/],
    [{ ...authorizeNet, currency: "JPY" }, /currency of main is missing or not valid/],
    [{ ...authorizeNet, apiLoginId: "x".repeat(26) }, /apiLoginId of main is missing or not valid/],
    [{ ...stripe, secretKey: "pk_test_pass0001" }, /secretKey of main is missing or not valid/],
    [{ ...stripe, webhookSecret: undefined }, /webhookSecret of main is missing or not valid/],
    [{ ...stripe, statementPrefix: "A LONG PREFIX" }, /statementPrefix of main is missing or not/],
    [{ ...stripe, filesUrl: "http://files.example" }, /filesUrl of main is missing or not valid/],
    [{ ...stripe, accountId: "shop" }, /accountId of main is missing or not valid for stripe/],
    [{ ...stripe, mcc: "7995" }, /mcc of main is missing or not valid for stripe/],
    [{ ...authorizeNet, mcc: "7995" }, /mcc of main is missing or not valid for authorize-net/],
  ])("%j are refused, and the message has no secret", (entry, message) => {
    const attempt = () => read(entry);
    expect(attempt).toThrow(message);
    expect(attempt).not.toThrow(/pass(?!word)/);
  });

  test("have the new secret of a file, and the connector sends it, without a restart", async () => {
    const file = join(folder, "rotates");
    writeFileSync(file, "before");
    const settings = read({ ...worldpay, password: { file } });
    const context = { chargeDeadlineMs: 1, lookUpDeadlineMs: 1, notificationUrl: "http://x" };
    const connector = connectorFor(settings, context);
    const sent = () => connector.isHealthy().next().value;
    const login = (password: string) => ({
      headers: {
        authorization: `Basic ${Buffer.from(`shop:${password}`).toString("base64")}`,
      },
    });
    expect(sent()).toMatchObject(login("before"));
    const running = connector.isHealthy();
    writeFileSync(file, "after-it");
    for (let round = 0; round < 2; round += 1) await secretFiles.refresh();
    expect(settings).toMatchObject({ password: "after-it" });
    expect(sent()).toMatchObject(login("after-it"));
    // An operation uses one secret from its first call to its last.
    expect(running.next().value).toMatchObject(login("before"));
  });

  test("have no optional secret that is not set", () => {
    expect(secretsOf(read(nmi))).toEqual([["securityKey", nmi.securityKey]]);
    const both = read({ ...nmi, signingKey: "key-of-a-webhook" });
    expect(secretsOf(both).map(([name]) => name)).toEqual(["securityKey", "signingKey"]);
  });

  test("keep the last good secret when the new one does not fit the vendor", async () => {
    const file = join(folder, "unfit");
    writeFileSync(file, "before");
    const settings = read({ ...worldpay, password: { file } });
    writeFileSync(file, "x".repeat(201));
    for (let round = 0; round < 2; round += 1) await secretFiles.refresh();
    expect(settings).toMatchObject({ password: "before" });
    expect(secretFiles.problems()).toEqual([
      { name: "PROCESSORS: password of main", problem: "has no secret that fits the setting" },
    ]);
  });
});
