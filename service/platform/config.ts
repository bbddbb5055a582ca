import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { minorDigits } from "#contract/money";
import { isRoutingNumber } from "#contract/routing-number";
import {
  address,
  ConfigError,
  oneOf,
  origin,
  proxy,
  type RateLimit,
  rateLimit,
  requireSealedWay,
  timeOfDay,
  wholeNumber,
} from "./config-values.ts";
import { type CryptoConfig, cryptoConfig } from "./crypto-config.ts";
import { databaseUrl } from "./database-url.ts";
import { configuredKeys } from "./key-config.ts";
import { weaknessOfSecret } from "./weak-secrets.ts";

/** Which of the two worlds this deployment serves; one process serves exactly one. */
export type Environment = "sandbox" | "production";

/** An outside party that is reached over HTTP with a key. */
export interface Connector {
  name: string;
  /** No trailing slash. */
  url: string;
  key: string;
}

/** A card processor. */
export interface ProcessorConnector extends Connector {
  /** ISO 4217 codes that it takes; null: every currency. */
  currencies: readonly string[] | null;
}

/** Everything that the environment may set, parsed and checked once at the start; long, because it is all of it. */
export interface Config {
  environment: Environment;
  port: number;
  /** The address that listens. All interfaces in production, loopback in the sandbox. */
  host: string;
  /** Origin that browsers use for the service, no trailing slash. */
  publicUrl: string;
  /** Where the sandbox's outside parties answer, no trailing slash. */
  sandboxUrl: string;
  /** The demo shop's port: its origins are allowed for the demo operator. */
  shopPort: number;
  dataDir: string;
  /** PostgreSQL instead of the embedded store. */
  databaseUrl: string | undefined;
  databasePoolSize: number;
  /**
   * 32 bytes each: the first is current, the others are only read with. Empty where the sandbox makes
   * its own and keeps it in the data directory.
   */
  keyEncryptionKeys: readonly Uint8Array[];
  logLevel: LogLevel;
  /** How long a stopping service says that it is not ready and serves on, before it lets nobody in. */
  drainSeconds: number;
  /** Bearer token for `/metrics`; production serves metrics only with one. */
  metricsToken: string | undefined;
  /** Addresses or CIDR ranges whose forwarding headers count; none by default. */
  trustedProxies: readonly string[];
  /** Reading of identity documents. */
  documentReading: {
    /** Processes, and so documents read at once. */
    readers: number;
    /** For one picture or document. */
    deadlineMs: number;
  };
  /** Places of IP addresses; undefined: the sandbox's own data, none in production. */
  geoDatabase: string | undefined;
  /** Older data refuse wherever location rules are in force. */
  geoMaxAgeDays: number;
  /** How long events, their deliveries and tries are kept. */
  eventRetentionDays: number;
  /** Issuers' ranges and their funding (JSON); undefined: the sandbox's own, none in production. */
  cardRanges: string | undefined;
  /** Sales tax rates by state and ZIP (JSON); undefined: the sandbox's own, none in production. */
  salesTaxRates: string | undefined;
  /** Banks' names by routing number (JSON); undefined: the sandbox's own, none in production. */
  bankDirectory: string | undefined;
  /** The bank that customers log in to (`name` is our client id there); undefined: none. */
  bankLogin: Connector | undefined;
  /** Card processors in order of preference; the sandbox's two by default there. */
  processors: readonly ProcessorConnector[];
  /** What sends payouts; undefined in production where none is named: then there are none. */
  payoutProcessor: Connector | undefined;
  /** Where the payout processor tells that something has changed: an address that *it* can reach. */
  payoutNotificationUrl: string;
  /** The 3-D Secure directory server. */
  directoryServer: Connector;
  /** Asks the IRS whether name and number belong together; undefined: nobody does. */
  tinMatching: Connector | undefined;
  /** Payments by crypto; undefined: there are none. */
  crypto: CryptoConfig | undefined;
  /** Where the directory server posts results: an address that *it* can reach. */
  threeDSResultsUrl: string;
  /** The account that sends text messages; undefined: the sandbox's carrier, none in production. */
  twilio: { accountSid: string; authToken: string; from: string; apiUrl: string } | undefined;
  /** Bank transfers by file (ACH). */
  ach: {
    /** Files for the bank are put into `outbox`, what it sends back is read from `inbox`. */
    folder: string;
    /** `HH:MM` at the banks (New York): what is ordered later goes with the next banking day's file. */
    cutOff: string;
    /** How long files that the bank sent, or has, stay in the folder. */
    retentionDays: number;
    /** Who hands files in; undefined: there is no such rail. A made-up bank in the sandbox. */
    origination:
      | { odfiRoutingNumber: string; odfiName: string; companyId: string; originName: string }
      | undefined;
  };
  /** Open connections of one IP address, those of trusted proxies aside. */
  connectionsPerAddress: number;
  rateLimits: {
    secretKey: RateLimit;
    clientSecret: RateLimit;
    /** Refused credentials per IP address. */
    failedAuthentication: RateLimit;
    /** Requests with a body to routes that anybody may call, per IP address. */
    public: RateLimit;
  };
}

