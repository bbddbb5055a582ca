import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { OutgoingRequest } from "../../platform/outgoing-http.ts";
import { SecretFiles } from "../../platform/secret-source.ts";
import type { SettingsSource } from "../../platform/settings-source.ts";
import { bankLoginProviderFor } from "../bank-login/index.ts";
import { bankSettings } from "./index.ts";

const folder = mkdtempSync(join(tmpdir(), "tessera-banks-"));
afterAll(() => rmSync(folder, { recursive: true }));

const secret = "9f4c1d7a2b5ed0a96f3c4f1e8a510c";
const plaid = {
  name: "plaid",
  type: "plaid",
  url: "https://production.plaid.com",
  clientId: "5f0c1d7a9b3e",
  secret,
  clientName: "Lucky Duck Bingo",
};
const trustly = {
  name: "trustly",
  type: "trustly",
  url: "https://trustly.one/api/v1",
  accessId: "M8RaHgEjBE54zuFYMRQq",
  accessKey: secret,
  merchantId: "1002463580",
};
const bank = { name: "bank", url: "https://bank.example", key: secret };

function read(
  values: Readonly<Record<string, unknown>>,
  environment: "sandbox" | "production" = "production",
) {
  const secretFiles = new SecretFiles(environment);
  const source: SettingsSource = {
    text: (name) => (values[name] === undefined ? undefined : JSON.stringify(values[name])),
    environment,
    port: 4000,
    sandboxPort: 4200,
    sandboxUrl: "http://127.0.0.1:4200",
    publicUrl: "https://pay.example",
    reachedAt: "https://pay.example",
    secretFiles,
  };
  const settings = bankSettings(source);
  const login = settings.bankLogin();
  return { login, pay: settings.payByBank(), earlier: settings.earlierBanks(), secretFiles };
}

describe("the banks for logins and payments", () => {
  test("are the same bank if it can take payments and no other is named", () => {
    const { login, pay } = read({ BANK_LOGIN: bank });
    expect(login).toEqual({ ...bank, type: "tessera" });
    expect(pay).toBe(login);
  });

  test("can be two different parties", () => {
    const { login, pay } = read({ BANK_LOGIN: plaid, PAY_BY_BANK: [bank] });
    expect(login).toEqual(plaid);
    expect(pay).toMatchObject(bank);
  });

  test("can include an aggregator that only takes payments", () => {
    const { login, pay } = read({ BANK_LOGIN: plaid, PAY_BY_BANK: trustly });
    expect(login).toEqual(plaid);
    expect(pay).toEqual(trustly);
  });

  test("can include several for payments: the first takes new payments, the others keep their earlier ones", () => {
    const { pay, earlier } = read({ BANK_LOGIN: plaid, PAY_BY_BANK: [trustly, bank] });
    expect([pay, earlier]).toMatchObject([trustly, [bank]]);
    expect(read({ PAY_BY_BANK: trustly }).earlier).toEqual([]);
  });

  test("can be one aggregator, which takes payments only if a setting says so", () => {
    const { login, pay } = read({ BANK_LOGIN: trustly, PAY_BY_BANK: trustly });
    expect([login, pay]).toEqual([trustly, trustly]);
    expect(read({ BANK_LOGIN: trustly })).toMatchObject({ login: trustly, pay: undefined });
  });

  test("do not exist in production without a setting", () => {
    expect(read({})).toMatchObject({ login: undefined, pay: undefined });
    expect(read({ BANK_LOGIN: plaid }).pay).toBeUndefined();
  });

  test("default to the sandbox's bank in the sandbox, even for payments if a vendor handles logins", () => {
    const sandboxBank = { type: "tessera", url: "http://sandbox.localhost:4200/bank" };
    expect(read({}, "sandbox")).toMatchObject({ login: sandboxBank, pay: sandboxBank });
    expect(read({ BANK_LOGIN: plaid }, "sandbox").pay).toMatchObject(sandboxBank);
    expect(read({ BANK_LOGIN: [] }, "sandbox").pay).toBeUndefined();
  });
});

test.each([
  [{ BANK_LOGIN: { ...plaid, type: "bank" } }, "the type of plaid must be one of tessera, plaid"],
  [{ BANK_LOGIN: { ...plaid, clientName: "x".repeat(31) } }, "clientName of plaid"],
  [{ BANK_LOGIN: { ...plaid, clientId: undefined } }, "clientId of plaid"],
  [{ BANK_LOGIN: { ...plaid, more: 1 } }, "more of plaid"],
  [{ BANK_LOGIN: { ...plaid, url: "https://sandbox.plaid.com" } }, "is for tests"],
  [{ BANK_LOGIN: { ...plaid, url: "https://sandbox.plaid.com./" } }, "is for tests"],
  [{ BANK_LOGIN: { ...plaid, url: "http://production.plaid.com" } }, "must be an https address"],
  [{ BANK_LOGIN: { ...plaid, url: "https://a:b@plaid.example" } }, "no user, password"],
  [{ BANK_LOGIN: { ...plaid, secret: "secret-secret" } }, "the secret of plaid can be guessed"],
  [{ BANK_LOGIN: { ...plaid, secret: { env: "NONE" } } }, "NONE is not set"],
  [{ BANK_LOGIN: [plaid, plaid] }, "must name one bank"],
  [{ PAY_BY_BANK: [trustly, { ...bank, name: "trustly" }] }, "has two with the name trustly"],
  [{ PAY_BY_BANK: [bank, { ...trustly, accessId: "with:colon" }] }, "accessId of trustly"],
  [{ PAY_BY_BANK: plaid }, "PAY_BY_BANK: the type of plaid must be one of tessera, trustly"],
  [{ BANK_LOGIN: { ...trustly, accessId: "with:colon" } }, "accessId of trustly"],
  [{ BANK_LOGIN: { ...trustly, url: "https://sandbox.trustly.one/api/v1" } }, "is for tests"],
  [
    { BANK_LOGIN: { ...bank, type: "other" } },
    "BANK_LOGIN: the type of bank must be one of tessera, plaid, trustly",
  ],
  [{ PAY_BY_BANK: { ...trustly, accessId: "with:colon" } }, "accessId of trustly"],
  [
    { PAY_BY_BANK: { ...trustly, accessKey: "key-key-key" } },
    "accessKey of trustly can be guessed",
  ],
  [{ PAY_BY_BANK: { ...trustly, url: "https://sandbox.trustly.one/api/v1" } }, "is for tests"],
])("refuses %j", (values, message) => {
  expect(() => read(values)).toThrow(message);
  expect(() => read(values)).not.toThrow(secret);
});

test("a new secret in a file is sent without a restart", async () => {
  const file = join(folder, "secret");
  writeFileSync(file, secret);
  const { login, secretFiles } = read({ BANK_LOGIN: { ...plaid, secret: { file } } });
  if (!login) throw new Error("not configured");
  const sent: OutgoingRequest[] = [];
  const provider = bankLoginProviderFor(login, {
    async call(request) {
      sent.push(request);
      return { statusCode: 503, headers: {}, text: "" };
    },
    close: () => Promise.resolve(),
  });
  const next = secret.replace("9f4c", "7b2d");
  for (const text of [secret, next]) {
    writeFileSync(file, text);
    await secretFiles.refresh();
    await secretFiles.refresh();
    const options = { state: "s", returnUrl: "https://pay.example/v1", language: "en" };
    await expect(provider.begin({ ...options, reference: "r", purpose: "payout" })).rejects.toThrow(
      "status_503",
    );
  }
  expect(sent.map(({ headers }) => headers?.["plaid-secret"])).toEqual([secret, next]);
});
