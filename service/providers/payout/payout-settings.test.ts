import { describe, expect, test } from "vitest";
import { SecretFiles } from "../../platform/secret-source.ts";
import type { SettingsSource } from "../../platform/settings-source.ts";
import { createPayoutDirectory } from "./payout-directory.ts";
import { payoutSettings } from "./payout-settings.ts";

const key = "Jq7vT2mXw9Lr4KcZ8sBf";
const own = { name: "rails", url: "https://payouts.example/v1", key };

function read(value: unknown, environment: "sandbox" | "production" = "production") {
  const source: SettingsSource = {
    text: (name) =>
      name === "PAYOUT_PROCESSOR" && value !== undefined ? JSON.stringify(value) : undefined,
    environment,
    port: 4000,
    sandboxPort: 4200,
    sandboxUrl: "http://127.0.0.1:4200",
    publicUrl: "https://pay.example",
    reachedAt: "https://pay.example",
    secretFiles: new SecretFiles(environment),
  };
  return payoutSettings(source).payoutProcessors();
}

function directoryOf(value: unknown) {
  return createPayoutDirectory(read(value), {
    http: { call: () => Promise.reject(new Error("no call")), close: async () => {} },
    notificationUrl: "https://pay.example/v1/payout-notifications",
    payees: () => ({
      find: async () => undefined,
      save: async (_payee, _account, id) => id,
      remove: async () => {},
    }),
    mayCall: async () => true,
    machineNowMs: () => 0,
    references: () => ({ reserve: async (_, key) => key, find: async (_, key) => key }),
    sendDeadlineMs: 1,
    lookUpDeadlineMs: 1,
  });
}

const taba = {
  name: "taba",
  type: "tabapay",
  url: "https://fqdn.tabapay.example:10443",
  clientId: "7bGk2QxWv9Lr4KcZ8sBfTn",
  settlementAccountId: "Nkd2UKfhVcQW6AJAvmhv4v",
  token: "Jq7vT2mXw9Lr4KcZ8sBf0d",
};

const dwolla = {
  name: "dwolla",
  type: "dwolla",
  url: "https://api.dwolla.com",
  key: "Jq7vT2mXw9Lr4KcZ8sBf1a",
  secret: "Jq7vT2mXw9Lr4KcZ8sBf2b",
  accountId: "ca32853c-48fa-40be-ae75-77b37504581b",
  fundingSourceId: "c91d6516-1855-4d36-be7c-bc78cc7c52c3",
};

const trustly = {
  name: "trustly-payouts",
  type: "trustly",
  url: "https://trustly.one/api/v1",
  accessId: "M8RaHgEjBE54zuFYMRQq",
  accessKey: key,
  merchantId: "1002463580",
};