/** One process for each core, from two (one slow picture must not stop the rest) to eight. */
const usualReaders = Math.min(8, Math.max(2, availableParallelism()));

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];

/**
 * Reads the settings. Unset and empty are the same. Throws one {@link ConfigError} that names every
 * value that cannot be used; secrets are never part of the message.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const text = (name: string): string | undefined => env[name]?.trim() || undefined;
  const problems: string[] = [];
  /** The value, or `otherwise` to go on with, so that the rest is looked at too. */
  const take = <Value>(read: () => Value, otherwise: Value): Value => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      problems.push(error.message);
      return otherwise;
    }
  };
  const port = (name: string, usual: number) =>
    take(() => wholeNumber(name, text(name) ?? String(usual), 0, 65_535), usual);

  // Everything else depends on it.
  const environment = oneOf("TESSERA_ENV", text("TESSERA_ENV") ?? "sandbox", [
    "sandbox",
    "production",
  ] as const);
  if (environment === "production" && text("NODE_TLS_REJECT_UNAUTHORIZED") === "0") {
    problems.push("NODE_TLS_REJECT_UNAUTHORIZED switches off the check of every certificate");
  }
  const ownPort = port("PORT", 4000);
  const sandboxPort = port("SANDBOX_PORT", 4200);
  const usualSandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  const sandboxUrl = take(
    () => address("SANDBOX_URL", text("SANDBOX_URL") ?? usualSandboxUrl),
    usualSandboxUrl,
  );
  const publicUrl = take(
    () => publicOrigin(text("PUBLIC_URL"), environment, ownPort),
    "https://pay.invalid",
  );
  const reachedAt = environment === "sandbox" ? `http://127.0.0.1:${ownPort}` : publicUrl;

  const readers: { readonly [Name in keyof Config]: () => Config[Name] } = {
    environment: () => environment,
    port: () => ownPort,
    host: () => text("HOST") ?? (environment === "production" ? "0.0.0.0" : "127.0.0.1"),
    publicUrl: () => publicUrl,
    sandboxUrl: () => sandboxUrl,
    shopPort: () => port("SHOP_PORT", 4100),
    dataDir: () => resolve(text("TESSERA_DATA_DIR") ?? ".data"),
    databaseUrl: () =>
      databaseUrl(text("DATABASE_URL"), { isProduction: environment === "production" }),
    databasePoolSize: () =>
      wholeNumber("DATABASE_POOL_SIZE", text("DATABASE_POOL_SIZE") ?? "10", 2, 200),
    keyEncryptionKeys: () => configuredKeys(text, environment),
    logLevel: () => oneOf("LOG_LEVEL", text("LOG_LEVEL") ?? "info", logLevels),
    drainSeconds: () => wholeNumber("DRAIN_SECONDS", text("DRAIN_SECONDS") ?? "10", 0, 300),
    metricsToken: () => metricsToken(text("METRICS_TOKEN"), environment),
    trustedProxies: () =>
      (text("TRUSTED_PROXIES") ?? "")
        .split(/[\s,]+/)
        .filter(Boolean)
        .map(proxy),
    documentReading: () => ({
      readers: wholeNumber(
        "DOCUMENT_READERS",
        text("DOCUMENT_READERS") ?? String(usualReaders),
        1,
        64,
      ),
      deadlineMs:
        1_000 *
        wholeNumber("DOCUMENT_DEADLINE_SECONDS", text("DOCUMENT_DEADLINE_SECONDS") ?? "10", 2, 60),
    }),
    geoDatabase: () => text("GEO_DATABASE"),
    eventRetentionDays: () =>
      wholeNumber("EVENT_RETENTION_DAYS", text("EVENT_RETENTION_DAYS") ?? "90", 7, 3650),
    geoMaxAgeDays: () => wholeNumber("GEO_MAX_AGE_DAYS", text("GEO_MAX_AGE_DAYS") ?? "30", 1, 3650),
    cardRanges: () => text("CARD_RANGES"),
    salesTaxRates: () => text("SALES_TAX_RATES"),
    bankDirectory: () => text("BANK_DIRECTORY"),
    bankLogin: () => bankLogin(text("BANK_LOGIN"), environment, sandboxPort),
    processors: () => processors(text("PROCESSORS"), environment, sandboxUrl),
    payoutProcessor: () => payoutProcessor(text("PAYOUT_PROCESSOR"), environment, sandboxUrl),
    payoutNotificationUrl: () =>
      address(
        "PAYOUT_NOTIFICATION_URL",
        text("PAYOUT_NOTIFICATION_URL") ?? `${reachedAt}/v1/payout-notifications`,
      ),
    directoryServer: () => directoryServer(text("DIRECTORY_SERVER"), environment, sandboxUrl),
    tinMatching: () => tinMatching(text("TIN_MATCHING"), environment, sandboxUrl),
    crypto: () =>
      cryptoConfig(
        text,
        environment,
        sandboxUrl,
        rates(text("CRYPTO_RATES"), environment, sandboxUrl),
      ),
    threeDSResultsUrl: () =>
      address(
        "THREE_DS_RESULTS_URL",
        text("THREE_DS_RESULTS_URL") ?? `${reachedAt}/v1/three-ds/results`,
      ),
    twilio: () => twilioAccount(text, environment),
    ach: () => ({
      folder: resolve(text("ACH_FOLDER") ?? `${text("TESSERA_DATA_DIR") ?? ".data"}/ach`),
      cutOff: timeOfDay("ACH_CUT_OFF", text("ACH_CUT_OFF") ?? "17:00"),
      retentionDays: wholeNumber("ACH_FILE_DAYS", text("ACH_FILE_DAYS") ?? "90", 1, 3_650),
      origination: achOrigination(text, environment),
    }),
    connectionsPerAddress: () =>
      wholeNumber("CONNECTIONS_PER_ADDRESS", text("CONNECTIONS_PER_ADDRESS") ?? "1000", 1, 100_000),
    rateLimits: () => ({
      secretKey: rateLimit("RATE_LIMIT_SECRET_KEY", text("RATE_LIMIT_SECRET_KEY") ?? "100/200"),
      clientSecret: rateLimit(
        "RATE_LIMIT_CLIENT_SECRET",
        text("RATE_LIMIT_CLIENT_SECRET") ?? "10/30",
      ),
      failedAuthentication: rateLimit(
        "RATE_LIMIT_FAILED_AUTHENTICATION",
        text("RATE_LIMIT_FAILED_AUTHENTICATION") ?? "1/30",
      ),
      public: rateLimit("RATE_LIMIT_PUBLIC", text("RATE_LIMIT_PUBLIC") ?? "10/100"),
    }),
  };
  const config = Object.fromEntries(
    Object.entries(readers).map(([name, read]) => [name, take<unknown>(read, undefined)]),
  );
  if (problems.length > 0) throw new ConfigError(problems.join("\n"));
  return config as unknown as Config;
}

