import { resolve } from "node:path";
import {
  address,
  ConfigError,
  oneOf,
  origin,
  proxy,
  type RateLimit,
  rateLimit,
  wholeNumber,
} from "./config-values.ts";
import { requireStrong } from "./connectors.ts";
import { databaseUrl } from "./database-url.ts";
import { configuredKeys } from "./key-config.ts";
import { SecretFiles } from "./secret-source.ts";
import {
  type KeyServiceSettings,
  keyServices,
} from "./secrets/key-services/key-service-settings.ts";
import type { Environment, Readers, SettingProblems, SettingsSource } from "./settings-source.ts";

/**
 * The service-wide settings, checked once at startup. Domains and providers read their own; app/read-config.ts
 * combines them.
 */
export interface Config {
  environment: Environment;
  port: number;
  /** The address to listen on: all interfaces in production, loopback in the sandbox. */
  host: string;
  /** Origin that browsers use for the service, no trailing slash. */
  publicUrl: string;
  /** Where the sandbox's outside parties listen, no trailing slash. */
  sandboxUrl: string;
  /**
   * Operators whose keys and staff may move the sandbox's clock, which all operators share. Default: only the demo
   * operator.
   */
  sandboxClockOperators: readonly string[] | "all" | "demo";
  /** The demo shop's port. The demo operator allows the shop's origins. */
  shopPort: number;
  dataDir: string;
  /** The PostgreSQL address; undefined for the embedded store. */
  databaseUrl: string | undefined;
  databasePoolSize: number;
  /**
   * Key-encryption keys of 32 bytes: the first is current, the others only decrypt. If empty, the sandbox creates a key
   * in the data directory.
   */
  keyEncryptionKeys: readonly Uint8Array[];
  /** If set, the first is current instead of the keys above; the others only decrypt. */
  keyServices: readonly KeyServiceSettings[];
  logLevel: LogLevel;
  /** How long a stopping service still answers while it reports that it is not ready. */
  drainSeconds: number;
  /** Bearer token for `/metrics`. Production serves metrics only if this is set. */
  metricsToken: string | undefined;
  /** Addresses or CIDR ranges of proxies whose forwarding headers we trust; none by default. */
  trustedProxies: readonly string[];
  /** Open connections per IP address, except those of trusted proxies. */
  connectionsPerAddress: number;
  rateLimits: {
    secretKey: RateLimit;
    clientSecret: RateLimit;
    /** Failed authentications per IP address. */
    failedAuthentication: RateLimit;
    /** Requests with a body to public routes, per IP address. */
    public: RateLimit;
  };
  /** Secret files that settings name; a job reads them again when they change. */
  secretFiles: SecretFiles;
}

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];

/** Reads the settings that other settings depend on. */
export function openSettings(
  env: Readonly<Record<string, string | undefined>>,
  problems: SettingProblems,
): SettingsSource {
  const text = (name: string): string | undefined => env[name]?.trim() || undefined;
  const port = (name: string, fallback: number) =>
    problems.readOr(() => wholeNumber(name, text(name) ?? String(fallback), 0, 65_535), fallback);
  // The other settings depend on the environment, so an unknown one throws at once.
  const environment = oneOf("TESSERA_ENV", text("TESSERA_ENV") ?? "sandbox", [
    "sandbox",
    "production",
  ] as const);
  // This is Node's variable, not our setting.
  if (environment === "production" && env["NODE_TLS_REJECT_UNAUTHORIZED"]?.trim() === "0") {
    problems.add("NODE_TLS_REJECT_UNAUTHORIZED switches off all certificate checks");
  }
  const ownPort = port("PORT", 4000);
  const sandboxPort = port("SANDBOX_PORT", 4200);
  const defaultSandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  const sandboxUrl = problems.readOr(
    () => address("SANDBOX_URL", text("SANDBOX_URL") ?? defaultSandboxUrl),
    defaultSandboxUrl,
  );
  const publicUrl = problems.readOr(
    () => publicOrigin(text("PUBLIC_URL"), environment, ownPort),
    "https://pay.invalid",
  );
  const reachedAt = environment === "sandbox" ? `http://127.0.0.1:${ownPort}` : publicUrl;
  return {
    text,
    environment,
    port: ownPort,
    sandboxPort,
    sandboxUrl,
    publicUrl,
    reachedAt,
    secretFiles: new SecretFiles(environment),
  };
}

export function platformSettings(source: SettingsSource): Readers<Config> {
  const { text, environment } = source;
  return {
    environment: () => environment,
    port: () => source.port,
    host: () => text("HOST") ?? (environment === "production" ? "0.0.0.0" : "127.0.0.1"),
    publicUrl: () => source.publicUrl,
    sandboxUrl: () => source.sandboxUrl,
    sandboxClockOperators: () => clockOperators(text("SANDBOX_CLOCK_OPERATORS") ?? "demo"),
    shopPort: () => wholeNumber("SHOP_PORT", text("SHOP_PORT") ?? "4100", 0, 65_535),
    dataDir: () => resolve(text("TESSERA_DATA_DIR") ?? ".data"),
    databaseUrl: () =>
      databaseUrl(text("DATABASE_URL"), { isProduction: environment === "production" }),
    databasePoolSize: () =>
      wholeNumber("DATABASE_POOL_SIZE", text("DATABASE_POOL_SIZE") ?? "10", 2, 200),
    keyEncryptionKeys: () => configuredKeys(text, environment),
    keyServices: () => keyServices(source),
    logLevel: () => oneOf("LOG_LEVEL", text("LOG_LEVEL") ?? "info", logLevels),
    drainSeconds: () => wholeNumber("DRAIN_SECONDS", text("DRAIN_SECONDS") ?? "10", 0, 300),
    metricsToken: () => metricsToken(text("METRICS_TOKEN"), environment),
    trustedProxies: () =>
      (text("TRUSTED_PROXIES") ?? "")
        .split(/[\s,]+/)
        .filter(Boolean)
        .map(proxy),
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
    secretFiles: () => source.secretFiles,
  };
}

function clockOperators(value: string): Config["sandboxClockOperators"] {
  if (value === "all" || value === "demo") return value;
  if (value === "none") return [];
  const ids = value.split(/[\s,]+/);
  if (!ids.every((id) => /^op_[A-Za-z0-9]{24}$/.test(id)))
    throw new ConfigError("SANDBOX_CLOCK_OPERATORS must be all, demo, none, or ids of operators");
  return ids;
}

function metricsToken(value: string | undefined, environment: Environment): string | undefined {
  if (value !== undefined) requireStrong("METRICS_TOKEN", environment, value);
  return value;
}

function publicOrigin(value: string | undefined, environment: Environment, port: number): string {
  const publicUrl = origin("PUBLIC_URL", value ?? `http://pay.localhost:${port}`);
  if (environment === "production" && !publicUrl.startsWith("https:")) {
    throw new ConfigError("PUBLIC_URL must be the https origin of the service in production");
  }
  return publicUrl;
}