describe("PAYOUT_PROCESSOR", () => {
  test("without a type, a processor speaks our protocol and supports every payout method", () => {
    expect(read(own)).toEqual([{ ...own, type: "tessera", methods: ["bank", "card", "crypto"] }]);
  });

  test("is the sandbox's own by default, and none in production", () => {
    expect(read(undefined)).toEqual([]);
    expect(read(undefined, "sandbox")).toMatchObject([{ name: "tidewater", type: "tessera" }]);
    expect(read([])).toEqual([]);
  });

  test("several processors share the methods, and each method has one processor", () => {
    const directory = directoryOf([
      { ...own, name: "coins", methods: ["crypto"] },
      { ...own, name: "cards", methods: ["card"] },
    ]);
    expect(directory.forMethod("crypto")?.name).toBe("coins");
    expect(directory.forMethod("card")?.name).toBe("cards");
    expect(directory.forMethod("bank")).toBeUndefined();
    expect(directory.byName("coins")?.capabilities.arrivals).toEqual({
      crypto: { unit: "minutes", least: 5, most: 60 },
    });
  });

  test("a vendor has its own settings and defaults, and offers the methods that it supports", () => {
    expect(read({ ...taba, clientId: `${taba.clientId}_12` })).toEqual([
      {
        ...taba,
        clientId: `${taba.clientId}_12`,
        bankSpeed: "next-day",
        requestsPerSecond: 1,
        methods: ["bank", "card"],
      },
    ]);
    const directory = directoryOf([taba, { ...own, methods: ["crypto"] }]);
    expect(directory.forMethod("card")?.name).toBe("taba");
    expect(directory.forMethod("crypto")?.name).toBe("rails");
  });

  test("an optional secret may be missing", () => {
    expect(read(dwolla)).toEqual([{ ...dwolla, bankSpeed: "standard", methods: ["bank"] }]);
    const webhookSecret = "Jq7vT2mXw9Lr4KcZ8sBf3c";
    expect(read({ ...dwolla, webhookSecret })).toMatchObject([{ webhookSecret }]);
  });

  test("Trustly pays to accounts from its own logins, next to a processor for typed accounts", () => {
    expect(read(trustly)).toEqual([{ ...trustly, bankSpeed: "standard", methods: ["bank_login"] }]);
    const directory = directoryOf([trustly, { ...own, methods: ["bank"] }]);
    expect(directory.forMethod("bank_login")?.name).toBe("trustly-payouts");
    expect(directory.forMethod("bank")?.name).toBe("rails");
  });

  test("a processor without methods keeps its earlier payouts", () => {
    const directory = directoryOf([{ ...own, name: "old", methods: [] }, own]);
    expect(directory.byName("old")?.name).toBe("old");
    expect(directory.forMethod("bank")?.name).toBe("rails");
  });

  test.each([
    [[own, { ...own, name: "b" }], /rails and b both pay to bank; choose with methods/],
    [[own, own], /names a processor twice/],
    [{ ...own, methods: "card" }, /methods of rails must be some of bank, card, crypto/],
    [{ ...own, methods: ["card", "card"] }, /methods of rails must be some of/],
    [{ ...own, methods: ["cheque"] }, /methods of rails must be some of/],
    [[taba, own], /taba and rails both pay to bank/],
    [{ ...taba, methods: ["crypto"] }, /methods of taba must be some of bank, card$/],
    [{ ...taba, token: undefined }, /token of taba is missing/],
    [{ ...taba, token: "a".repeat(40) }, /the token of taba can be guessed/],
    [{ ...taba, clientId: "short" }, /clientId of taba is missing or not valid for tabapay/],
    [{ ...taba, settlementAccountId: 7 }, /settlementAccountId of taba/],
    [{ ...taba, bankSpeed: "now" }, /bankSpeed of taba/],
    [{ ...taba, requestsPerSecond: 6 }, /requestsPerSecond of taba/],
    [{ ...dwolla, secret: "a".repeat(30) }, /the secret of dwolla can be guessed/],
    [{ ...dwolla, webhookSecret: "a".repeat(30) }, /the webhookSecret of dwolla can be guessed/],
    [{ ...dwolla, fundingSourceId: "../x" }, /fundingSourceId of dwolla/],
    [{ ...dwolla, methods: ["card"] }, /methods of dwolla must be some of bank$/],
    [{ ...dwolla, url: "https://api-sandbox.dwolla.com." }, /url of dwolla is for tests/],
    [{ ...trustly, methods: ["bank"] }, /methods of trustly-payouts must be some of bank_login$/],
    [
      { ...trustly, url: "https://sandbox.trustly.one/api/v1" },
      /url of trustly-payouts is for tests/,
    ],
    [{ ...trustly, accessKey: undefined }, /accessKey of trustly-payouts is missing/],
    [{ ...trustly, bankSpeed: "real-time" }, /bankSpeed of trustly-payouts/],
    [
      [trustly, { ...trustly, name: "second" }],
      /trustly-payouts and second both pay to bank_login; choose with methods/,
    ],
    [{ ...own, name: "ach" }, /the name ach is reserved/],
    [{ ...own, type: "venmo" }, /type of rails must be one of tessera/],
    [{ ...own, key: undefined }, /key of rails is missing/],
    [{ ...own, key: "short" }, /the key of rails can be guessed/],
    [{ ...own, secret: key }, /secret of rails is missing or not valid/],
    [{ ...own, url: "http://payouts.example" }, /must be an https address/],
    [{ ...own, url: "https://u:hidden@payouts.example" }, /url of rails must have no user/],
    [{ url: own.url, key }, /needs a name and a url/],
  ])("%j is refused, and the message names the setting and no value", (value, message) => {
    const attempt = () => read(value);
    expect(attempt).toThrow(message);
    expect(attempt).toThrow(/^PAYOUT_PROCESSOR/);
    expect(attempt).not.toThrow(/Jq7vT2m|hidden|venmo|cheque/);
  });
});
