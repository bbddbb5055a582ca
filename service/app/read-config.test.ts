import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { sandboxChain } from "#contract/connectors/sandbox-chain";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { ConfigError } from "../platform/config-values.ts";
import { strongKey, strongSecret } from "../platform/testing/strong-secrets.ts";
import { readConfig } from "./read-config.ts";

describe("settings", () => {
  test("have defaults with which everything starts", () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      environment: "sandbox",
      port: 4000,
      host: "127.0.0.1",
      publicUrl: "http://pay.localhost:4000",
      sandboxUrl: "http://127.0.0.1:4200",
      databaseUrl: undefined,
      trustedProxies: [],
      rateLimits: {
        secretKey: { perSecond: 100, burst: 200 },
        clientSecret: { perSecond: 10, burst: 30 },
      },
    });
    expect(readConfig({ PORT: "", LOG_LEVEL: " " })).toEqual(config);
  });

  test("follow the port in default addresses", () => {
    expect(readConfig({ PORT: "5000", SANDBOX_PORT: "5200" })).toMatchObject({
      publicUrl: "http://pay.localhost:5000",
      sandboxUrl: "http://127.0.0.1:5200",
    });
  });

  test("accept proxies as a list", () => {
    const { trustedProxies } = readConfig({ TRUSTED_PROXIES: "10.0.0.1, 192.168.0.0/16" });
    expect(trustedProxies).toEqual(["10.0.0.1", "192.168.0.0/16"]);
  });

  test("are all in the documentation's table", () => {
    const service = join(import.meta.dirname, "..");
    const source = readdirSync(service, { recursive: true, encoding: "utf8" })
      .filter((file) => /[/-](settings|config)\.ts$/.test(file))
      .map((file) => readFileSync(join(service, file), "utf8"))
      .join("");
    const page = readFileSync(join(service, "../docs/operations/configuration.md"), "utf8");
    const names = [
      ...source.matchAll(/(?:text\(|read(?:Connector|SecretSetting)\(source, )"([A-Z_]+)"/g),
    ].map(([, name]) => name ?? "");
    expect(names.length).toBeGreaterThan(45);
    const rows = page.split("\n").filter((line) => line.startsWith("| `"));
    const missing = names.filter((name) => !rows.some((row) => row.includes(`\`${name}\``)));
    expect(missing).toEqual([]);
  });

  test("name the operator whose settlement reports the service fetches from a processor", () => {
    const gateway = {
      name: "anet",
      type: "authorize-net",
      url: "https://apitest.authorize.net",
      apiLoginId: "shop",
      transactionKey: strongSecret,
      currency: "USD",
    };
    const own = { name: "own", url: "https://acquirer.example", key: strongSecret };
    const read = (entry: object) =>
      readConfig({ PROCESSORS: JSON.stringify([entry]) }).processors[0]?.settlementOperator;
    expect(read(gateway)).toBeUndefined();
    expect(read({ ...gateway, settlementOperator: "op_1a2B" })).toBe("op_1a2B");
    for (const wrong of ["", "shop", 1, null]) {
      expect(() => read({ ...gateway, settlementOperator: wrong })).toThrow(
        /settlementOperator of anet must be an operator's id/,
      );
    }
    expect(() => read({ ...own, settlementOperator: "op_1a2B" })).toThrow(
      /settlementOperator of own has no effect: tessera has no reports to fetch/,
    );
  });

  test("need no address for a processor whose vendor has one, and choose it with `test`", () => {
    const worldpay = {
      name: "wp",
      type: "worldpay",
      username: "shop",
      password: strongSecret,
      entity: "default",
    };
    const adyen = {
      name: "adyen",
      type: "adyen",
      apiKey: strongSecret,
      merchantAccount: "Shop",
      hmacKey: "ab".repeat(32),
    };
    const urlOf = (entry: object) =>
      readConfig({ PROCESSORS: JSON.stringify([entry]) }).processors[0]?.url;
    expect(urlOf(worldpay)).toBe("https://access.worldpay.com");
    expect(urlOf({ ...worldpay, test: true })).toBe("https://try.access.worldpay.com");
    expect(urlOf({ ...adyen, test: true })).toBe("https://checkout-test.adyen.com/v72");
    expect(urlOf({ ...adyen, livePrefix: "1797a841fbb37ca7-Shop" })).toBe(
      "https://1797a841fbb37ca7-Shop-checkout-live.adyenpayments.com/checkout/v72",
    );
    expect(() => urlOf(adyen)).toThrow(/needs a url for adyen/);
    expect(() => urlOf({ ...adyen, livePrefix: "shop.example/" })).toThrow(/livePrefix of adyen/);
    expect(() => urlOf({ name: "own", key: strongSecret })).toThrow(/needs a url for own/);
    const live = { ...worldpay, test: true, url: "https://access.worldpay.com" };
    expect(() => urlOf(live)).toThrow(/test of wp contradicts its url/);
    const production = { TESSERA_ENV: "production", PUBLIC_URL: "https://pay.example" };
    const settings = { ...production, TESSERA_KEY_ENCRYPTION_KEY: strongKey() };
    expect(() =>
      readConfig({ ...settings, PROCESSORS: JSON.stringify([{ ...worldpay, test: true }]) }),
    ).toThrow(/wp is for tests, where no money moves/);
  });

  test("in production must name connectors other than the sandbox's", () => {
    const real = { name: "acquirer", url: "https://acquirer.example", key: strongSecret };
    const directory = { ...real, name: "scheme" };
    const production = {
      TESSERA_ENV: "production",
      PUBLIC_URL: "https://pay.example",
      TESSERA_KEY_ENCRYPTION_KEY: strongKey(),
      PROCESSORS: JSON.stringify([real]),
      DIRECTORY_SERVER: JSON.stringify(directory),
    };
    expect(readConfig(production)).toMatchObject({
      environment: "production",
      processors: [{ ...real, currencies: null }],
      threeDSServer: { ...directory, type: "tessera" },
    });
    const { northbank, directoryServer } = sandboxCredentials;
    const refused: [Record<string, string>, RegExp][] = [
      [{ PUBLIC_URL: "" }, /PUBLIC_URL must be the https origin/],
      [{ PROCESSORS: JSON.stringify([real, real]) }, /PROCESSORS names a processor twice/],
      ...["ach", "open_banking"].map((name): [Record<string, string>, RegExp] => [
        { PROCESSORS: JSON.stringify([real, { ...real, name }]) },
        /PROCESSORS: the name (ach|open_banking) is reserved/,
      ]),
      [
        { PROCESSORS: JSON.stringify({ ...real, currencies: ["US dollars"] }) },
        /PROCESSORS: currencies must be a list of ISO 4217 codes/,
      ],
      [{ PROCESSORS: "" }, /PROCESSORS must name/],
      [{ DIRECTORY_SERVER: "" }, /DIRECTORY_SERVER must name/],
      [
        { PROCESSORS: JSON.stringify([real, { ...real, name: "other", key: northbank }]) },
        /PROCESSORS names a sandbox connector/,
      ],
      [
        { DIRECTORY_SERVER: JSON.stringify({ ...directory, key: directoryServer }) },
        /DIRECTORY_SERVER names a sandbox connector/,
      ],
      [
        { PROCESSORS: JSON.stringify({ ...real, url: "http://acquirer.example" }) },
        /PROCESSORS must be an https address/,
      ],
      [
        { PROCESSORS: JSON.stringify({ ...real, url: "https://user:hidden@acquirer.example" }) },
        /^(?!.*hidden).*url of acquirer must have no user, password, query or fragment/,
      ],
      [
        { PROCESSORS: JSON.stringify({ ...real, url: "https://acquirer.example?merchant=1" }) },
        /url of acquirer must have no user, password, query or fragment/,
      ],
      [
        {
          PROCESSORS: JSON.stringify({
            name: "wp",
            type: "worldpay",
            url: "https://try.access.worldpay.com",
            username: "shop",
            password: strongSecret,
            entity: "default",
          }),
        },
        /PROCESSORS: the url of wp is for tests, where no money moves/,
      ],
      [
        {
          PROCESSORS: JSON.stringify({
            name: "nmi",
            type: "nmi",
            url: "https://secure.nmi.com",
            securityKey: strongSecret,
            test: true,
          }),
        },
        /PROCESSORS: the account of nmi is for tests, where no money moves/,
      ],
      [
        {
          PROCESSORS: JSON.stringify({
            name: "shop",
            type: "stripe",
            url: "https://api.stripe.com",
            secretKey: `rk_test_${strongSecret.replace(/[^A-Za-z0-9]/g, "")}`,
            webhookSecret: strongSecret,
          }),
        },
        /PROCESSORS: the account of shop is for tests, where no money moves/,
      ],
      [
        { BANK_LOGIN: JSON.stringify({ ...real, url: "http://bank.example" }) },
        /BANK_LOGIN must be an https address/,
      ],
      [
        { BANK_LOGIN: JSON.stringify({ ...real, key: sandboxCredentials.loginBank }) },
        /BANK_LOGIN names a sandbox connector/,
      ],
      [{ BANK_LOGIN: JSON.stringify([real, real]) }, /BANK_LOGIN must name one bank/],
      [{ DIRECTORY_SERVER: JSON.stringify([real, directory]) }, /DIRECTORY_SERVER must name/],
      [
        {
          DIRECTORY_SERVER: JSON.stringify({
            name: "3ds",
            type: "3dsecure.io",
            url: "https://service.sandbox.3dsecure.io",
            apiKey: strongSecret,
            acquirers: [{ acquirerBIN: "438309", acquirerMerchantID: "00002000000" }],
            mcc: "5999",
            merchantCountryCode: "840",
            acquirerCountryCode: "840",
          }),
        },
        /DIRECTORY_SERVER: the url of 3ds is for tests, which prove nothing/,
      ],
      [{ TESSERA_KEY_ENCRYPTION_KEY: "" }, /TESSERA_KEY_ENCRYPTION_KEY must be set/],
      [
        {
          TWILIO_ACCOUNT_SID: "AC1",
          TWILIO_AUTH_TOKEN: strongSecret,
          TWILIO_FROM: "+12025550100",
          TWILIO_API_URL: "http://carrier.example",
        },
        /TWILIO_API_URL must be an https address/,
      ],
    ];
    for (const [change, message] of refused) {
      expect(() => readConfig({ ...production, ...change })).toThrow(message);
    }
  });

  test("are reported together if they cannot be used, each with its name", () => {
    const problemsOf = (env: Record<string, string>) => {
      try {
        return readConfig(env);
      } catch (error) {
        expect(error).toBeInstanceOf(ConfigError);
        return (error as Error).message.split("\n").map((line) => line.split(" ", 1)[0]);
      }
    };
    expect(problemsOf({ PORT: "http", LOG_LEVEL: "loud", ACH_CUT_OFF: "5pm" })).toEqual([
      "PORT",
      "LOG_LEVEL",
      "ACH_CUT_OFF",
    ]);
    expect(problemsOf({ TESSERA_ENV: "production" })).toEqual([
      "PUBLIC_URL",
      "TESSERA_KEY_ENCRYPTION_KEY",
      "PROCESSORS",
      "DIRECTORY_SERVER",
    ]);
  });

  test("in production accept crypto from real networks only, over encrypted connections to nodes", () => {
    const real = { name: "acquirer", url: "https://acquirer.example", key: strongSecret };
    const node = { network: "base", url: "https://node.example/key" };
    // BIP-32's first test vector.
    const xpub =
      "xpub6D4BDPcP2GT577Vvch3R8wDkScZWzQzMMUm3PWbmWvVJrZwQY4VUNgqFJPMM3No2dFDFGTsxxpG5uJh7n7epu4trkrX7x7DogT5Uv6fcLW5";
    const production = {
      TESSERA_ENV: "production",
      PUBLIC_URL: "https://pay.example",
      TESSERA_KEY_ENCRYPTION_KEY: strongKey(),
      PROCESSORS: JSON.stringify([real]),
      DIRECTORY_SERVER: JSON.stringify(real),
      CRYPTO_CHAINS: JSON.stringify([node]),
      CRYPTO_RATES: JSON.stringify(real),
      CRYPTO_XPUB: xpub,
    };
    expect(readConfig(production).coins).toMatchObject({
      chains: [{ chainId: "eip155:8453", xpub }],
    });
    const own = { ...node, url: "http://127.0.0.1:8545" };
    expect(() => readConfig({ ...production, CRYPTO_CHAINS: JSON.stringify(own) })).not.toThrow();
    const refused: [Record<string, string>, RegExp][] = [
      [
        { CRYPTO_CHAINS: JSON.stringify({ ...node, url: "http://node.example" }) },
        /must be an https/,
      ],
      [
        { CRYPTO_CHAINS: JSON.stringify({ ...node, chainId: sandboxChain.chainId }) },
        /sandbox's chain/,
      ],
      [{ CRYPTO_XPUB: sandboxChain.xpub }, /CRYPTO_XPUB is the sandbox's/],
      [
        { CRYPTO_RATES: JSON.stringify({ ...real, key: sandboxCredentials.rates }) },
        /CRYPTO_RATES names a sandbox connector/,
      ],
      [{ CRYPTO_RATES: "" }, /needs CRYPTO_RATES/],
      [{ CRYPTO_XPUB: "" }, /needs CRYPTO_XPUB/],
    ];
    for (const [change, message] of refused) {
      expect(() => readConfig({ ...production, ...change })).toThrow(message);
    }
  });

  test.each([
    ["PORT", "http"],
    ["PORT", "70000"],
    ["TESSERA_ENV", "staging"],
    ["LOG_LEVEL", "loud"],
    ["PUBLIC_URL", "pay.example"],
    ["PUBLIC_URL", "https://pay.example/path"],
    ["DATABASE_URL", "mysql://localhost/x"],
    ["TESSERA_KEY_ENCRYPTION_KEY", "c2hvcnQ="],
    ["RATE_LIMIT_SECRET_KEY", "many"],
    ["RATE_LIMIT_SECRET_KEY", "0/10"],
    ["TRUSTED_PROXIES", "everyone"],
  ])("%s=%s is refused with its name and without secrets in its value", (name, value) => {
    const read = () => readConfig({ [name]: value });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(new RegExp(name));
    if (name === "TESSERA_KEY_ENCRYPTION_KEY") expect(read).not.toThrow(value);
  });
});
