import { readFileSync } from "node:fs";
import * as z from "zod/mini";
import { ConfigError } from "../../platform/config-values.ts";
import type { CardConnector, Deadlines } from "./kit/card-connector.ts";
import { tesseraConnector } from "./tessera/tessera-connector.ts";
import { worldpayConnector } from "./worldpay/worldpay-connector.ts";
import { worldpaySettings } from "./worldpay/worldpay-settings.ts";

/** Each vendor's own settings, which of them are secret, and its hosts that move no real money. */
const vendors = {
  tessera: {
    settings: z.strictObject({ key: z.string().check(z.minLength(1)) }),
    secrets: ["key"],
    testHosts: [],
  },
  worldpay: {
    settings: worldpaySettings,
    secrets: ["password"],
    testHosts: ["try.access.worldpay.com"],
  },
} as const;

/** Names of the vendors, as in the `type` of a processor. */
export type VendorType = keyof typeof vendors;

/** The settings of one vendor. Secrets are texts here, whatever they came from. */
export type VendorSettings = {
  readonly [Type in VendorType]: { readonly type: Type } & z.infer<
    (typeof vendors)[Type]["settings"]
  >;
}[VendorType];

/** What all connectors are given. */
export interface ConnectorContext extends Deadlines {
  /** Where the processor sends its notices. */
  readonly notificationUrl: string;
}

/** The connector for the vendor of these settings. */
export function connectorFor(settings: VendorSettings, context: ConnectorContext): CardConnector {
  switch (settings.type) {
    case "tessera":
      return tesseraConnector({ ...settings, ...context }, context);
    case "worldpay":
      return worldpayConnector(settings, context);
  }
}

/** Names and values of the secrets, for checks of their strength. */
export function secretsOf(settings: VendorSettings): readonly (readonly [string, string])[] {
  const values: Readonly<Record<string, unknown>> = settings;
  return vendors[settings.type].secrets.map((name) => [name, String(values[name])] as const);
}

/** Whether the address is the vendor's place for tests: approvals there are no money. */
export function isTestAddress(type: VendorType, url: string): boolean {
  const hosts: readonly string[] = vendors[type].testHosts;
  return hosts.includes(new URL(url).hostname.replace(/\.$/, ""));
}

/**
 * Reads one entry of `PROCESSORS`, without the fields that all vendors share. A secret may be a text,
 * `{"file": "/run/secrets/x"}` or `{"env": "NAME"}`.
 *
 * @throws ConfigError that names the processor and the field, and never a value
 */
export function readVendorSettings(
  name: string,
  { type = "tessera", ...entry }: Readonly<Record<string, unknown>>,
  text: (name: string) => string | undefined,
): VendorSettings {
  if (!isVendor(type)) {
    throw new ConfigError(
      `PROCESSORS: the type of ${name} must be one of ${Object.keys(vendors).join(", ")}`,
    );
  }
  const { settings, secrets } = vendors[type];
  const values = { ...entry };
  for (const secret of secrets) {
    const problem = `PROCESSORS: ${secret} of ${name}`;
    if (secret in values) values[secret] = secretText(problem, values[secret], text);
  }
  const parsed = settings.safeParse(values);
  if (parsed.success) return { type, ...parsed.data } as VendorSettings;
  const [issue] = parsed.error.issues;
  const field = issue?.code === "unrecognized_keys" ? issue.keys[0] : issue?.path.join(".");
  throw new ConfigError(`PROCESSORS: ${field} of ${name} is missing or not valid for ${type}`);
}

function isVendor(type: unknown): type is VendorType {
  return typeof type === "string" && Object.hasOwn(vendors, type);
}

function secretText(
  problem: string,
  value: unknown,
  text: (name: string) => string | undefined,
): unknown {
  if (typeof value !== "object" || value === null) return value;
  const { file, env } = value as { file?: unknown; env?: unknown };
  if (typeof env === "string") {
    const found = text(env);
    if (found === undefined) throw new ConfigError(`${problem}: ${env} is not set`);
    return found;
  }
  if (typeof file !== "string") {
    throw new ConfigError(`${problem} must be a text, {"file": …} or {"env": …}`);
  }
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    const { code = "unreadable" } = error as NodeJS.ErrnoException;
    throw new ConfigError(`${problem}: the file cannot be read (${code})`);
  }
}