function metricsToken(value: string | undefined, environment: Environment): string | undefined {
  if (value !== undefined) requireStrong("METRICS_TOKEN", environment, value);
  return value;
}

/** Production takes no secret that could be guessed. */
function requireStrong(name: string, environment: Environment, secret: string): void {
  if (environment !== "production") return;
  const weakness = weaknessOfSecret(secret);
  if (weakness) throw new ConfigError(`${name} could be guessed: ${weakness}`);
}

function publicOrigin(value: string | undefined, environment: Environment, port: number): string {
  const publicUrl = origin("PUBLIC_URL", value ?? `http://pay.localhost:${port}`);
  if (environment === "production" && !publicUrl.startsWith("https:")) {
    throw new ConfigError("PUBLIC_URL must be the https origin of the service in production");
  }
  return publicUrl;
}

function twilioAccount(
  text: (name: string) => string | undefined,
  environment: Environment,
): Config["twilio"] {
  const [accountSid, authToken, from] = [
    text("TWILIO_ACCOUNT_SID"),
    text("TWILIO_AUTH_TOKEN"),
    text("TWILIO_FROM"),
  ];
  if (!accountSid && !authToken && !from) return undefined;
  if (!accountSid || !authToken || !from) {
    throw new ConfigError("TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM go together");
  }
  const apiUrl = address("TWILIO_API_URL", text("TWILIO_API_URL") ?? "https://api.twilio.com");
  if (environment === "production") requireSealedWay("TWILIO_API_URL", apiUrl);
  requireStrong("TWILIO_AUTH_TOKEN", environment, authToken);
  return { accountSid, authToken, from, apiUrl };
}

