import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { SecretFiles } from "../../platform/secret-source.ts";
import type { SettingsSource } from "../../platform/settings-source.ts";
import { threeDSSettings } from "./three-ds-settings.ts";
import { threeDSConnectorFor } from "./vendor-settings.ts";

const folder = mkdtempSync(join(tmpdir(), "tessera-3ds-"));
afterAll(() => rmSync(folder, { recursive: true }));

const apiKey = "2b5ed0a9-6f3c-4f1e-8a51-0c2f7b9d4e66";
const vendor = {
  name: "3ds",
  type: "3dsecure.io",
  url: "https://service.3dsecure.io",
  apiKey,
  mcc: "5999",
  merchantCountryCode: "840",
  acquirerCountryCode: "840",
  acquirers: [{ acquirerBIN: "438309", acquirerMerchantID: "00002000000" }],
};

function read(entry: unknown, environment: "sandbox" | "production" = "production") {
  const source = sourceOf(JSON.stringify(entry), environment);
  const { secretFiles } = source;
  return { server: threeDSSettings(source).threeDSServer(), secretFiles };
}

function sourceOf(
  value: string,
  environment: "sandbox" | "production" = "production",
): SettingsSource & { secretFiles: SecretFiles } {
  return {
    text: (name) => (name === "DIRECTORY_SERVER" ? value : undefined),
    environment,
    port: 4000,
    sandboxPort: 4200,
    sandboxUrl: "http://127.0.0.1:4200",
    publicUrl: "https://pay.example",
    reachedAt: "https://pay.example",
    secretFiles: new SecretFiles(environment),
  };
}

test("`none` means no 3DS server, because processors authenticate customers themselves", () => {
  expect(threeDSSettings(sourceOf("none")).threeDSServer()).toBeNull();
});

describe("a vendor's 3DS server", () => {
  test("has the vendor's settings, with their defaults", () => {
    expect(read(vendor).server).toEqual({ ...vendor, transType: "01" });
  });

  test("sends the new key when its file changes, without a restart", async () => {
    const file = join(folder, "key");
    writeFileSync(file, apiKey);
    const { server, secretFiles } = read({ ...vendor, apiKey: { file } });
    const connector = threeDSConnectorFor(server ?? expect.fail(), {
      versioningDeadlineMs: 1,
      authenticationDeadlineMs: 1,
      lookUpDeadlineMs: 1,
      resultsUrl: "https://pay.example/results",
      newTransID: () => "",
    });
    const ids = { threeDSServerTransID: "a", acsTransID: "b", dsTransID: "c" };
    const keySent = () => connector.askResult(ids).next().value;
    expect(keySent()).toMatchObject({ headers: { APIKey: apiKey } });
    const next = apiKey.replace("2b5e", "7c4f");
    writeFileSync(file, next);
    // A changed file is used after two rounds have seen it.
    for (let round = 0; round < 2; round += 1) await secretFiles.refresh();
    expect(keySent()).toMatchObject({ headers: { APIKey: next } });
  });

  const [acquirer] = vendor.acquirers;
  test.each([
    [{ type: "ravelin" }, /type of 3ds must be one of tessera, 3dsecure\.io/],
    [{ key: apiKey }, /key of 3ds is missing or not valid for 3dsecure\.io/],
    [{ apiKey: undefined }, /apiKey of 3ds is missing/],
    [{ apiKey: "a secret with no end " }, /apiKey of 3ds is missing or not valid/],
    [{ apiKey: { env: "NOTHING" } }, /apiKey of 3ds: NOTHING is not set/],
    [{ apiKey: { file: "/no/such" } }, /apiKey of 3ds: the file cannot be read/],
    [{ apiKey: "short" }, /DIRECTORY_SERVER: the apiKey of 3ds can be guessed/],
    [{ mcc: "59990" }, /mcc of 3ds is missing or not valid/],
    [{ merchantCountryCode: "US" }, /merchantCountryCode of 3ds/],
    [{ acquirers: [] }, /acquirers of 3ds/],
    [{ acquirers: [{ ...acquirer, acquirerBIN: "4383o9" }] }, /acquirers\.0\.acquirerBIN of 3ds/],
    [{ acquirers: [{ ...acquirer, brand: "vista" }] }, /acquirers\.0\.brand of 3ds/],
    [{ acquirers: [{ ...acquirer, bin: "1" }] }, /acquirers\.0\.bin of 3ds/],
    [{ merchantName: "Café" }, /merchantName of 3ds/],
    [{ requestorURL: "http://shop.example" }, /requestorURL of 3ds/],
    [{ transType: "02" }, /transType of 3ds/],
    [{ url: "http://service.3dsecure.io" }, /DIRECTORY_SERVER must be an https address/],
    [{ url: "https://user:hidden@service.3dsecure.io" }, /url of 3ds must have no user/],
    [{ url: "https://service.sandbox.3dsecure.io./" }, /url of 3ds is for tests/],
  ])("%j is refused with a message that names the setting, never its value", (change, message) => {
    const readChanged = () => read({ ...vendor, ...change });
    expect(readChanged).toThrow(message);
    expect(readChanged).toThrow(/^DIRECTORY_SERVER/);
    expect(readChanged).not.toThrow(/2b5ed0a9|hidden|no end|4383o9|vista|Café/);
  });
});
