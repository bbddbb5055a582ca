import { expect, test } from "vitest";
import { strongSecret } from "../platform/testing/strong-secrets.ts";
import { accountOfPayouts } from "../providers/payout/index.ts";
import { accountOfProcessor } from "../providers/processor/index.ts";
import { readConfig } from "./read-config.ts";

const processors: readonly Readonly<Record<string, string>>[] = [
  { type: "tessera", url: "https://pay.example/v1", key: strongSecret },
  {
    type: "worldpay",
    url: "https://access.worldpay.com",
    username: "shop",
    password: strongSecret,
    entity: "default",
  },
  { type: "nmi", url: "https://secure.nmi.com", securityKey: strongSecret },
  {
    type: "authorize-net",
    url: "https://api.authorize.net/xml/v1/request.api",
    apiLoginId: "shop",
    transactionKey: strongSecret,
    currency: "USD",
  },
  {
    type: "adyen",
    url: "https://checkout-test.adyen.com/v72",
    apiKey: strongSecret,
    merchantAccount: "Shop",
    hmacKey: "ab".repeat(32),
  },
];
const payouts: readonly object[] = [
  { type: "tessera", url: "https://pay.example/v1", key: strongSecret },
  {
    type: "tabapay",
    url: "https://fqdn.tabapay.example",
    clientId: "7bGk2QxWv9Lr4KcZ8sBfTn",
    token: strongSecret,
    settlementAccountId: "7bGk2QxWv9Lr4KcZ8sBfTm",
  },
  {
    type: "dwolla",
    url: "https://api.dwolla.com",
    key: strongSecret,
    secret: strongSecret,
    accountId: "8a1e2b3c-0000-4000-8000-000000000001",
    fundingSourceId: "8a1e2b3c-0000-4000-8000-000000000002",
  },
  {
    type: "trustly",
    url: "https://trustly.one/api/v1",
    accessId: "M8RaHgEjBE54zuFYMRQq",
    accessKey: strongSecret,
    merchantId: "1002463580",
    methods: [],
  },
];

function ofProcessor(entry: object): string {
  const env = { PROCESSORS: JSON.stringify({ name: "main", ...entry }) };
  const [read] = readConfig(env).processors;
  if (!read) throw new Error("no processor");
  return accountOfProcessor(read, "production").fingerprint;
}
function ofPayouts(entry: object): string {
  const env = { PAYOUT_PROCESSOR: JSON.stringify({ name: "main", ...entry }) };
  const [read] = readConfig(env).payoutProcessors;
  if (!read) throw new Error("no processor");
  return accountOfPayouts(read, "production").fingerprint;
}

/** The entry with other secrets of the same lengths. */
function rotated(entry: object): object {
  const turn = (text: string) => (text === strongSecret ? `${text.slice(0, -2)}Zz` : text);
  const values = Object.entries(entry).map(([name, value]) => [
    name,
    name === "hmacKey" ? "cd".repeat(32) : typeof value === "string" ? turn(value) : value,
  ]);
  return Object.fromEntries(values);
}

const changes: readonly (readonly [string, (entry: object) => string, number, object])[] = [
  ["another address of our own protocol", ofProcessor, 0, { url: "https://other.example/v1" }],
  ["another user of Worldpay", ofProcessor, 1, { username: "other" }],
  ["another entity of Worldpay", ofProcessor, 1, { entity: "other" }],
  ["a test account of NMI", ofProcessor, 2, { test: true }],
  ["another login of Authorize.Net", ofProcessor, 3, { apiLoginId: "other" }],
  ["Authorize.Net's place for tests", ofProcessor, 3, { url: "https://apitest.authorize.net/xml" }],
  ["another merchant account of Adyen", ofProcessor, 4, { merchantAccount: "Other" }],
  ["another address for payouts", ofPayouts, 0, { url: "https://other.example/v1" }],
  ["another client of TabaPay", ofPayouts, 1, { clientId: "7bGk2QxWv9Lr4KcZ8sBfTo" }],
  ["another merchant of Trustly", ofPayouts, 3, { merchantId: "1002463581" }],
  [
    "another account of Dwolla",
    ofPayouts,
    2,
    { accountId: "8a1e2b3c-0000-4000-8000-000000000003" },
  ],
];

test.each(changes)("%s is another account", (_, fingerprint, index, change) => {
  const entry = (fingerprint === ofPayouts ? payouts : processors)[index] ?? {};
  expect(fingerprint({ ...entry, ...change })).not.toBe(fingerprint(entry));
});

test("new secrets, and settings that do not name the account, are the same account", () => {
  for (const entry of processors) expect(ofProcessor(rotated(entry))).toBe(ofProcessor(entry));
  for (const entry of payouts) expect(ofPayouts(rotated(entry))).toBe(ofPayouts(entry));
  const [, tabapay, dwolla] = payouts;
  expect(ofPayouts({ ...tabapay, bankSpeed: "real-time" })).toBe(ofPayouts({ ...tabapay }));
  expect(ofPayouts({ ...dwolla, url: "https://proxy.example" })).toBe(ofPayouts({ ...dwolla }));
  expect(new Set([...processors.map(ofProcessor), ...payouts.map(ofPayouts)]).size).toBe(8);
});

test("only the sandbox ignores the port of an address on this machine", () => {
  const at = (port: number) => ({
    name: "main",
    type: "tessera" as const,
    url: `http://127.0.0.1:${port}/a`,
    key: "k",
    currencies: null,
  });
  const of = (port: number, environment: "sandbox" | "production") =>
    accountOfProcessor(at(port), environment).fingerprint;
  expect(of(1, "sandbox")).toBe(of(2, "sandbox"));
  expect(of(1, "production")).not.toBe(of(2, "production"));
});

test("a card processor and a payout processor with notices never share a name", () => {
  const [, , dwolla] = payouts;
  const both = (payoutName: string, entry: object | undefined) => ({
    PROCESSORS: JSON.stringify({ name: "main", ...processors[0] }),
    PAYOUT_PROCESSOR: JSON.stringify({ name: payoutName, ...entry }),
  });
  expect(() => readConfig(both("main", dwolla))).toThrow(
    /PAYOUT_PROCESSOR: main is also in PROCESSORS/,
  );
  expect(readConfig(both("paying", dwolla)).payoutProcessors).toHaveLength(1);
  expect(() => readConfig(both("main", payouts[3]))).toThrow(/main is also in PROCESSORS/);
  expect(readConfig(both("main", payouts[0])).payoutProcessors).toHaveLength(1);
});