/** The sandbox's receiving bank reads files of this one. */
const sandboxOrigination = {
  odfiRoutingNumber: "120000003",
  odfiName: "Sandbox ODFI",
  companyId: "1000000001",
  originName: "Tessera Sandbox",
};

function achOrigination(
  text: (name: string) => string | undefined,
  environment: Environment,
): Config["ach"]["origination"] {
  const [odfiRoutingNumber, odfiName, companyId, originName] = [
    text("ACH_ODFI_ROUTING_NUMBER"),
    text("ACH_ODFI_NAME"),
    text("ACH_COMPANY_ID"),
    text("ACH_ORIGIN_NAME"),
  ];
  if (!odfiRoutingNumber && !odfiName && !companyId && !originName) {
    return environment === "sandbox" ? sandboxOrigination : undefined;
  }
  if (!odfiRoutingNumber || !odfiName || !companyId || !originName) {
    throw new ConfigError(
      "ACH_ODFI_ROUTING_NUMBER, ACH_ODFI_NAME, ACH_COMPANY_ID and ACH_ORIGIN_NAME go together",
    );
  }
  if (!isRoutingNumber(odfiRoutingNumber)) {
    throw new ConfigError("ACH_ODFI_ROUTING_NUMBER must be a bank's routing number of nine digits");
  }
  if (!/^[A-Za-z0-9]{1,10}$/.test(companyId)) {
    throw new ConfigError("ACH_COMPANY_ID must be 1 to 10 letters and digits");
  }
  return { odfiRoutingNumber, odfiName, companyId, originName };
}

/** `{"name","url","key"}`, or a list of them, as JSON. */
function connectors(variable: string, value: string): Connector[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(value);
  } catch {
    throw new ConfigError(`${variable} must be JSON: {"name", "url", "key"}`);
  }
  return (Array.isArray(parsed) ? parsed : [parsed]).map((each: unknown) => {
    const { name, url, key } = (each ?? {}) as Record<string, unknown>;
    if (typeof name !== "string" || typeof url !== "string" || typeof key !== "string") {
      throw new ConfigError(`${variable} needs a name, a url and a key`);
    }
    return { name, url: address(variable, url), key };
  });
}

/** Connectors that may each say which currencies they take. */
function processorConnectors(value: string): ProcessorConnector[] {
  const found = connectors("PROCESSORS", value);
  const parsed: unknown = JSON.parse(value);
  const raw: unknown[] = Array.isArray(parsed) ? parsed : [parsed];
  if (new Set(found.map(({ name }) => name)).size < found.length) {
    throw new ConfigError("PROCESSORS names a processor twice");
  }
  return found.map((connector, at) => {
    const { currencies } = raw[at] as { currencies?: unknown };
    if (currencies === undefined) return { ...connector, currencies: null };
    const isList =
      Array.isArray(currencies) &&
      currencies.length > 0 &&
      currencies.every((code) => typeof code === "string" && minorDigits(code) !== undefined);
    if (!isList) throw new ConfigError("PROCESSORS: currencies are ISO 4217 codes, in a list");
    return { ...connector, currencies };
  });
}

function processors(
  value: string | undefined,
  environment: Environment,
  sandboxUrl: string,
): ProcessorConnector[] {
  const found =
    value === undefined && environment === "sandbox"
      ? (["northbank", "quayside"] as const).map((name) => ({
          name,
          url: `${sandboxUrl}/processors/${name}`,
          key: sandboxCredentials[name],
          currencies: null,
        }))
      : processorConnectors(value ?? "[]");
  requireReal("PROCESSORS", environment, found);
  if (found.length === 0) throw new ConfigError("PROCESSORS must name at least one processor");
  return found;
}

function payoutProcessor(
  value: string | undefined,
  environment: Environment,
  sandboxUrl: string,
): Connector | undefined {
  const name = "tidewater";
  const [found, ...others] =
    value === undefined && environment === "sandbox"
      ? [{ name, url: `${sandboxUrl}/payouts/${name}`, key: sandboxCredentials[name] }]
      : connectors("PAYOUT_PROCESSOR", value ?? "[]");
  if (others.length > 0) throw new ConfigError("PAYOUT_PROCESSOR names one processor");
  requireReal("PAYOUT_PROCESSOR", environment, found ? [found] : []);
  return found;
}

/** Its issuer is an address that browsers know too: the name of the sandbox's host. */
function bankLogin(
  value: string | undefined,
  environment: Environment,
  sandboxPort: number,
): Connector | undefined {
  const found =
    value === undefined && environment === "sandbox"
      ? [
          {
            name: "tessera",
            url: `http://sandbox.localhost:${sandboxPort}/bank`,
            key: sandboxCredentials.loginBank,
          },
        ]
      : connectors("BANK_LOGIN", value ?? "[]");
  if (found.length > 1) throw new ConfigError("BANK_LOGIN must name one bank");
  requireReal("BANK_LOGIN", environment, found);
  return found[0];
}

function directoryServer(
  value: string | undefined,
  environment: Environment,
  sandboxUrl: string,
): Connector {
  const found =
    value === undefined && environment === "sandbox"
      ? [
          {
            name: "sandbox",
            url: `${sandboxUrl}/directory-server`,
            key: sandboxCredentials.directoryServer,
          },
        ]
      : connectors("DIRECTORY_SERVER", value ?? "[]");
  requireReal("DIRECTORY_SERVER", environment, found);
  const [first, ...others] = found;
  if (!first || others.length > 0) {
    throw new ConfigError("DIRECTORY_SERVER must name the directory server");
  }
  return first;
}

function tinMatching(
  value: string | undefined,
  environment: Environment,
  sandboxUrl: string,
): Connector | undefined {
  const [found, ...others] =
    value === undefined && environment === "sandbox"
      ? [
          {
            name: "sandbox",
            url: `${sandboxUrl}/tin-matching`,
            key: sandboxCredentials.tinMatching,
          },
        ]
      : connectors("TIN_MATCHING", value ?? "[]");
  if (others.length > 0) throw new ConfigError("TIN_MATCHING must name one connector");
  requireReal("TIN_MATCHING", environment, found ? [found] : []);
  return found;
}

function rates(
  value: string | undefined,
  environment: Environment,
  sandboxUrl: string,
): Connector | undefined {
  const found =
    value === undefined && environment === "sandbox"
      ? [{ name: "sandbox", url: `${sandboxUrl}/rates`, key: sandboxCredentials.rates }]
      : connectors("CRYPTO_RATES", value ?? "[]");
  if (found.length > 1) throw new ConfigError("CRYPTO_RATES must name one connector");
  requireReal("CRYPTO_RATES", environment, found);
  return found[0];
}

/** Production never talks to the sandbox's outside parties, nor to anybody in the clear. */
function requireReal(
  variable: string,
  environment: Environment,
  found: readonly Connector[],
): void {
  if (environment !== "production") return;
  const sandboxKeys: readonly string[] = Object.values(sandboxCredentials);
  if (found.some(({ key }) => sandboxKeys.includes(key))) {
    throw new ConfigError(`${variable} names a sandbox connector, which production refuses`);
  }
  for (const { name, url, key } of found) {
    requireSealedWay(variable, url);
    requireStrong(`${variable}: the key of ${name}`, environment, key);
  }
}
